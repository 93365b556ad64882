//! Counts of the tree of rolls and moves: a fingerprint of the rules.

use super::compiled::Rules;
use super::die::Die;
use super::position::Position;
use super::state::Phase;

/// The positions that `plies` rolls and moves lead to, each way counted; a finished game leads
/// nowhere.
#[must_use]
pub fn perft(position: &Position, rules: &Rules, plies: u8) -> u64 {
    if plies == 0 {
        return 1;
    }
    match position.phase() {
        Phase::Over => 0,
        Phase::Roll { .. } => Die::ALL
            .into_iter()
            .filter_map(|die| {
                let mut next = *position;
                next.roll(rules, die, &mut |_| {}).ok()?;
                Some(perft(&next, rules, plies - 1))
            })
            .sum(),
        Phase::Move { .. } => position
            .legal_moves(rules)
            .iter()
            .filter_map(|mv| {
                let mut next = *position;
                next.play(rules, *mv, &mut |_| {}).ok()?;
                Some(perft(&next, rules, plies - 1))
            })
            .sum(),
    }
}
