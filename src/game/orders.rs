//! Standing orders: what a seat does with each face while its player sleeps.
//!
//! They stand beside the log, not in it, so that no opponent reads them; the log has their digest.
//! They choose among the legal moves and nothing else, so they can never break a rule.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::event::{Level, SeatNo};
use crate::advice::{self, Bot, Effect, insights};
use crate::rules::{Die, HorseId, Move, Position, Rules};

const TAG: &[u8; 25] = b"petits-chevaux/orders/v1\0";

/// The orders at a table that the server knows, by seat.
pub type OrderBook = BTreeMap<SeatNo, SealedOrders>;

/// Orders with the salt that keeps their digest from being guessed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SealedOrders {
    /// The orders.
    pub orders: Orders,
    /// 32 random bytes, 64 hex digits.
    pub salt: String,
}

/// What a seat does with each face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// How long they stand.
    pub scope: Scope,
    /// For each face a list of preferences: the first one that fits a legal move is played.
    pub faces: BTreeMap<Face, Vec<Preference>>,
    /// What happens if none fits, or a face has no list.
    #[serde(default)]
    pub otherwise: Otherwise,
}

/// How long orders stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// For the seat's next turn, unless one of its horses is captured before: they were given for
    /// another position then.
    NextTurn,
    /// Until they are replaced or taken back.
    Game,
}

/// What happens if no preference fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Otherwise {
    /// The game waits for the player.
    #[default]
    Ask,
    /// A bot of that level chooses.
    Bot(Level),
}

/// A face of the die, as a key of JSON: `"1"` … `"6"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Face(pub Die);

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.get())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let text = String::deserialize(deserializer)?;
        let die = text.parse().ok().and_then(Die::new);
        die.map(Face)
            .ok_or_else(|| serde::de::Error::custom("a face is \"1\" to \"6\""))
    }
}

/// What a move should do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    /// It has this effect.
    Effect(Effect),
    /// It moves this horse.
    Horse(HorseId),
    /// Any move.
    Any,
}

impl std::fmt::Display for Preference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Preference::Effect(effect) => f.write_str(effect.name()),
            Preference::Horse(horse) => write!(f, "horse_{}", horse.number()),
            Preference::Any => f.write_str("any"),
        }
    }
}

impl Preference {
    /// The preference with that name: an effect, `horse_1` … `horse_4`, or `any`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Preference> {
        if name == "any" {
            return Some(Preference::Any);
        }
        match name.strip_prefix("horse_") {
            Some(number) => HorseId::from_number(number.parse().ok()?).map(Preference::Horse),
            None => Effect::from_name(name).map(Preference::Effect),
        }
    }
}

impl Serialize for Preference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Preference {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Preference, D::Error> {
        let name = String::deserialize(deserializer)?;
        Preference::from_name(&name).ok_or_else(|| {
            serde::de::Error::custom("a preference is an effect of a move, horse_1 … or any")
        })
    }
}

/// Why orders cannot be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OrdersError {
    /// Nothing is ordered.
    #[error("orders have at least one preference, or otherwise a bot")]
    Empty,
    /// More preferences than anybody needs.
    #[error("a face has at most {MOST} preferences")]
    TooLong,
}

/// Preferences of a face at most.
const MOST: usize = 16;

impl Orders {
    /// Checks orders.
    ///
    /// # Errors
    /// [`OrdersError`].
    pub fn check(&self) -> Result<(), OrdersError> {
        if self.faces.values().any(|list| list.len() > MOST) {
            return Err(OrdersError::TooLong);
        }
        let empty = self.faces.values().all(Vec::is_empty) && self.otherwise == Otherwise::Ask;
        if empty {
            Err(OrdersError::Empty)
        } else {
            Ok(())
        }
    }

    /// The move that these orders choose where a move is awaited; `None` to ask the player.
    #[must_use]
    pub fn choose(&self, position: &Position, rules: &Rules, die: Die, seed: u64) -> Option<Move> {
        let list = self.faces.get(&Face(die)).map_or(&[][..], Vec::as_slice);
        let moves = insights(position, rules);
        let fits = |preference: &Preference| {
            let fitting = moves.iter().filter(|insight| match preference {
                Preference::Effect(effect) => insight.effects.contains(*effect),
                Preference::Horse(horse) => is_horse(position, insight.mv, *horse),
                Preference::Any => true,
            });
            fitting.map(|insight| insight.mv).max_by_key(|mv| mv.from)
        };
        let ordered = list.iter().find_map(fits);
        ordered.or_else(|| match self.otherwise {
            Otherwise::Ask => None,
            Otherwise::Bot(level) => level.choose(position, rules, seed),
        })
    }
}

/// Whether a move is one of that horse: those on one place are interchangeable (A48).
fn is_horse(position: &Position, mv: Move, horse: HorseId) -> bool {
    let phase = position.phase();
    let crate::rules::Phase::Move { seat, .. } = phase else {
        return false;
    };
    horse.number() <= position.horse_count() && position.place(seat, horse) == mv.from
}

impl SealedOrders {
    /// `SHA-256("petits-chevaux/orders/v1" 00 || salt || orders)`, the orders as
    /// canonical JSON: what the log tells.
    ///
    /// # Panics
    /// Never: orders have string keys and no float.
    #[must_use]
    pub fn digest(&self) -> String {
        let orders =
            serde_json_canonicalizer::to_string(&self.orders).expect("orders have string keys");
        let mut hash = Sha256::new();
        hash.update(TAG);
        hash.update(self.salt.as_bytes());
        hash.update(orders.as_bytes());
        hex::encode(hash.finalize())
    }
}

impl Level {
    /// The move that a bot of this level makes where one is awaited.
    #[must_use]
    pub fn choose(self, position: &Position, rules: &Rules, seed: u64) -> Option<Move> {
        let level = match self {
            Level::Random => advice::Level::Random,
            Level::Greedy => advice::Level::Greedy,
            Level::Strong => advice::Level::Strong,
        };
        Bot::new(level, rules).choose(position, seed)
    }
}
