//! Simple players for simulations: pure, fed with entropy.

use super::compiled::Rules;
use super::die::Die;
use super::fact::Fact;
use super::horse::HorseSet;
use super::moves::{Move, MoveKind, MoveList};
use super::place::Place;
use super::position::{Phase, Position};

/// How a simulated player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Policy {
    /// Any legal move, all alike.
    Random,
    /// A capture, else an arrival, else an exit, else an advance; of equals the most advanced
    /// horse.
    Greedy,
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
            Policy::Greedy => moves
                .iter()
                .copied()
                .max_by_key(|mv| position.greed(rules, *mv)),
        }
    }
}

/// Rolls `die` and plays all that follows it up to the next roll, as this player chooses.
///
/// Nothing happens unless a roll is expected. `entropy` is asked for a word for each choice.
pub fn turn(
    position: &mut Position,
    rules: &Rules,
    policy: Policy,
    die: Die,
    mut entropy: impl FnMut() -> u32,
    report: &mut impl FnMut(Fact),
) {
    if position.roll(rules, die, report).is_err() {
        return;
    }
    while let Phase::Move { .. } = position.phase() {
        let moves = position.legal_moves(rules);
        let Some(mv) = policy.choose(position, rules, &moves, entropy()) else {
            return;
        };
        if position.play(rules, mv, report).is_err() {
            return;
        }
    }
}

impl Position {
    /// How much the greedy player wants a move.
    fn greed(&self, rules: &Rules, mv: Move) -> (u8, Place) {
        let captures = self.choice_of(rules, mv).map_or(HorseSet::EMPTY, |choice| {
            self.captures(rules, self.turn.seat, choice)
        });
        let urge = if !captures.is_empty() {
            4
        } else if self.arrives(mv) {
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

    /// Whether a move brings its horse home.
    fn arrives(&self, mv: Move) -> bool {
        let home = |place| {
            self.way
                .code(place)
                .is_some_and(|code| self.way.finished(code))
        };
        home(mv.to) && !home(mv.from)
    }
}
