//! What a witness does: it holds every checkpoint against the one before.

use super::merkle::Hash;
use super::note::Checkpoint;
use super::proof;

/// What two signed checkpoints of one log say together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The log is as it was.
    Same,
    /// The log grew and kept everything.
    Grown,
    /// The log has fewer leaves than it had.
    Shrunk,
    /// The two cannot be of one log: together they prove that the operator showed two histories.
    Forked,
    /// The log has grown, but the proof does not show that it kept everything.
    Unproven,
}

impl Verdict {
    /// Whether a witness goes on with the newer checkpoint.
    #[must_use]
    pub fn is_good(self) -> bool {
        match self {
            Verdict::Same | Verdict::Grown => true,
            Verdict::Shrunk | Verdict::Forked | Verdict::Unproven => false,
        }
    }
}

/// Judges a newer checkpoint by the one that was kept and a proof of consistency.
#[must_use]
pub fn judge(kept: &Checkpoint, newer: &Checkpoint, path: &[Hash]) -> Verdict {
    if newer.size < kept.size {
        return Verdict::Shrunk;
    }
    if newer.size == kept.size {
        return if newer.root == kept.root {
            Verdict::Same
        } else {
            Verdict::Forked
        };
    }
    let (old, new) = ((kept.size, &kept.root), (newer.size, &newer.root));
    if proof::consistent(old, new, path) {
        Verdict::Grown
    } else {
        Verdict::Unproven
    }
}
