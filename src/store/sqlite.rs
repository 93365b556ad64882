//! SQLite: one writer, prepared inserts, the whole round in one `begin immediate`.

use std::time::Duration;

use sqlx::{Connection, Sqlite, SqliteConnection};

use super::dialect::Dialect;
use super::driver::{Driver, Value, fault};
use super::{
    Commit, Committed, Grown, Growth, Snapshot, StoreError, rows, sql, sql_audited, write,
    write_people,
};
use crate::game::GameId;

impl Dialect for Sqlite {
    const BEGIN: &'static str = "begin immediate";

    const STAMP: &'static str = sql::people::SQLITE_STAMP;

    const HORIZON: &'static str = sql::people::SQLITE_HORIZON;

    /// The file is on the machine of its one process.
    const NOW: Option<&'static str> = None;

    const DEADLINE: Option<Duration> = None;

    const BEFORE_MIGRATE: &'static [&'static str] = &[];

    const AFTER_MIGRATE: &'static [&'static str] = &[];

    /// The low byte is the primary code: busy, locked, out of memory, I/O error, full, cannot
    /// open, locking protocol.
    fn passes(code: &str) -> bool {
        let primary = code.parse::<u32>().map(|code| code & 0xff);
        primary.is_ok_and(|primary| matches!(primary, 5 | 6 | 7 | 10 | 13 | 14 | 15))
    }

    /// The connection is the file handle; it survives every error of a statement, and dropping
    /// it would lose a database in memory.
    fn severs(_code: &str) -> bool {
        false
    }

    async fn load(
        connection: &mut SqliteConnection,
        games: &[GameId],
    ) -> Result<Vec<(GameId, Snapshot)>, StoreError> {
        let mut found = Vec::with_capacity(games.len());
        for game in games {
            let rows = Self::all(connection, sql::GAME, &[Value::Bytes(&game.0)]).await?;
            if let Some(row) = rows.first() {
                found.push((*game, rows::snapshot::<Self>(row)?));
            }
        }
        Ok(found)
    }

    async fn commit(
        connection: &mut SqliteConnection,
        round: &[Commit],
    ) -> Result<Vec<Committed>, StoreError> {
        let mut transaction = connection
            .begin_with(Self::BEGIN)
            .await
            .map_err(fault::<Self>)?;
        let mut answers = Vec::with_capacity(round.len());
        let stamp = write_people::stamp::<Self>(&mut transaction).await?;
        for commit in round {
            answers.push(write::commit::<Self>(&mut transaction, commit, stamp).await?);
        }
        transaction.commit().await.map_err(fault::<Self>)?;
        Ok(answers)
    }

    async fn grow(connection: &mut SqliteConnection, growth: &Growth) -> Result<Grown, StoreError> {
        let mut transaction = connection
            .begin_with(Self::BEGIN)
            .await
            .map_err(fault::<Self>)?;
        let grown = sql_audited::grow::<Self>(&mut transaction, growth).await?;
        transaction.commit().await.map_err(fault::<Self>)?;
        Ok(grown)
    }
}
