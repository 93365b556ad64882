//! The small values inside of events.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::SeatNo;
use crate::game::Time;
use crate::rules::Place;

/// Why a die was rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollKind {
    /// To find who plays first.
    Draw,
    /// In a turn.
    Turn,
}

/// What rolled a die or moved a horse, if not a request of its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The seat's wish that its rolls need no request.
    Automatic,
    /// The seat's wish that a move that is the only one needs no request.
    Forced,
    /// The seat's standing orders.
    StandingOrder,
    /// The bot that sits there.
    Bot,
    /// The autopilot of a seat whose player let the time run out.
    Timeout,
}

/// Who plays a move that is the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveMode {
    /// The player, by a request.
    #[default]
    Asked,
    /// The server, at once.
    Forced,
}

impl MoveMode {
    pub(super) fn is_asked(&self) -> bool {
        *self == MoveMode::Asked
    }
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any legal move.
    Random,
    /// By simple advice.
    Greedy,
    /// By looking ahead.
    Strong,
}

/// Why standing orders are gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrdersEnd {
    /// Their player took them back.
    Withdrawn,
    /// The turn that they were given for is over.
    Done,
    /// A horse of the seat was sent back to its stable since.
    Overtaken,
}

/// A bank of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BankData {
    /// Whose.
    pub seat: SeatNo,
    /// What is in it, in seconds.
    pub seconds: u32,
}

/// Until when a seat has to act, and what that is made of: `by` is `since` and all parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeadlineData {
    /// Whose turn.
    pub seat: SeatNo,
    /// The roll that is awaited, or whose move is.
    pub roll: u32,
    /// Since when.
    pub since: Time,
    /// Until when.
    pub by: Time,
    /// Seconds for each turn.
    pub base: u32,
    /// Seconds in the seat's bank.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bank: u32,
    /// Seconds of quiet hours and weekends.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub quiet: u32,
    /// Seconds of vacation.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub vacation: u32,
    /// Seconds that the game was paused.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pause: u32,
    /// Seconds that the service was out of order.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub outage: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

impl DeadlineData {
    /// All parts together, in seconds.
    #[must_use]
    pub fn seconds(&self) -> u32 {
        [
            self.bank,
            self.quiet,
            self.vacation,
            self.pause,
            self.outage,
        ]
        .into_iter()
        .fold(self.base, u32::saturating_add)
    }
}

/// Who starts the rolls of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollMode {
    /// Its player, by a request for each.
    #[default]
    Asked,
    /// The server, at once: without a chain always, with one while deposited links last.
    Automatic,
}

impl RollMode {
    pub(super) fn is_asked(&self) -> bool {
        *self == RollMode::Asked
    }
}

/// How the first player is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstData {
    /// Each seat rolls; the highest begins, ties roll again.
    Draw,
    /// This seat begins (the youngest, say).
    Seat(SeatNo),
}

/// Why a turn ended without a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassData {
    /// No horse could move.
    NoLegalMove,
    /// The turn was skipped.
    Skipped,
    /// Too many sixes in a row.
    ThirdSix,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The places are decided.
    Finished,
    /// One seat is left.
    Resigned,
    /// The last link of the server's chain was used.
    RollCap,
}

/// Why a game never began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbortReason {
    /// Its owner called it off.
    ByOwner,
}

/// One horse of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PieceRef {
    /// The seat.
    pub seat: SeatNo,
    /// Which horse, 1 … 4.
    pub piece: u8,
}

/// Where a seat stands at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandingData {
    /// The seat.
    pub seat: SeatNo,
    /// 1 is best; equal distances share a rank (A24).
    pub rank: u8,
    /// Horses at home.
    pub home: u8,
    /// Distance covered by all its horses (S1-37).
    pub distance: u32,
    /// Whether a bot played for an absent player at some time.
    #[serde(default, skip_serializing_if = "Presence::is_whole")]
    pub presence: Presence,
}

/// Whether a player was there all the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// The player was, or a bot had the seat from the start.
    #[default]
    Whole,
    /// An autopilot played at some time.
    Autopilot,
}

impl Presence {
    pub(super) fn is_whole(&self) -> bool {
        *self == Presence::Whole
    }
}

/// A place as the log writes it: `"stable"`, steps from the owner's start square, `"s3"`, `"home"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceData(pub Place);

impl Serialize for PlaceData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Place::Stable => serializer.serialize_str("stable"),
            Place::Track(steps) => serializer.serialize_u8(steps),
            Place::Lane(step) => serializer.collect_str(&format_args!("s{step}")),
            Place::Home => serializer.serialize_str("home"),
        }
    }
}

impl<'de> Deserialize<'de> for PlaceData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Raw {
            Steps(u8),
            Name(String),
        }
        let place = match Raw::deserialize(deserializer)? {
            Raw::Steps(steps) => Some(Place::Track(steps)),
            Raw::Name(name) => named(&name),
        };
        place.map(PlaceData).ok_or_else(|| {
            D::Error::custom("a place is \"stable\", a number, \"s1\" … or \"home\"")
        })
    }
}

fn named(name: &str) -> Option<Place> {
    match name {
        "stable" => Some(Place::Stable),
        "home" => Some(Place::Home),
        step => step.strip_prefix('s')?.parse().ok().map(Place::Lane),
    }
}
