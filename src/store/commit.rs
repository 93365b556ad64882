//! One atomic write to one game, and what became of it.

use crate::game::{GameId, PlayerId};

use super::{Listing, OrdersFate, Record, Snapshot, StoreError, Vault, Wait};

/// The condition under which a commit may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The game must not exist yet.
    Create {
        /// What is fixed from now on.
        listing: Listing,
        /// The sealed dice chain of the new game.
        vault: Vault,
    },
    /// The game must stand at this version.
    At(i64),
}

/// The idempotency row: which events answered that key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whose key it is.
    pub principal: PlayerId,
    /// The key that the client chose.
    pub key: String,
    /// SHA-256 of the request, to tell a retry from a reuse.
    pub fingerprint: [u8; 32],
    /// `seq` of the first event of the answer.
    pub first_seq: i64,
    /// `seq` of the last event of the answer.
    pub last_seq: i64,
    /// When it was answered, in microseconds since 1970 UTC.
    pub at_us: i64,
}

/// What a commit does with the sealed dice chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaultFate {
    /// The game goes on.
    Keep,
    /// The game is over and its secrets are published: delete the row.
    Drop,
}

/// Everything that one command writes: all of it, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The game that is written.
    pub game: GameId,
    /// When it may be written.
    pub guard: Guard,
    /// The state after the last record.
    pub snapshot: Snapshot,
    /// The new events, in order.
    pub records: Vec<Record>,
    /// The idempotency row, when the request had a key.
    pub answer: Option<Answer>,
    /// Players who took a seat, with all their seats from now on as a set: bit 0 is seat 1.
    pub joined: Vec<(PlayerId, i64)>,
    /// Players who have no seat any more.
    pub left: Vec<PlayerId>,
    /// What becomes of the vault.
    pub drop_vault: VaultFate,
    /// For whom the game waits from now on, and until when.
    pub wait: Wait,
    /// What becomes of the standing orders.
    pub orders: OrdersFate,
}

/// What became of one commit of a round.
#[derive(Debug)]
pub enum Committed {
    /// Written and durable.
    Done,
    /// Not written: the version moved on, or the id is taken.
    Stale,
    /// Not written: the idempotency key already has an answer.
    KeyTaken,
    /// Not written, or, when [`StoreError::is_transient`], possibly written: commit it again.
    Failed(StoreError),
}
