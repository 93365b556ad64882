//! What may be asked of a game.

use super::calendar::Calendar;
use super::event::{Level, MoveMode, RollMode, SeatNo};
use super::orders::SealedOrders;
use super::time::Time;
use crate::dice::Link;
use crate::rules::Place;

/// What a player may ask of a game, and the server of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Sit down.
    Take(Taking),
    /// Give a seat to a bot.
    TakeBot {
        /// Which seat; the first open one if absent.
        seat: Option<SeatNo>,
        /// How well it plays.
        level: Level,
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
    /// Change what a seat does without being asked.
    Automate {
        /// Which seat.
        seat: SeatNo,
        /// Who starts its rolls; as before if absent.
        rolls: Option<RollMode>,
        /// Who plays a move that is the only one; as before if absent.
        moves: Option<MoveMode>,
    },
    /// Give standing orders.
    Order {
        /// Which seat.
        seat: SeatNo,
        /// The orders.
        orders: SealedOrders,
    },
    /// Take standing orders back.
    Withdraw {
        /// Which seat.
        seat: SeatNo,
    },
    /// Play again for a seat that a bot plays for.
    Return {
        /// Which seat.
        seat: SeatNo,
    },
    /// Let a seat's clock stand still for some days.
    Rest {
        /// Which seat.
        seat: SeatNo,
        /// From when; from now on if absent.
        from: Option<Time>,
        /// How many days.
        days: u8,
    },
    /// Want a pause, or an end of it.
    WishPause {
        /// Which seat.
        seat: SeatNo,
    },
    /// The server's own: do what is due by itself, by the time that it is.
    Tick {
        /// Seconds of the running deadline in which the service was out of order.
        outage: u32,
    },
}

/// A seat to be taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Taking {
    /// Which seat; the first open one if absent.
    pub seat: Option<SeatNo>,
    /// The anchor of a chain, or a seed.
    pub anchor: Option<Link>,
    /// 4096 for a chain, 0 for a seed or nothing.
    pub links: u32,
    /// An Ed25519 key, 64 hex digits.
    pub key: Option<String>,
    /// Who starts its rolls; as the table says if absent.
    pub rolls: Option<RollMode>,
    /// Who plays a move that is the only one; as the table says if absent.
    pub moves: Option<MoveMode>,
    /// When its clock stands still.
    pub calendar: Option<Calendar>,
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
