//! When to worry.

use serde::{Deserialize, Serialize};

use super::strata::{Chance, Stratum};

/// The chance that honest dice ever raise an alarm of the whole family, however long one looks.
pub const ALPHA: f64 = 0.001;

/// How many things are tested together; fixed beforehand.
pub const FAMILY: usize = Stratum::ALL.len() + Chance::ALL.len();

/// The share of false ones among the games that are named, on average.
const FALSE_SHARE: f64 = 0.01;

/// What is tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tested {
    /// Whether the faces of a stratum fall evenly.
    Faces(Stratum),
    /// Whether a question is answered as often as it should be.
    Hits(Chance),
}

impl Tested {
    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tested::Faces(stratum) => stratum.name(),
            Tested::Hits(chance) => chance.name(),
        }
    }
}

/// A bet that became too rich. Alarms stay, even if the fortune is lost again afterwards.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Alarm {
    /// What was tested.
    pub tested: Tested,
    /// Rolls of that kind when it rang.
    pub rolls: u64,
    /// `ln E` at that moment.
    pub ln_e: f64,
    /// The checkpoint at which it rang, by its size; none if the rolls were bet on one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<u64>,
}

/// `ln(m / α)`: the fortune at which one member of a family of `m` rings.
#[must_use]
pub fn ln_threshold() -> f64 {
    libm::log(FAMILY as f64 / ALPHA)
}

/// `ln E` from which on a game is named if it is the only one of so many that stands out.
#[must_use]
pub fn suspicious_bar(games: usize) -> f64 {
    libm::log(games as f64 / FALSE_SHARE)
}

/// `ln E` below which nothing is named, however many stand out.
#[must_use]
pub fn candidate_bar() -> f64 {
    suspicious_bar(1)
}

/// Which of these stand out of so many, by their index: the e-value form of Benjamini and
/// Hochberg, which holds under any dependence. It takes the fortunes as they stand, not their
/// maxima. The others of the many may be left out if they are below [`candidate_bar`].
#[must_use]
pub fn suspicious(ln_es: &[f64], of: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ln_es.len()).collect();
    order.sort_by(|a, b| ln_es[*b].total_cmp(&ln_es[*a]));
    let bar = |rank: usize| suspicious_bar(of) - libm::log(rank as f64);
    let last = (1..=order.len())
        .rev()
        .find(|rank| ln_es[order[rank - 1]] >= bar(*rank));
    order.truncate(last.unwrap_or(0));
    order
}
