//! e-values: the fortune of somebody who bets 1 against the dice.
//!
//! With even dice a fortune is a martingale, however the rolls are chosen as long as they are
//! chosen before they fall: it ever reaches `x` with a chance of at most `1/x`, no matter how
//! often one looks (Ville). A p-value has no such property.

use super::counters::{Faces, Hits};

/// Strengths of the prior of the bets on faces: the smaller, the bigger the tilt it looks for.
pub const CONCENTRATIONS: [f64; 5] = [1.0, 10.0, 100.0, 1_000.0, 10_000.0];

/// Tilts of the bets on hits, in log odds, in either direction.
pub const TILTS: [f64; 10] = [0.01, -0.01, 0.03, -0.03, 0.1, -0.1, 0.3, -0.3, 0.8, -0.8];

/// `ln E` of face counts: the likelihood under six unknown chances with a symmetric Dirichlet
/// prior, against even faces; the mean over [`CONCENTRATIONS`].
///
/// For a concentration `a` this is the logarithm of
/// `Γ(6a) / Γ(6a + n) · Π Γ(a + n_k) / Γ(a) · 6^n`.
#[must_use]
pub fn ln_e(faces: &Faces) -> f64 {
    ln_mean(&CONCENTRATIONS.map(|a| ln_e_at(a, faces)))
}

/// The same for one concentration.
///
/// The gamma functions are written as Stirling's formula plus a small rest, and the large terms
/// are cancelled on paper: no digits are lost with a million rolls.
pub(super) fn ln_e_at(a: f64, faces: &Faces) -> f64 {
    let counts = faces.0.map(|count| a + count as f64);
    let sum = 6.0 * a + faces.total() as f64;
    let tilt = |count: f64| (count - 0.5) * libm::log1p((6.0 * count - sum) / sum);
    let even = 6.0 * a;
    let rest = stirling_rest(even) - stirling_rest(sum) - 6.0 * stirling_rest(a);
    let of_counts: f64 = counts
        .map(|count| tilt(count) + stirling_rest(count))
        .iter()
        .sum();
    of_counts + rest - 2.5 * libm::log(sum / even)
}

/// `ln Γ(x) - ((x - 1/2) ln x - x + ln(2π)/2)` for `x >= 1`.
fn stirling_rest(x: f64) -> f64 {
    let (mut x, mut rest) = (x, 0.0);
    while x < 16.0 {
        rest += (x + 0.5) * libm::log1p(1.0 / x) - 1.0;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = [
        1.0 / 1_188.0,
        -1.0 / 1_680.0,
        1.0 / 1_260.0,
        -1.0 / 360.0,
        1.0 / 12.0,
    ];
    rest + series.iter().fold(0.0, |sum, term| sum * square + term) / x
}

/// `ln E` of hits: for each tilt `λ` of [`TILTS`] the product of `e^(λ hit) / (1 - p + p e^λ)`
/// over the rolls, and the mean over the tilts.
#[must_use]
pub fn ln_e_hits(hits: &Hits) -> f64 {
    ln_mean(&TILTS.map(|tilt| ln_hits_at(tilt, hits)))
}

/// The same for one tilt.
pub(super) fn ln_hits_at(tilt: f64, hits: &Hits) -> f64 {
    let tallies = (1_u8..).zip(&hits.0);
    let paid: f64 = tallies
        .map(|(k, tally)| tally.rolls as f64 * ln_stake(tilt, f64::from(k) / 6.0))
        .sum();
    tilt * hits.hits() as f64 - paid
}

/// `ln(1 - p + p e^λ)`: what a bet of tilt `λ` on a chance `p` costs.
pub(super) fn ln_stake(tilt: f64, p: f64) -> f64 {
    libm::log1p(p * libm::expm1(tilt))
}

/// The logarithm of the mean of numbers that are given by their logarithms.
#[must_use]
pub fn ln_mean(logarithms: &[f64]) -> f64 {
    let greatest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logarithms.iter().map(|ln| libm::exp(ln - greatest)).sum();
    greatest + libm::log(sum / logarithms.len() as f64)
}

/// Between which numbers of sixes among `n` rolls the bet on sixes stays below a fortune. A path
/// of honest dice ever leaves this funnel with a chance of at most one over that fortune.
pub(super) fn six_funnel(n: f64, ln_bar: f64) -> (f64, f64) {
    let ln_fortune =
        |sixes: f64| ln_mean(&TILTS.map(|tilt| tilt * sixes - n * ln_stake(tilt, 1.0 / 6.0)));
    let edge = |far: f64| {
        let (mut inside, mut outside) = (n / 6.0, far);
        if ln_fortune(far) < ln_bar {
            return far;
        }
        for _ in 0..60 {
            let middle = f64::midpoint(inside, outside);
            if ln_fortune(middle) < ln_bar {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    (edge(0.0), edge(n))
}
