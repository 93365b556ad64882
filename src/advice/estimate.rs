//! How likely a seat is to win after a move.

use super::outlook::Outlook;
use crate::rules::{Die, Move, Phase, Position, Rules, Seat};

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The move.
    pub mv: Move,
    /// The estimated chance that its seat is the next to finish, 0 to 1.
    pub chance: f64,
}

/// Estimates chances under one ruleset, by looking one roll of each seat ahead.
///
/// After a move each seat that plays is given each face once, on that same board; it makes the
/// move that looks best for itself, and what that changes for the mover is added up. How a board
/// looks follows from the rolls that each seat needs and from who follows whom. For each legal
/// move that is at most 6 seats x 6 faces x 5 moves of boards. Only `+ - * /` and square
/// roots of 64-bit floats are used, in one order, so that every machine comes to the same numbers.
#[derive(Clone, Debug)]
pub struct Estimator<'r> {
    rules: &'r Rules,
    outlook: Outlook<'r>,
}

/// Whose chance to take which place is asked for.
#[derive(Clone, Copy)]
struct Question {
    seat: Seat,
    /// How many seats had finished.
    finished: usize,
}

impl<'r> Estimator<'r> {
    /// Prepares the estimates of a ruleset.
    #[must_use]
    pub fn new(rules: &'r Rules) -> Estimator<'r> {
        Estimator {
            rules,
            outlook: Outlook::new(rules),
        }
    }

    /// What each legal move is worth, best first; of equals in the order of the legal moves.
    #[must_use]
    pub fn estimates(&self, position: &Position) -> Vec<Estimate> {
        let Phase::Move { seat, .. } = position.phase() else {
            return Vec::new();
        };
        let asked = Question {
            seat,
            finished: position.finished().count(),
        };
        let mut estimates: Vec<Estimate> = position
            .legal_moves(self.rules)
            .iter()
            .map(|mv| Estimate {
                mv: *mv,
                chance: self.worth(position, *mv, asked).clamp(0.0, 1.0),
            })
            .collect();
        estimates.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        estimates
    }

    /// The chance after a move, and after the bonus moves that it earns.
    fn worth(&self, position: &Position, mv: Move, asked: Question) -> f64 {
        let Some(mut next) = self.played(position, mv) else {
            return 0.0;
        };
        // Where each bonus looks best at once: bonuses may be many, and not all ways are tried.
        while matches!(next.phase(), Phase::Move { seat, .. } if seat == asked.seat) {
            let Some(moved) = self.best(&next, asked) else {
                break;
            };
            next = moved;
        }
        self.foreseen(&next, asked)
    }

    /// The chance on a board, with what one roll of each seat changes on average.
    fn foreseen(&self, position: &Position, asked: Question) -> f64 {
        let now = self.chance(position, asked);
        if position.finished().nth(asked.finished).is_some() {
            return now;
        }
        let mut chance = now;
        for mover in position.active().iter() {
            for die in Die::ALL {
                if let Some(next) = self.answer(position, mover, die, asked) {
                    chance += (self.chance(&next, asked) - now) / 6.0;
                }
            }
        }
        chance
    }

    /// The board after the move that looks best for the one who rolled.
    fn answer(
        &self,
        position: &Position,
        mover: Seat,
        die: Die,
        asked: Question,
    ) -> Option<Position> {
        let supposed = position.supposing(self.rules, mover, die)?;
        let own = Question {
            seat: mover,
            ..asked
        };
        self.best(&supposed, own)
    }

    /// The board after the legal move whose outlook is best for that seat.
    fn best(&self, position: &Position, asked: Question) -> Option<Position> {
        position
            .legal_moves(self.rules)
            .iter()
            .filter_map(|mv| self.played(position, *mv))
            .map(|next| (self.chance(&next, asked), next))
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .map(|(_, next)| next)
    }

    fn played(&self, position: &Position, mv: Move) -> Option<Position> {
        let mut next = *position;
        next.play(self.rules, mv, &mut |_| {}).ok()?;
        Some(next)
    }

    /// The chance to take the place after those that were taken.
    fn chance(&self, position: &Position, asked: Question) -> f64 {
        match position.finished().nth(asked.finished) {
            Some(next) if next == asked.seat => 1.0,
            Some(_) => 0.0,
            None => self.outlook.chance(position, asked.seat),
        }
    }
}
