//! Bots: players that see what everybody sees.

use super::estimate::Estimator;
use super::greedy::merits;
use super::insight::insights;
use super::playout::Policy;
use crate::rules::{Move, Position, Rules};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal move.
    Random,
    /// By rules of thumb.
    Greedy,
    /// By estimated chances.
    Strong,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 3] = [Level::Random, Level::Greedy, Level::Strong];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
            Level::Strong => "strong",
        }
    }

    /// The level with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A player under one ruleset.
///
/// Its choice is a function of the position, the rules and the seed; the seed matters to
/// [`Level::Random`] alone.
#[derive(Clone, Debug)]
pub struct Bot<'r> {
    rules: &'r Rules,
    mind: Mind<'r>,
}

#[derive(Clone, Debug)]
enum Mind<'r> {
    Random,
    Greedy,
    Strong(Estimator<'r>),
}

impl<'r> Bot<'r> {
    /// A bot of that level.
    #[must_use]
    pub fn new(level: Level, rules: &'r Rules) -> Bot<'r> {
        let mind = match level {
            Level::Random => Mind::Random,
            Level::Greedy => Mind::Greedy,
            Level::Strong => Mind::Strong(Estimator::new(rules)),
        };
        Bot { rules, mind }
    }

    /// The move that the bot makes; `None` unless a move is expected.
    #[must_use]
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = position.legal_moves(self.rules);
        if let [only] = moves.as_slice() {
            return Some(*only);
        }
        match &self.mind {
            Mind::Random => Policy::Random.choose(position, self.rules, &moves, entropy(seed)),
            Mind::Greedy => insights(position, self.rules)
                .iter()
                .max_by_key(|insight| merits(insight))
                .map(|insight| insight.mv),
            Mind::Strong(estimator) => estimator.estimates(position).first().map(|best| best.mv),
        }
    }
}

/// 32 bits that look drawn, whatever the seeds look like (the last steps of `SplitMix64`).
const fn entropy(seed: u64) -> u32 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ (bits >> 31)) >> 32) as u32
}
