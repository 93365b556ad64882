//! What may be asked of a game.

use super::event::{RollMode, SeatNo};
use crate::dice::Link;
use crate::rules::Place;

/// What a player may ask of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Sit down, on a given seat or the first open one.
    Take {
        /// Which seat.
        seat: Option<SeatNo>,
        /// The anchor of a chain, or a seed.
        anchor: Option<Link>,
        /// 4096 for a chain, 0 for a seed or nothing.
        links: u32,
        /// An Ed25519 key, 64 hex digits.
        key: Option<String>,
        /// Who starts its rolls.
        rolls: RollMode,
    },
    /// Give a seat back before the start.
    Leave {
        /// Which seat.
        seat: SeatNo,
    },
    /// Reveal the link that fixes a chain.
    Ready {
        /// Which seat.
        seat: SeatNo,
        /// The link and its number.
        link: (u32, Link),
    },
    /// Play without the seats that nobody took.
    Start,
    /// Call the game off before the start.
    Abort,
    /// Roll the die.
    Roll {
        /// The seat that rolls; the caller's seat in turn if absent.
        seat: Option<SeatNo>,
        /// The number of the roll, so that a repeated request cannot roll twice.
        roll: Option<u32>,
        /// The next link of a chained seat.
        link: Option<(u32, Link)>,
    },
    /// Give links ahead, so that automatic rolls need nobody.
    Deposit {
        /// Which seat.
        seat: SeatNo,
        /// The last of the links and its number.
        link: (u32, Link),
    },
    /// Play one of the legal moves.
    Move(MoveChoice),
    /// Give up the chain of a seat for good.
    CloseChain {
        /// Which seat.
        seat: SeatNo,
    },
    /// Give up a seat while the game runs.
    Resign {
        /// Which seat; the caller's only seat if absent.
        seat: Option<SeatNo>,
    },
}

/// Which legal move is meant: everything that is named has to fit, and one move may be left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveChoice {
    /// The seat that moves; the seat in turn if absent.
    pub seat: Option<SeatNo>,
    /// A horse, 1 … 4; one that stands where a listed one stands will do (A48).
    pub horse: Option<u8>,
    /// Where it stands.
    pub from: Option<Place>,
    /// Where it goes.
    pub to: Option<Place>,
    /// Play nothing, where a bonus may be declined.
    pub decline: Option<Decline>,
}

/// The wish to leave a bonus unused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decline;
