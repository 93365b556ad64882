//! The small values inside of events.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::SeatNo;
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

/// What rolled a die, if not a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The seat's wish that its rolls need no request.
    Automatic,
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
