//! What must differ between the two databases, and nothing else.

use std::time::Duration;

use sqlx::Database;
use sqlx::migrate::Migrate;

use super::{Commit, Committed, Grown, Growth, Snapshot, StoreError};
use crate::game::GameId;

/// One database's ways.
pub(super) trait Dialect: Database<Connection: Migrate> {
    /// How a transaction that will write begins.
    const BEGIN: &'static str;

    /// The stamp of a write, asked inside its transaction (see [`super::Horizon`]).
    const STAMP: &'static str;

    /// The era, and what can be seen now: `xmin:xmax:xip,xip`.
    const HORIZON: &'static str;

    /// How the database is asked what time it is, if its clock is the one that counts.
    const NOW: Option<&'static str>;

    /// How long an answer may take before the connection is given up. Only a dead network or a
    /// dead server takes longer than the limits of the session; a file has no such limit.
    const DEADLINE: Option<Duration>;

    /// What has to be run before the migrations.
    const BEFORE_MIGRATE: &'static [&'static str];

    /// What has to be run after the migrations; safe to repeat.
    const AFTER_MIGRATE: &'static [&'static str];

    /// Whether an error of that code may be gone at the next attempt.
    fn passes(code: &str) -> bool;

    /// Whether a connection that answered with that code must not be used again.
    fn severs(code: &str) -> bool;

    /// The snapshots of a round.
    fn load(
        connection: &mut Self::Connection,
        games: &[GameId],
    ) -> impl Future<Output = Result<Vec<(GameId, Snapshot)>, StoreError>> + Send;

    /// A round in one transaction: all of it as answered, or an error and none of it.
    fn commit(
        connection: &mut Self::Connection,
        round: &[Commit],
    ) -> impl Future<Output = Result<Vec<Committed>, StoreError>> + Send;

    /// A growth of the tree in one transaction.
    fn grow(
        connection: &mut Self::Connection,
        growth: &Growth,
    ) -> impl Future<Output = Result<Grown, StoreError>> + Send;
}
