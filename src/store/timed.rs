//! What the store knows about time: which games are due, for whom games wait, when the service was
//! out of order.

use async_trait::async_trait;

use super::{GameRow, StoreError};
use crate::game::{GameId, PlayerId};

/// For whom a game waits after a commit, and when the server has to look at it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The seat whose player is awaited, and in a lobby the free seats, as a set: bit 0 is seat 1.
    pub seats: i64,
    /// When the server has to look at it.
    pub due: Due,
}

/// When the server has to look at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// As before.
    Keep,
    /// Then, in microseconds since 1970 UTC.
    At(i64),
    /// Never.
    Never,
}

/// What a commit does with the standing orders of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrdersFate {
    /// They stay.
    Keep,
    /// They are these now.
    Put(String),
    /// There are none any more.
    Drop,
}

/// A game that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DueGame {
    /// Since when, in microseconds since 1970 UTC.
    pub due_us: i64,
    /// The game.
    pub game: GameId,
}

/// A time without service, in microseconds since 1970 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outage {
    /// The last sign of life before it.
    pub from_us: i64,
    /// The first one after it.
    pub until_us: i64,
}

/// A game that waits for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaiting {
    /// Its deadline; none if it has no clock.
    pub due_us: Option<i64>,
    /// The game.
    pub row: GameRow,
}

impl Awaiting {
    /// What comes after every deadline in a list.
    pub const NO_DEADLINE: i64 = i64::MAX;
}

/// The store, by the time.
#[async_trait]
pub trait TimeStore: Send + Sync {
    /// What time it is for the database that all processes share, in microseconds since 1970 UTC;
    /// none if the store has no clock but that of its process.
    async fn now_us(&self) -> Result<Option<i64>, StoreError>;

    /// A page of the games that are due by that time, the longest due first.
    async fn due(
        &self,
        by_us: i64,
        after: Option<DueGame>,
        limit: u32,
    ) -> Result<Vec<DueGame>, StoreError>;

    /// The standing orders at a table, as they were put.
    async fn orders(&self, game: GameId) -> Result<Option<String>, StoreError>;

    /// A page of the running games that wait for a player, by deadline, then by id.
    async fn awaiting(
        &self,
        player: PlayerId,
        after: Option<DueGame>,
        limit: u32,
    ) -> Result<Vec<Awaiting>, StoreError>;

    /// A sign of life. If the last one is older than `gap_us`, the time between is an outage. For
    /// the writer.
    async fn beat(&self, now_us: i64, gap_us: i64) -> Result<(), StoreError>;

    /// The outages that overlap an interval, in order.
    async fn outages(&self, from_us: i64, until_us: i64) -> Result<Vec<Outage>, StoreError>;
}
