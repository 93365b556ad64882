//! All that is to be said about the moves of a position.

use super::estimate::Estimator;
use super::insight::{Insight, insight};
use crate::rules::{Position, Rules};

/// What a legal move does, and what it is worth.
#[derive(Clone, Debug)]
pub struct Hint {
    /// What it does.
    pub insight: Insight,
    /// The estimated chance that its seat is the next to finish, 0 to 1.
    pub chance: f64,
}

/// A hint for each legal move, best first; none unless a move is expected. The first one is what
/// the strong bot plays.
#[must_use]
pub fn hints(position: &Position, rules: &Rules) -> Vec<Hint> {
    let estimates = Estimator::new(rules).estimates(position);
    estimates
        .into_iter()
        .filter_map(|estimate| {
            Some(Hint {
                insight: insight(position, rules, estimate.mv).ok()?,
                chance: estimate.chance,
            })
        })
        .collect()
}
