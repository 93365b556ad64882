//! A move, and a list of them without heap.

use std::fmt;
use std::ops::Deref;

use super::horse::{HorseId, MAX_HORSES};
use super::place::Place;

/// What kind of choice a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// A horse goes on, by the die or by a bonus.
    Advance,
    /// A horse leaves its stable.
    Exit,
    /// Two horses leave their stable together.
    ExitTwo,
    /// A horse is chosen to go back to its stable, for the third six in a row (A20).
    SendHome,
    /// The bonus is declined (A42).
    DeclineBonus,
}

impl MoveKind {
    /// Every kind.
    pub const ALL: [MoveKind; 5] = [
        MoveKind::Advance,
        MoveKind::Exit,
        MoveKind::ExitTwo,
        MoveKind::SendHome,
        MoveKind::DeclineBonus,
    ];

    /// Its name in `snake_case`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MoveKind::Advance => "advance",
            MoveKind::Exit => "exit",
            MoveKind::ExitTwo => "exit_two",
            MoveKind::SendHome => "send_home",
            MoveKind::DeclineBonus => "decline_bonus",
        }
    }
}

/// A choice of the player who must move.
///
/// Horses that stand on one square are interchangeable: any of them may be named (A48).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The horse.
    pub horse: HorseId,
    /// Where it stands.
    pub from: Place,
    /// Where it goes; the same place for a bounce that ends where it began (A12).
    pub to: Place,
    /// What kind of choice it is.
    pub kind: MoveKind,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            MoveKind::DeclineBonus => f.write_str("decline"),
            MoveKind::ExitTwo => write!(f, "{}->{}x2", self.from, self.to),
            MoveKind::Advance | MoveKind::Exit | MoveKind::SendHome => {
                write!(f, "{}->{}", self.from, self.to)
            }
        }
    }
}

/// One entry a horse, and one to decline.
const MOST: usize = MAX_HORSES + 1;

/// The moves that a player may choose from, one for each distinct (from, to) (A48).
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; MOST],
    len: u8,
}

impl MoveList {
    pub(super) const fn new() -> MoveList {
        let none = Move {
            horse: HorseId::ALL[0],
            from: Place::Stable,
            to: Place::Stable,
            kind: MoveKind::Advance,
        };
        MoveList {
            moves: [none; MOST],
            len: 0,
        }
    }

    pub(super) const fn push(&mut self, mv: Move) {
        self.moves[self.len as usize] = mv;
        self.len += 1;
    }

    /// The moves.
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(Move::to_string))
            .finish()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
