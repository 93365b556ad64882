//! What is counted. Everything is a sum of whole numbers, so that any split of the rolls, counted
//! apart and added, gives the same counters.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::observe::Observation;
use super::strata::{Chance, Stratum};
use crate::rules::Die;

/// How often each face fell, 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Faces(pub [u64; 6]);

impl Faces {
    /// Counts one roll.
    pub fn count(&mut self, face: Die) {
        self.0[index(face)] += 1;
    }

    /// How often a face fell.
    #[must_use]
    pub fn of(&self, face: Die) -> u64 {
        self.0[index(face)]
    }

    /// How many rolls.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Faces) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own += more;
        }
    }
}

fn index(face: Die) -> usize {
    usize::from(face.get()) - 1
}

/// Answers to a question with `k` favourable faces, apart for each `k` from 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hits(pub [Tally; 5]);

/// Rolls and hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Rolls to which the question was put.
    pub rolls: u64,
    /// Those that fell on a favourable face.
    pub hits: u64,
}

impl Hits {
    /// Counts one answer. A question with 0 or 6 favourable faces is none and is not counted.
    pub fn count(&mut self, favourable: usize, hit: Hit) {
        if let Some(tally) = favourable.checked_sub(1).and_then(|k| self.0.get_mut(k)) {
            tally.rolls += 1;
            tally.hits += u64::from(hit == Hit::Yes);
        }
    }

    /// How many rolls were asked.
    #[must_use]
    pub fn rolls(&self) -> u64 {
        self.0.iter().map(|tally| tally.rolls).sum()
    }

    /// How many were hits.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.0.iter().map(|tally| tally.hits).sum()
    }

    /// How many hits even dice give on average: the sum of `p`.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.by_chance().map(|(p, n)| n * p).sum()
    }

    /// The variance of that number: the sum of `p (1 - p)`.
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.by_chance().map(|(p, n)| n * p * (1.0 - p)).sum()
    }

    /// How many standard deviations the hits are from what is expected; 0 without a roll.
    #[must_use]
    pub fn z(&self) -> f64 {
        let sd = self.variance().sqrt();
        if sd > 0.0 {
            (self.hits() as f64 - self.expected()) / sd
        } else {
            0.0
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Hits) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            own.rolls += more.rolls;
            own.hits += more.hits;
        }
    }

    fn by_chance(&self) -> impl Iterator<Item = (f64, f64)> {
        let tallies = (1_u8..).zip(&self.0);
        tallies.map(|(k, tally)| (f64::from(k) / 6.0, tally.rolls as f64))
    }
}

/// Whether a roll fell on a favourable face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// It did.
    Yes,
    /// It did not.
    No,
}

/// All that is counted of some rolls.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counters {
    /// The faces in each stratum; a stratum without a roll is left out.
    pub faces: BTreeMap<Stratum, Faces>,
    /// The answers to each question; a question that was never put is left out.
    pub hits: BTreeMap<Chance, Hits>,
}

impl Counters {
    /// Counts one roll.
    pub fn count(&mut self, roll: &Observation) {
        for stratum in roll.strata.iter() {
            self.faces.entry(stratum).or_default().count(roll.face);
        }
        for (chance, favourable, hit) in roll.questions() {
            let hits = self.hits.entry(chance).or_default();
            hits.count(favourable, hit);
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Counters) {
        for (stratum, faces) in &other.faces {
            self.faces.entry(*stratum).or_default().merge(faces);
        }
        for (chance, hits) in &other.hits {
            self.hits.entry(*chance).or_default().merge(hits);
        }
    }

    /// The faces in a stratum.
    #[must_use]
    pub fn of(&self, stratum: Stratum) -> Faces {
        self.faces.get(&stratum).copied().unwrap_or_default()
    }

    /// The answers to a question.
    #[must_use]
    pub fn answers(&self, chance: Chance) -> Hits {
        self.hits.get(&chance).copied().unwrap_or_default()
    }

    /// How often each face (column) followed each face (row).
    #[must_use]
    pub fn pairs(&self) -> [[u64; 6]; 6] {
        Die::ALL.map(|face| self.of(Stratum::after(face)).0)
    }
}

impl<'a> FromIterator<&'a Observation> for Counters {
    fn from_iter<I: IntoIterator<Item = &'a Observation>>(rolls: I) -> Self {
        let mut counters = Counters::default();
        for roll in rolls {
            counters.count(roll);
        }
        counters
    }
}
