//! The audit of a server, done again by a stranger from leaves and logs.

use std::collections::BTreeMap;
use std::fmt;

use super::game_audit::GameAudit;
use super::ledger::Ledger;
use super::publication::{AsOf, Publication};
use super::segment::{Mark, Segment};
use crate::audit::transparency::Leaf;
use crate::audit::transparency::merkle::{Edge, Hash};
use crate::game::{GameId, Head, ReplayError};

/// A ledger that believes nothing: each log must be what its leaf says, and the leaves must have
/// the root of each checkpoint.
#[derive(Debug, Default)]
pub struct Recount {
    ledger: Ledger,
    tree: Edge,
    /// How far each game had come.
    known: BTreeMap<GameId, u64>,
}

/// Why the figures cannot be recomputed.
#[derive(Debug)]
pub enum RecountError {
    /// A log does not replay.
    Damaged {
        /// Which event.
        seq: u64,
        /// Why.
        error: ReplayError,
    },
    /// The log ends before the event of its leaf.
    Short,
    /// The log has another hash at the event of its leaf.
    Fork,
    /// A leaf of the game stands at an event before that of an earlier leaf.
    Back,
    /// The leaves have another root than the checkpoint.
    Root {
        /// The checkpoint, by its size.
        size: u64,
    },
}

impl fmt::Display for RecountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecountError::Damaged { seq, error } => write!(f, "event {seq}: {error}"),
            RecountError::Short => f.write_str("the log ends before the event of its leaf"),
            RecountError::Fork => f.write_str("the log is not the one that its leaf commits to"),
            RecountError::Back => f.write_str("its leaf goes back behind an earlier one"),
            RecountError::Root { size } => {
                write!(f, "the leaves do not have the root of checkpoint {size}")
            }
        }
    }
}

impl std::error::Error for RecountError {}

impl Recount {
    /// Leaves that were taken.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.ledger.leaves()
    }

    /// Takes the next leaf with the log of its game, which may be longer by now.
    ///
    /// # Errors
    /// [`RecountError`]; the recount is then of no use.
    pub fn take<'a>(
        &mut self,
        leaf: &Leaf,
        log: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), RecountError> {
        let before = self.known.insert(leaf.game, leaf.seq);
        if before.is_some_and(|before| before >= leaf.seq) {
            return Err(RecountError::Back);
        }
        let segment = segment(leaf, before, log)?;
        self.ledger.take(&segment);
        self.tree.push(leaf.hash());
        Ok(())
    }

    /// Judges what was taken at a checkpoint.
    ///
    /// # Errors
    /// [`RecountError::Root`].
    pub fn close(&mut self, root: &Hash) -> Result<(), RecountError> {
        if self.tree.root() != *root {
            let size = self.leaves();
            return Err(RecountError::Root { size });
        }
        self.ledger.close();
        Ok(())
    }

    /// What the server publishes as of the last checkpoint.
    #[must_use]
    pub fn publication(&self) -> Publication {
        let root = self.tree.root();
        let root = Head(root).to_string();
        let size = self.leaves();
        Publication::of(&self.ledger, AsOf { size, root })
    }
}

fn segment<'a>(
    leaf: &Leaf,
    before: Option<u64>,
    log: impl IntoIterator<Item = &'a str>,
) -> Result<Segment, RecountError> {
    let mut log = log.into_iter();
    let first = log.next().ok_or(RecountError::Short)?;
    let damaged = |seq| move |error| RecountError::Damaged { seq, error };
    let mut audit = GameAudit::begin(leaf.game, first).map_err(damaged(0))?;
    let mut mark = (before == Some(0)).then(|| Mark::of(&audit));
    while audit.version() < leaf.seq {
        let line = log.next().ok_or(RecountError::Short)?;
        let seq = audit.version() + 1;
        audit.advance(line).map_err(damaged(seq))?;
        if before == Some(seq) {
            mark = Some(Mark::of(&audit));
        }
    }
    if audit.head() != leaf.head {
        return Err(RecountError::Fork);
    }
    Ok(Segment::since(mark, &audit))
}
