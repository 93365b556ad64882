//! Events as the fold reads them: only the fields that it judges, and more gently than the log's
//! own types, so that one defect does not hide the next.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// An integer that a double holds exactly. `3.0` is not canonical, and still three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Int(pub(super) i64);

const TOO_LARGE: i64 = 1 << 53;

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Int, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        let whole = || number.as_f64().filter(|n| n.fract() == 0.0);
        let value = number.as_i64().or_else(|| whole().and_then(exact));
        value
            .filter(|value| value.abs() < TOO_LARGE)
            .map(Int)
            .ok_or_else(|| D::Error::custom("not an integer below 2^53"))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a whole number below 2^53 fits"
)]
fn exact(number: f64) -> Option<i64> {
    (number.abs() < TOO_LARGE as f64).then_some(number as i64)
}

impl Int {
    /// The number, where a number of this size is meant.
    pub(super) fn u32(self) -> Option<u32> {
        u32::try_from(self.0).ok()
    }

    pub(super) fn u8(self) -> Option<u8> {
        u8::try_from(self.0).ok()
    }
}

/// 32 bytes in hexadecimal; upper case is read, and told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hex(pub(super) [u8; 32]);

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes)
            .map_err(|_| D::Error::custom("not 64 hexadecimal digits"))?;
        Ok(Hex(bytes))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Draw,
    Turn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum First {
    Draw,
    Seat(Int),
}

#[derive(Debug, Deserialize)]
pub(super) struct Creation {
    pub(super) dice: String,
    pub(super) first: First,
    pub(super) ruleset: Map<String, Value>,
    pub(super) ruleset_hash: Hex,
    pub(super) sealed_only: bool,
    pub(super) seats: Int,
    pub(super) server_anchor: Hex,
    pub(super) server_links: Int,
}

#[derive(Debug, Deserialize)]
pub(super) struct Joined {
    pub(super) seat: Int,
    pub(super) seat_anchor: Option<Hex>,
    pub(super) seat_links: Int,
    pub(super) rolls: Option<String>,
    pub(super) seat_key: Option<Hex>,
}

/// A link of a seat, revealed or given ahead.
#[derive(Debug, Deserialize)]
pub(super) struct Shown {
    pub(super) seat: Int,
    pub(super) link: Hex,
    pub(super) link_no: Int,
}

#[derive(Debug, Deserialize)]
pub(super) struct Rolled {
    pub(super) cause: Option<String>,
    pub(super) die: Int,
    pub(super) kind: Kind,
    pub(super) link: Option<Hex>,
    pub(super) link_no: Option<Int>,
    pub(super) roll: Int,
    pub(super) seat: Int,
    pub(super) server_link: Hex,
}

#[derive(Debug, Deserialize)]
pub(super) struct BySeat {
    pub(super) seat: Int,
}

/// What a seat does by itself from now on.
#[derive(Debug, Deserialize)]
pub(super) struct Automated {
    pub(super) seat: Int,
    pub(super) rolls: String,
}

/// An event of a seat that says why.
#[derive(Debug, Deserialize)]
pub(super) struct Passed {
    pub(super) seat: Int,
    pub(super) reason: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Closed {
    pub(super) seats: Vec<Int>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Started {
    pub(super) first_seat: Int,
}

/// An event, as far as chains, dice and order are concerned.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Seen {
    GameCreated(Box<Creation>),
    PlayerJoined(Joined),
    BotJoined(BySeat),
    PlayerLeft(BySeat),
    SeatsClosed(Closed),
    SeatReady(Shown),
    LinksDeposited(Shown),
    DieRolled(Box<Rolled>),
    GameStarted(Started),
    SeatChainClosed(BySeat),
    TurnPassed(Passed),
    PieceMoved(BySeat),
    BonusDeclined(BySeat),
    BonusForfeited(BySeat),
    PointsScored(BySeat),
    PenaltyChosen(BySeat),
    PiecesSentHome(BySeat),
    AutomationSet(Automated),
    OrdersSet(BySeat),
    OrdersEnded(Passed),
    DeadlineSet(BySeat),
    TurnTimedOut(BySeat),
    SeatAbsent(BySeat),
    SeatReturned(BySeat),
    VacationTaken(BySeat),
    PauseWished(BySeat),
    GamePaused {},
    GameResumed {},
    PlayerFinished(BySeat),
    PlayerResigned(BySeat),
    GameEnded {},
    GameAborted {},
}

/// The fields whose 32 bytes are written in lower case.
const HEX_FIELDS: [&str; 5] = [
    "link",
    "ruleset_hash",
    "seat_anchor",
    "server_anchor",
    "server_link",
];

/// Whether a field that holds bytes is not in lower case.
pub(super) fn has_upper_hex(event: &Value) -> bool {
    HEX_FIELDS.iter().any(|field| {
        event[field]
            .as_str()
            .is_some_and(|text| text.bytes().any(|byte| byte.is_ascii_uppercase()))
    })
}
