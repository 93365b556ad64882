//! Droughts and streaks: the longest of a player, and how common that is.

use serde::{Deserialize, Serialize};

use crate::rules::Die;

/// The runs of one player's rolls in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Runs {
    /// Rolls.
    pub rolls: u64,
    /// The longest stretch without a six.
    pub drought: u64,
    /// The most equal faces in a row.
    pub streak: u64,
    dry: u64,
    equal: u64,
    last: u8,
}

impl Runs {
    /// Counts one roll.
    pub fn count(&mut self, face: Die) {
        self.rolls += 1;
        self.dry = if face == Die::Six { 0 } else { self.dry + 1 };
        self.equal = if face.get() == self.last {
            self.equal + 1
        } else {
            1
        };
        self.last = face.get();
        self.drought = self.drought.max(self.dry);
        self.streak = self.streak.max(self.equal);
    }

    /// The chance that a player with so many rolls meets a drought at least as long.
    #[must_use]
    pub fn drought_chance(&self) -> f64 {
        run_probability(self.rolls, self.drought, 5.0 / 6.0)
    }

    /// The chance of a streak at least as long.
    #[must_use]
    pub fn streak_chance(&self) -> f64 {
        let repeats = self.streak.saturating_sub(1);
        run_probability(self.rolls.saturating_sub(1), repeats, 1.0 / 6.0)
    }
}

/// The chance that `n` trials of chance `q` hold a run of at least `length` successes.
///
/// `none(i)`, the chance that the first `i` trials hold no such run, falls with each trial by the
/// chance that the first run ends there: a failure before it, and no run before that.
#[must_use]
pub fn run_probability(n: u64, length: u64, q: f64) -> f64 {
    if length == 0 {
        return 1.0;
    }
    let (Ok(n), Ok(length)) = (usize::try_from(n), usize::try_from(length)) else {
        return 0.0;
    };
    if n < length {
        return 0.0;
    }
    let run = libm::pow(q, length as f64);
    let mut none = vec![1.0; length];
    none.push(1.0 - run);
    for i in length + 1..=n {
        none.push(none[i - 1] - (1.0 - q) * run * none[i - length - 1]);
    }
    (1.0 - none[n]).clamp(0.0, 1.0)
}
