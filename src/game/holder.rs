//! Who holds a seat.

use serde::{Deserialize, Serialize};

use super::automation::Hand;
use super::calendar::Calendar;
use super::contribution::Contribution;
use super::event::{Level, MoveMode, RollMode};

/// Who holds a seat, and what the seat brings to the dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// Who that is.
    pub sitter: Sitter,
    /// What it brings.
    pub contribution: Contribution,
    /// The key that signs its actions, 64 hex digits.
    pub key: Option<String>,
    /// Who starts its rolls.
    pub rolls: RollMode,
    /// Who plays a move that is the only one.
    pub moves: MoveMode,
    /// When its clock stands still.
    pub calendar: Option<Calendar>,
    /// The mark of its standing orders.
    pub orders: Option<OrdersMark>,
    /// Whether its player is there.
    pub absence: Absence,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// A player, by a pseudonym of this game only.
    Player(String),
    /// A bot.
    Bot(Level),
}

/// What the log knows about standing orders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OrdersMark {
    /// Their digest.
    pub digest: String,
    /// The last roll when they were given: they count for later ones.
    pub since: u32,
    /// Whether the seat rolled since.
    pub rolled: Rolled,
}

/// Whether a seat rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rolled {
    /// Not yet.
    NotYet,
    /// It did.
    Did,
}

/// Whether a player is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// All the time.
    #[default]
    Never,
    /// Again.
    Over,
    /// No: a bot plays.
    Now(Level),
}

impl Holder {
    /// Whether that player sits there.
    #[must_use]
    pub fn is(&self, player: &str) -> bool {
        self.player() == Some(player)
    }

    /// The player's pseudonym, unless a bot sits there.
    #[must_use]
    pub fn player(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Player(player) => Some(player),
            Sitter::Bot(_) => None,
        }
    }

    /// Who acts for the seat.
    #[must_use]
    pub fn hand(&self) -> Hand {
        match (&self.sitter, self.absence) {
            (Sitter::Bot(level), _) => Hand::Bot(*level),
            (Sitter::Player(_), Absence::Now(level)) => Hand::Autopilot(level),
            (Sitter::Player(_), Absence::Never | Absence::Over) => Hand::Player,
        }
    }

    /// Whether its player acts for it.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.hand() == Hand::Player
    }
}
