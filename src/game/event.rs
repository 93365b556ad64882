//! What happened, as it stands in the log for ever.
//!
//! These names are the stored format: a change of a name is a new protocol, not a refactoring.
//! `tests/data/logs` pins them. Integers stay below 2^53, strings are ASCII, there is no float.

mod data;
mod span;

use serde::{Deserialize, Serialize};

pub use data::{
    AbortReason, BankData, Cause, DeadlineData, EndReason, FirstData, Level, MoveMode, OrdersEnd,
    PassData, PieceRef, PlaceData, Presence, RollKind, RollMode, StandingData,
};

use super::Time;
use super::calendar::Calendar;
use super::ruleset::RulesetData;
use super::terms::{Automation, Clock};

/// A seat of one game, 1 … S in playing order; the `a` of PC-DICE/1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatNo(pub u8);

impl SeatNo {
    /// Where this seat stands in a list of seats.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0).saturating_sub(1)
    }
}

impl std::fmt::Display for SeatNo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// One line of the log before it is made canonical.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// When it was committed: RFC 3339, UTC, to the millisecond.
    pub at: String,
    /// The acting seat's signature, 128 hex digits, if it joined with a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sig: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The table exists; the server's chain is fixed.
    GameCreated(Box<Created>),
    /// A seat was taken, with or without a contribution to the dice.
    PlayerJoined {
        /// The seat.
        seat: SeatNo,
        /// The player's pseudonym, of this game only.
        player: String,
        /// The anchor of the seat's chain or its 32-byte seed, 64 hex digits.
        seat_anchor: Option<String>,
        /// 4096 for a chain, 0 for a seed or nothing.
        seat_links: u32,
        /// The Ed25519 key that signs this seat's actions, 64 hex digits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat_key: Option<String>,
        /// Who starts its rolls.
        #[serde(default, skip_serializing_if = "RollMode::is_asked")]
        rolls: RollMode,
        /// Who plays a move that is the only one.
        #[serde(default, skip_serializing_if = "MoveMode::is_asked")]
        moves: MoveMode,
        /// When the seat's clock stands still.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        calendar: Option<Calendar>,
    },
    /// The owner gave a seat to a bot, which brings nothing to the dice.
    BotJoined {
        /// The seat.
        seat: SeatNo,
        /// How well it plays.
        level: Level,
    },
    /// A seat was given back before the start.
    PlayerLeft {
        /// The seat.
        seat: SeatNo,
    },
    /// The owner starts without the seats that nobody took.
    SeatsClosed {
        /// Those seats.
        seats: Vec<SeatNo>,
    },
    /// A chained seat revealed the link that fixes its chain.
    SeatReady {
        /// The seat.
        seat: SeatNo,
        /// The revealed link, 64 hex digits.
        link: String,
        /// Its number.
        link_no: u32,
    },
    /// A chained seat gave links ahead, so that its next rolls need nobody (docs/AUDIT.md).
    LinksDeposited {
        /// The seat.
        seat: SeatNo,
        /// The last of the links, 64 hex digits: the others follow from it.
        link: String,
        /// Its number.
        link_no: u32,
    },
    /// A die was rolled.
    DieRolled {
        /// What rolled it, if not a request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Cause>,
        /// 1 … 6.
        die: u8,
        /// For the order, or in a turn.
        kind: RollKind,
        /// The seat's link that this roll consumed.
        link: Option<String>,
        /// Its number.
        link_no: Option<u32>,
        /// `t`: 1, 2, 3 … over the whole game.
        roll: u32,
        /// Who rolled.
        seat: SeatNo,
        /// `K_t`, 64 hex digits.
        server_link: String,
    },
    /// Play began.
    GameStarted {
        /// Who plays first.
        first_seat: SeatNo,
    },
    /// A horse moved, left the stable, or came home.
    PieceMoved {
        /// What moved it, if not a request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Cause>,
        /// Whose horse.
        seat: SeatNo,
        /// Which horse, 1 … 4.
        piece: u8,
        /// Where it stood.
        from: PlaceData,
        /// Where it stands now.
        to: PlaceData,
        /// The horses sent back to their stables.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        captured: Vec<PieceRef>,
    },
    /// A bonus was not taken by its owner.
    BonusDeclined {
        /// What declined it, if not a request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Cause>,
        /// Whose bonus.
        seat: SeatNo,
    },
    /// No horse could use a bonus.
    BonusForfeited {
        /// Whose bonus.
        seat: SeatNo,
        /// How many squares.
        squares: u8,
    },
    /// A capture or an arrival scored points.
    PointsScored {
        /// Whose points.
        seat: SeatNo,
        /// How many.
        points: u8,
    },
    /// Too many sixes, and the rule lets the player choose which horse goes back.
    PenaltyChosen {
        /// What chose it, if not a request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Cause>,
        /// Whose horse.
        seat: SeatNo,
        /// Which, 1 … 4.
        piece: u8,
    },
    /// Too many sixes: horses went back to the stable.
    PiecesSentHome {
        /// Whose horses.
        seat: SeatNo,
        /// Which.
        pieces: Vec<u8>,
    },
    /// A turn ended without a move.
    TurnPassed {
        /// Why.
        reason: PassData,
        /// Whose turn.
        seat: SeatNo,
    },
    /// A seat's chain was given up for good (section 3.9).
    SeatChainClosed {
        /// The seat.
        seat: SeatNo,
    },
    /// A seat changed what it does without being asked.
    AutomationSet {
        /// The seat.
        seat: SeatNo,
        /// Who starts its rolls from now on.
        rolls: RollMode,
        /// Who plays a move that is the only one.
        moves: MoveMode,
    },
    /// A seat gave standing orders, which nobody else reads: only their digest is told.
    OrdersSet {
        /// The seat.
        seat: SeatNo,
        /// SHA-256 over salt and orders (docs/AUDIT.md), 64 hex digits.
        digest: String,
    },
    /// A seat's standing orders are gone.
    OrdersEnded {
        /// The seat.
        seat: SeatNo,
        /// Why.
        reason: OrdersEnd,
    },
    /// From now on a seat has so much time.
    DeadlineSet {
        /// Until when, and why.
        #[serde(flatten)]
        deadline: DeadlineData,
        /// What the seat that acted before has in its bank now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stopped: Option<BankData>,
    },
    /// A seat let its time run out.
    TurnTimedOut {
        /// The seat.
        seat: SeatNo,
        /// How often in a row, this time included.
        missed: u8,
    },
    /// A bot plays for a seat from now on, because its player is not there.
    SeatAbsent {
        /// The seat.
        seat: SeatNo,
        /// How well the bot plays.
        level: Level,
    },
    /// The player of an absent seat is back.
    SeatReturned {
        /// The seat.
        seat: SeatNo,
    },
    /// A seat's clock stands still for some days.
    VacationTaken {
        /// The seat.
        seat: SeatNo,
        /// From when.
        from: Time,
        /// Until when.
        until: Time,
    },
    /// A seat wants the game to pause, or to go on if it is paused.
    PauseWished {
        /// The seat.
        seat: SeatNo,
    },
    /// All players want it: no clock runs.
    GamePaused {
        /// When it goes on by itself.
        until: Time,
    },
    /// The game goes on.
    GameResumed,
    /// A seat brought all its horses home.
    PlayerFinished {
        /// The seat.
        seat: SeatNo,
        /// 1 for the winner.
        rank: u8,
    },
    /// A seat gave up.
    PlayerResigned {
        /// What took it out, if not its player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Cause>,
        /// The seat.
        seat: SeatNo,
    },
    /// The game is over.
    GameEnded {
        /// Why.
        reason: EndReason,
        /// Every seat that played, best first.
        standings: Vec<StandingData>,
    },
    /// The game ended before it began.
    GameAborted {
        /// Why.
        reason: AbortReason,
    },
}

/// The first event of every game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Created {
    /// The dice protocol.
    pub dice: String,
    /// The ruleset's name and version, `traditional/1`; `+` marks an overlay.
    pub rules: String,
    /// Every rule choice.
    pub ruleset: RulesetData,
    /// SHA-256 of the canonical ruleset, 64 hex digits.
    pub ruleset_hash: String,
    /// How many seats.
    pub seats: u8,
    /// Which corner of the board each seat has, in seat order: `ac`.
    pub board_seats: String,
    /// Who plays first.
    pub first: FirstData,
    /// `K_0`, 64 hex digits.
    pub server_anchor: String,
    /// Links in the server's chain.
    pub server_links: u32,
    /// The key that signs this game's receipts at its creation.
    pub signing_kid: String,
    /// The creator's pseudonym, of this game only.
    pub owner: String,
    /// Whether seats without a chain are refused.
    pub sealed_only: bool,
    /// What a seat does without being asked, unless it says otherwise.
    #[serde(default, skip_serializing_if = "Automation::is_none")]
    pub automation: Automation,
    /// How long players may take; as long as they like if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Whether the result counts: then nobody is given advice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}
