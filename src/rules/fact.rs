//! What happened, as facts for a log.

use super::die::Die;
use super::horse::HorseSet;
use super::moves::Move;
use super::seat::Seat;

/// One thing that happened because of a roll or a move, in the order in which it happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// A move was played; the captured horses went back to their stables.
    Moved {
        /// Whose move.
        seat: Seat,
        /// The move.
        mv: Move,
        /// The horses that it captured.
        captures: HorseSet,
    },
    /// A reward in points was earned (A31).
    Scored {
        /// By this seat.
        seat: Seat,
        /// So many points.
        points: u8,
    },
    /// The roll moved nothing (S1-17, A49); the seat may still roll again.
    NoMove {
        /// Whose roll.
        seat: Seat,
        /// The face.
        die: Die,
    },
    /// The turn ended without a move.
    Passed {
        /// Whose turn.
        seat: Seat,
        /// Why.
        reason: PassReason,
    },
    /// No horse could use a bonus (A42).
    BonusForfeited {
        /// Whose bonus.
        seat: Seat,
        /// Its squares.
        squares: u8,
    },
    /// The player did not want a bonus.
    BonusDeclined {
        /// Whose bonus.
        seat: Seat,
        /// Its squares.
        squares: u8,
    },
    /// The third six in a row: it is not played, the turn ends (A20, A37).
    ThirdSix {
        /// Whose roll.
        seat: Seat,
        /// The horses that went back at once.
        sent_home: HorseSet,
    },
    /// A seat has brought its horses home.
    Finished {
        /// The seat.
        seat: Seat,
        /// Its place, 1 for the winner.
        rank: u8,
    },
    /// A seat left the game.
    Retired {
        /// The seat.
        seat: Seat,
    },
    /// The game is over.
    Ended,
}

/// Why a turn ended without a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PassReason {
    /// No horse could move.
    NoMove,
    /// The seat did not roll in time, or not at all.
    Skipped,
}

impl PassReason {
    /// A stable name in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            PassReason::NoMove => "no_move",
            PassReason::Skipped => "skipped",
        }
    }
}
