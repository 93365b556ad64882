//! Players that choose at once, for whole games by the thousand: pure, fed with entropy.

use crate::rules::{Move, MoveKind, MoveList, Place, Position, Rules};

/// How a simulated player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Policy {
    /// Any legal move, all alike.
    Random,
    /// A capture, else an arrival, else an exit, else an advance; of equals the most advanced
    /// horse.
    Eager,
}

impl Policy {
    /// The move that this player makes, out of the legal ones; `None` if there is none.
    #[must_use]
    pub fn choose(
        self,
        position: &Position,
        rules: &Rules,
        moves: &MoveList,
        entropy: u32,
    ) -> Option<Move> {
        let count = u32::try_from(moves.len()).ok().filter(|count| *count > 0)?;
        match self {
            Policy::Random => {
                let scaled = (u64::from(entropy) * u64::from(count)) >> 32;
                moves.get(usize::try_from(scaled).ok()?).copied()
            }
            Policy::Eager => moves
                .iter()
                .copied()
                .max_by_key(|mv| eagerness(position, rules, *mv)),
        }
    }
}

/// How much the eager player wants a move.
fn eagerness(position: &Position, rules: &Rules, mv: Move) -> (u8, Place) {
    let urge = if !position.captured_by(rules, mv).is_empty() {
        4
    } else if position.brings_home(mv) {
        3
    } else {
        match mv.kind {
            MoveKind::Exit | MoveKind::ExitTwo => 2,
            MoveKind::Advance | MoveKind::SendHome => 1,
            MoveKind::DeclineBonus => 0,
        }
    };
    (urge, mv.from)
}
