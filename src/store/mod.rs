//! The log, the snapshots and the accounts: records in, records out, no rules.
//!
//! - [`Store`] is the contract; [`connect()`] opens one from a URL: SQLite or PostgreSQL.
//! - [`MemoryStore`] is the reference: what it answers is right by definition, and the two SQL
//!   stores are held to it by one suite.
//! - [`TimeStore`] is its part about time: due games, deadlines, outages.
//! - [`PeopleStore`] is its part about people: the feed, invitations, rematches, reminders.
//! - [`AuditStore`] is its part for auditors: the transparency log and the catalogue.
//! - [`TallyStore`] is its part for the audit of the dice.
//! - `sql` has every statement, `migrations/` the schema, one set for both databases.
//!
//! **Writes come from one task.** The writer half of [`Store`] is called by a single task that is
//! never cancelled and puts no timeout around a call: a cancelled `begin` would leave a connection
//! inside a transaction. The store itself gives up a connection that has answered nothing for
//! longer than its session allows. Reads may be cancelled at any time.
//!
//! **A commit is safe to send again.** Its guard is the version of the game, so after an unknown
//! outcome the identical commit is written once: the second attempt answers `Stale` or `KeyTaken`.

mod account;
mod audited;
mod commit;
mod connect;
mod dialect;
mod driver;
mod error;
mod horizon;
mod invitation;
mod listing;
mod memory;
mod migrations;
mod people;
mod postgres;
mod read;
mod record;
mod rows;
pub mod sql;
mod sql_audited;
mod sql_people;
mod sql_store;
mod sql_tallied;
mod sql_timed;
mod sqlite;
mod tallied;
mod timed;
mod write;
mod write_people;
mod writer;

pub use account::{
    AccountWrite, AccountWritten, Player, SecretHash, Session, SessionId, SessionState,
    SessionTokens, TokenUse,
};
pub use audited::{
    AuditStore, CatalogueRow, Grown, Growth, Leaf, Pending, Placed, TreeGames, TreeHead, TreeNode,
};
pub use commit::{Answer, Commit, Committed, Guard, InvitesFate, Opening, VaultFate};
pub use connect::{Limits, connect};
pub use error::StoreError;
pub use horizon::{Changes, Horizon};
pub use invitation::{Invitation, InvitationKey, InvitationState, Side};
pub use listing::{Found, GameFilter, GameRow, MOST_SEARCHED, Page, Search};
pub use memory::MemoryStore;
pub use migrations::MIGRATIONS;
pub use people::{
    ChangedGame, Counts, MOST_CHANGES, Nearing, Nearness, PeopleStore, PeopleWrite, PeopleWritten,
    Reminder,
};
pub use record::{Listing, Record, Snapshot, Status, Vault, Visibility};
pub use tallied::{
    AuditFrom, AuditStep, DiceAudit, Stepped, Tallied, TallyOf, TallyScope, TallyStore,
};
pub use timed::{Awaiting, Due, DueGame, OrdersFate, Outage, TimeStore, Wait};

use async_trait::async_trait;

use crate::game::{GameId, PlayerId};

/// Where games and accounts are kept.
///
/// # Errors
/// Every method answers a [`StoreError`] when the database does not do its part.
#[async_trait]
pub trait Store: AuditStore + PeopleStore + TallyStore + TimeStore + std::fmt::Debug {
    /// The snapshots of these games, in any order; a game that does not exist is left out.
    /// For the writer: it sees every commit that was answered `Done` before.
    async fn load(&self, games: &[GameId]) -> Result<Vec<(GameId, Snapshot)>, StoreError>;

    /// Writes a round: one transaction, an answer for each commit, in order.
    ///
    /// Each commit is all or nothing, and none hurts its neighbours: when the round as a whole
    /// cannot be written, each is tried alone. A game should be in a round at most once; a second
    /// commit to it is judged after the first. A commit whose key is taken answers `KeyTaken`
    /// whatever its version, so the writer need not look for a key before it decides.
    async fn commit(&self, round: &[Commit]) -> Result<Vec<Committed>, StoreError>;

    /// Writes to the accounts.
    async fn write_account(&self, write: &AccountWrite) -> Result<AccountWritten, StoreError>;

    /// Deletes idempotency rows that were answered before that time, at most 1,000 a call, and
    /// says how many. For the writer.
    async fn forget_answers(&self, before_us: i64) -> Result<u64, StoreError>;

    /// Deletes sessions that expired before that time, at most 1,000 a call, and says how many.
    /// For the writer.
    async fn forget_sessions(&self, before_us: i64) -> Result<u64, StoreError>;

    /// Brings the schema up to date. For the writer; safe to repeat.
    async fn migrate(&self) -> Result<(), StoreError>;

    /// The state of a game.
    async fn snapshot(&self, game: GameId) -> Result<Option<Snapshot>, StoreError>;

    /// What was fixed when the game was created.
    async fn listing(&self, game: GameId) -> Result<Option<Listing>, StoreError>;

    /// The sealed dice chain; none once the game is over.
    async fn vault(&self, game: GameId) -> Result<Option<Vault>, StoreError>;

    /// The events from `first` to `last`, both included, in order. The range bounds the cost.
    async fn events(&self, game: GameId, first: i64, last: i64) -> Result<Vec<Record>, StoreError>;

    /// The event that carries that roll.
    async fn event_of_roll(&self, game: GameId, roll: i64) -> Result<Option<Record>, StoreError>;

    /// What answered that key of that player.
    async fn answer(
        &self,
        principal: PlayerId,
        key: &str,
    ) -> Result<Option<(GameId, Answer)>, StoreError>;

    /// One page of games, newest first.
    async fn games(&self, filter: GameFilter, page: Page) -> Result<Vec<GameRow>, StoreError>;

    /// The players who sit at a table, in the order of their ids.
    async fn players_at(&self, game: GameId) -> Result<Vec<Player>, StoreError>;

    /// A player.
    async fn player(&self, player: PlayerId) -> Result<Option<Player>, StoreError>;

    /// A session, open or revoked.
    async fn session(&self, session: SessionId) -> Result<Option<Session>, StoreError>;

    /// Answers when the database does.
    async fn ping(&self) -> Result<(), StoreError>;
}
