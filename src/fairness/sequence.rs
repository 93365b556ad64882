//! What is kept of a growing sequence of rolls.

use serde::{Deserialize, Serialize};

use super::counters::Counters;
use super::observe::Observation;
use super::waits::{Droughts, Sets};

/// The counters of a sequence of rolls, and the waits in it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sequence {
    /// The counters.
    pub counters: Counters,
    /// The waits for a six.
    pub droughts: Droughts,
    /// The waits for all faces.
    pub sets: Sets,
}

impl Sequence {
    /// Counts the next roll.
    pub fn count(&mut self, roll: &Observation) {
        self.counters.count(roll);
        self.droughts.count(roll.face);
        self.sets.count(roll.face);
    }
}

impl<'a> Extend<&'a Observation> for Sequence {
    fn extend<I: IntoIterator<Item = &'a Observation>>(&mut self, rolls: I) {
        for roll in rolls {
            self.count(roll);
        }
    }
}
