//! Classical statistics, for display only: no alarm hangs on a p-value.

/// Pearson's chi-squared of counts against equal chances; 0 without a roll.
#[must_use]
pub fn chi2(counts: &[u64]) -> f64 {
    let even = 1.0 / counts.len() as f64;
    chi2_against(counts, counts.iter().map(|_| even))
}

/// Pearson's chi-squared of counts against given chances; 0 without a roll.
#[must_use]
pub fn chi2_against(counts: &[u64], chances: impl IntoIterator<Item = f64>) -> f64 {
    let total = counts.iter().sum::<u64>() as f64;
    if total == 0.0 {
        return 0.0;
    }
    let cells = counts.iter().zip(chances);
    cells.fold(0.0, |sum, (count, chance)| {
        let expected = total * chance;
        let off = *count as f64 - expected;
        sum + off * off / expected
    })
}

/// The chance of a chi-squared of at least `x` with so many degrees of freedom.
///
/// The regularised gamma function `Q(df/2, x/2)`, by its recurrence from `Q(1/2, y) = erfc √y` or
/// `Q(1, y) = e^-y`: finite sums for whole degrees of freedom.
#[must_use]
pub fn chi2_tail(x: f64, df: u32) -> f64 {
    let half = x / 2.0;
    if half <= 0.0 {
        return 1.0;
    }
    let (mut shape, mut tail, mut term) = if df % 2 == 1 {
        let root = half.sqrt();
        (
            0.5,
            libm::erfc(root),
            libm::exp(-half) / (root * std::f64::consts::PI.sqrt()),
        )
    } else {
        (1.0, libm::exp(-half), libm::exp(-half))
    };
    while shape < f64::from(df) / 2.0 - 0.25 {
        term *= half / shape;
        tail += term;
        shape += 1.0;
    }
    tail.min(1.0)
}

/// The counts between which 99 of 100 honest runs of `n` rolls lie, for a question with so many
/// favourable faces: the exact quantiles of the binomial distribution at 0.5 % and 99.5 %.
#[must_use]
pub fn everyday_range(n: u64, favourable: u8) -> (u64, u64) {
    let sixths = u64::from(favourable.clamp(1, 5));
    let odds = sixths as f64 / (6 - sixths) as f64;
    let mode = (n + 1) * sixths / 6;
    let down = weights(n, mode, 1.0 / odds);
    let up = weights(n, n - mode, odds);
    let total = 1.0 + down.iter().sum::<f64>() + up.iter().sum::<f64>();
    (mode - outside(&down, total), mode + outside(&up, total))
}

/// The chances beside the mode, relative to it, as far as they matter: each step takes one of
/// `left` away from the one kind and gives it to the other.
fn weights(n: u64, left: u64, odds: f64) -> Vec<f64> {
    let mut weight = 1.0;
    (1..=left)
        .rev()
        .map(|left| {
            weight *= left as f64 / (n - left + 1) as f64 * odds;
            weight
        })
        .take_while(|weight| *weight > 1e-18)
        .collect()
}

/// How far from the mode the last half percent begins.
fn outside(weights: &[f64], total: f64) -> u64 {
    let mut beyond = 0.0;
    let inner = weights.iter().rev().skip_while(|weight| {
        beyond += *weight / total;
        beyond <= 0.005
    });
    inner.count() as u64
}
