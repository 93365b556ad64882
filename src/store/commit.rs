//! One atomic write to one game, and what became of it.

use crate::game::{GameId, PlayerId};

use super::{Invitation, Listing, OrdersFate, Record, Snapshot, StoreError, Vault, Wait};

/// The condition under which a commit may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The game must not exist yet.
    Create {
        /// What is fixed from now on.
        listing: Listing,
        /// How the game is found, and for whom it is made.
        opening: Opening,
        /// The sealed dice chain of the new game.
        vault: Vault,
    },
    /// The game must stand at this version.
    At(i64),
}

/// How a new game is found, and for whom it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// How many seats it has.
    pub seats: i64,
    /// Seconds for a turn, or in a bank at first; 0 without a clock.
    pub clock_s: i64,
    /// The finished game whose players play again. It must have no other game that follows, but
    /// one that was called off: else the commit is stale.
    pub follows: Option<GameId>,
    /// Who is invited.
    pub invitations: Vec<Invitation>,
}

/// What a commit does with the open invitations to its game. Whoever takes a seat accepts theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitesFate {
    /// They stay.
    Keep,
    /// The game has begun, or is over: they are closed.
    Close,
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
    /// What becomes of the open invitations.
    pub invites: InvitesFate,
}

impl Commit {
    /// Whether nothing can happen in the game after it.
    pub(super) fn ends(&self) -> bool {
        self.drop_vault == VaultFate::Drop && self.snapshot.status.is_over()
    }
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
