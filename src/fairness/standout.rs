//! Players and pairs of players who stand out of many. Accounts are in no log, so only their
//! number is told; each player learns of himself.

use serde::{Deserialize, Serialize};

use super::alarm::{suspicious, suspicious_bar};

/// How many players and pairs of players stand out.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Standouts {
    /// The rolls of each player.
    pub players: Standout,
    /// The rolls of two players in games with each other.
    pub pairs: Standout,
}

/// How many of some kind stand out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standout {
    /// All that had a roll.
    pub tested: u64,
    /// Those that stand out of so many.
    pub named: u64,
    /// The `ln E` from which on one stands out.
    pub ln_bar: f64,
}

impl Default for Standout {
    fn default() -> Self {
        Standout::of(&[], 0)
    }
}

/// A millionth of `ln E`, in which fortunes are stored.
const MILLION: f64 = 1e6;

impl Standout {
    /// The rich among so many, by their `ln E` in millionths; the poor may be left out.
    #[must_use]
    pub fn of(rich: &[i64], tested: u64) -> Standout {
        let ln_es: Vec<f64> = rich.iter().map(|ln_e| *ln_e as f64 / MILLION).collect();
        let many = usize::try_from(tested).unwrap_or(usize::MAX);
        let named = suspicious(&ln_es, many).len();
        Standout {
            tested,
            named: named as u64,
            ln_bar: suspicious_bar(many.max(1)) - libm::log(named.max(1) as f64),
        }
    }

    /// `ln E` in millionths, rounded down.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a fortune of 10^12 powers of e would take a trillion rolls"
    )]
    pub fn millionths(ln_e: f64) -> i64 {
        libm::floor(ln_e * MILLION) as i64
    }
}
