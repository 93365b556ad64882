//! What the rolls so far tell of the next one, if the dice have a memory.

use super::counters::Faces;
use crate::rules::{Die, FaceSet, MAX_SEATS};

/// The rolls of one game so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    /// The latest first.
    last: [Option<Die>; MAX_SEATS],
    faces: Faces,
    /// The faces since the set of six was last complete.
    set: Vec<Die>,
}

impl Past {
    pub(super) fn count(&mut self, face: Die) {
        self.last.rotate_right(1);
        self.last[0] = Some(face);
        self.faces.count(face);
        if !self.set.contains(&face) {
            self.set.push(face);
        }
        if self.set.len() == Die::ALL.len() {
            self.set.clear();
        }
    }

    /// The roll so many rolls before the next one: 1 for the last one.
    pub(super) fn lag(&self, rolls: usize) -> Option<Die> {
        *self.last.get(rolls.checked_sub(1)?)?
    }

    /// The faces that have fallen less often than a sixth of the time.
    pub(super) fn behind(&self) -> FaceSet {
        let rolls = self.faces.total();
        let late = |face: &Die| 6 * self.faces.of(*face) < rolls;
        Die::ALL.into_iter().filter(late).collect()
    }

    /// The faces that are missing from the set; none before its first face.
    pub(super) fn missing(&self) -> FaceSet {
        let missing = |face: &Die| !self.set.is_empty() && !self.set.contains(face);
        Die::ALL.into_iter().filter(missing).collect()
    }
}
