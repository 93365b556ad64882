//! What auditors see of the store: the transparency log as records, and the catalogue of all games.

use async_trait::async_trait;

use super::{Status, StoreError};
use crate::game::GameId;

/// The head of a game's log at some time: a leaf of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The game.
    pub game: GameId,
    /// `seq` of its last event.
    pub seq: i64,
    /// The hash of that event.
    pub hash: [u8; 32],
    /// Where the game stood after it.
    pub status: Status,
}

/// A leaf in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its number, from 0, without gaps.
    pub index: i64,
    /// The leaf.
    pub leaf: Leaf,
}

/// A game whose last head may still have to be logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// `seq` of its newest leaf; none when it has no leaf yet.
    pub logged: Option<i64>,
    /// Its head as it stands.
    pub head: Leaf,
}

impl Pending {
    /// Whether something has happened since its newest leaf.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.logged.is_none_or(|logged| logged < self.head.seq)
    }
}

/// A complete node of the tree, by its place in the in-order walk.
pub type TreeNode = (i64, [u8; 32]);

/// The tree after one of its growths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeHead {
    /// How many leaves it has.
    pub size: i64,
    /// Its root.
    pub root: [u8; 32],
    /// When it grew to this size, in microseconds since 1970 UTC.
    pub at_us: i64,
    /// The games in it.
    pub games: TreeGames,
}

/// How many games have leaves in a tree, by what their newest leaf says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeGames {
    /// All of them.
    pub created: i64,
    /// Those played to their end.
    pub finished: i64,
    /// Those ended without a result.
    pub aborted: i64,
}

impl TreeGames {
    /// The counts after the leaf of a game whose head was pending.
    #[must_use]
    pub fn with(self, pending: &Pending) -> TreeGames {
        let is = |status| i64::from(pending.head.status == status);
        TreeGames {
            created: self.created + i64::from(pending.logged.is_none()),
            finished: self.finished + is(Status::Finished),
            aborted: self.aborted + is(Status::Aborted),
        }
    }
}

/// What is appended to the tree at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The size of the tree that it was computed on: the number of its first leaf.
    pub first: i64,
    /// The leaves, one a game; at most [`Growth::MOST`].
    pub leaves: Vec<Leaf>,
    /// The nodes that are complete from now on, leaves included.
    pub nodes: Vec<TreeNode>,
    /// The tree afterwards.
    pub head: TreeHead,
}

impl Growth {
    /// Leaves in one growth at most, so that no transaction is long.
    pub const MOST: u32 = 1_000;
}

/// What became of a growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grown {
    /// Written and durable.
    Done,
    /// Not written: the tree has another size.
    Stale,
}

/// A game in the catalogue: what stands in it, and nothing about its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueRow {
    /// Its head as it stands.
    pub head: Leaf,
    /// The name of its ruleset.
    pub ruleset: String,
    /// When it was created, in microseconds since 1970 UTC.
    pub created_at_us: i64,
}

/// The part of a store that auditors and the transparency log need.
///
/// # Errors
/// Every method answers a [`StoreError`] when the database does not do its part.
#[async_trait]
pub trait AuditStore: Send + Sync {
    /// Games whose last head may still have to be logged, in the order of their ids: at most
    /// [`Growth::MOST`], after that one. A game that is over and has its last leaf is not among
    /// them.
    async fn pending(&self, after: Option<GameId>) -> Result<Vec<Pending>, StoreError>;

    /// Appends to the tree, if it has the size that the growth was computed on. For the writer;
    /// safe to send again, and exact among several processes.
    async fn grow(&self, growth: &Growth) -> Result<Grown, StoreError>;

    /// Trees of `upto` leaves or fewer, the largest first, at most `limit`.
    async fn tree_heads(&self, upto: i64, limit: u32) -> Result<Vec<TreeHead>, StoreError>;

    /// These complete nodes, in any order; one that is not there is left out.
    async fn nodes(&self, positions: &[i64]) -> Result<Vec<TreeNode>, StoreError>;

    /// The leaves from `first` to `last`, both included, in order. The range bounds the cost.
    async fn leaves(&self, first: i64, last: i64) -> Result<Vec<Placed>, StoreError>;

    /// The newest leaf of a game among the first `size` leaves.
    async fn leaf_of(&self, game: GameId, size: i64) -> Result<Option<Placed>, StoreError>;

    /// The last leaves of games that are over, from number `first` on, at most `limit`. A game that
    /// ends later stands later: whoever goes on after the last one misses none.
    async fn final_leaves(&self, first: i64, limit: u32) -> Result<Vec<Placed>, StoreError>;

    /// Every game that was ever created, oldest first: those after `after`, at most `limit`.
    async fn catalogue(
        &self,
        status: Option<Status>,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<CatalogueRow>, StoreError>;

    /// How many games there are of each status that has any.
    async fn totals(&self) -> Result<Vec<(Status, i64)>, StoreError>;
}
