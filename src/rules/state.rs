//! What a position remembers beside the horses, and what it waits for.

use super::compiled::Roll;
use super::die::Die;
use super::horse::HorseId;
use super::rewards::Rewards;
use super::seat::{MAX_SEATS, Seat, SeatSet};

/// What the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A roll of the die.
    Roll {
        /// By this seat.
        seat: Seat,
    },
    /// A choice.
    Move {
        /// Of this seat.
        seat: Seat,
        /// The face that was rolled.
        die: Die,
        /// What is to be chosen.
        task: Task,
    },
    /// Nothing: the game is over.
    Over,
}

/// What a player has to choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// A horse to move by the die.
    Advance {
        /// The squares that the face is worth.
        squares: u8,
    },
    /// A horse to move by a bonus (A31).
    Bonus {
        /// Its squares.
        squares: u8,
    },
    /// A horse to send back to the stable, for the third six in a row.
    SendHome,
}

/// What the current turn remembers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Turn {
    pub(super) seat: Seat,
    pub(super) stage: Stage,
    /// Rolls left of those that the turn began with, the pending one included.
    pub(super) tries: u8,
    /// Sixes in a row before the pending roll; counted only if the third one matters.
    pub(super) sixes: u8,
    /// Extra rolls taken; counted only if they are limited.
    pub(super) rerolls: u8,
    /// The last horse moved; kept only if the third six sends it back.
    pub(super) last: Option<HorseId>,
    /// Whether a capture or an arrival of this roll earned an extra roll.
    pub(super) again: bool,
    pub(super) rewards: Rewards,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stage {
    Roll,
    Move(Throw),
    SendHome,
    Over,
}

/// A roll that is being played, or a bonus that followed it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Throw {
    pub(super) die: Die,
    pub(super) roll: Roll,
    pub(super) squares: u8,
}

impl Turn {
    /// A turn of `seat` in which nothing is expected.
    pub(super) const fn over(seat: Seat) -> Turn {
        Turn {
            seat,
            stage: Stage::Over,
            tries: 1,
            sixes: 0,
            rerolls: 0,
            last: None,
            again: false,
            rewards: Rewards::NONE,
        }
    }
}

/// The seats that have finished, first to last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Places {
    order: [Option<Seat>; MAX_SEATS],
}

impl Places {
    pub(super) fn iter(&self) -> impl Iterator<Item = Seat> + '_ {
        self.order.iter().map_while(|seat| *seat)
    }

    pub(super) fn set(&self) -> SeatSet {
        self.iter().collect()
    }

    /// Adds a seat and says its rank.
    pub(super) fn push(&mut self, seat: Seat) -> u8 {
        let mut rank = 1;
        for place in &mut self.order {
            if place.is_none() {
                *place = Some(seat);
                break;
            }
            rank += 1;
        }
        rank
    }
}
