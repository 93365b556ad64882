//! Time over SQL.

use async_trait::async_trait;

use super::driver::{Driver, Value, in_time};
use super::sql::timed as sql;
use super::sql_store::SqlStore;
use super::{Awaiting, DueGame, Outage, StoreError, TimeStore, rows};
use crate::game::{GameId, PlayerId};

#[async_trait]
impl<DB: Driver> TimeStore for SqlStore<DB> {
    async fn now_us(&self) -> Result<Option<i64>, StoreError> {
        let Some(statement) = DB::NOW else {
            return Ok(None);
        };
        let found = self.read(statement, &[]).await?;
        found.first().map(|row| DB::int(row, 0)).transpose()
    }

    async fn due(
        &self,
        by_us: i64,
        after: Option<DueGame>,
        limit: u32,
    ) -> Result<Vec<DueGame>, StoreError> {
        let DueGame { due_us, game } = after.unwrap_or(BEFORE_ALL);
        let values = [
            Value::Int(by_us),
            Value::Int(due_us),
            Value::Bytes(&game.0),
            Value::Int(limit.into()),
        ];
        let found = self.read(sql::DUE, &values).await?;
        let due = |row| {
            Ok(DueGame {
                due_us: DB::int(row, 0)?,
                game: rows::game_id::<DB>(row, 1)?,
            })
        };
        found.iter().map(due).collect()
    }

    async fn orders(&self, game: GameId) -> Result<Option<String>, StoreError> {
        let found = self.read(sql::ORDERS, &[Value::Bytes(&game.0)]).await?;
        found.first().map(|row| DB::text(row, 0)).transpose()
    }

    async fn awaiting(
        &self,
        player: PlayerId,
        after: Option<DueGame>,
        limit: u32,
    ) -> Result<Vec<Awaiting>, StoreError> {
        let DueGame { due_us, game } = after.unwrap_or(BEFORE_ALL);
        let values = [
            Value::Bytes(&player.0),
            Value::Int(Awaiting::NO_DEADLINE),
            Value::Int(due_us),
            Value::Bytes(&game.0),
            Value::Int(limit.into()),
        ];
        let found = self.read(sql::AWAITING, &values).await?;
        let waiting = |row| {
            let due_us = DB::int(row, 11)?;
            Ok(Awaiting {
                due_us: (due_us != Awaiting::NO_DEADLINE).then_some(due_us),
                row: rows::game_row::<DB>(row)?,
            })
        };
        found.iter().map(waiting).collect()
    }

    async fn beat(&self, now_us: i64, gap_us: i64) -> Result<(), StoreError> {
        let mut lease = self.writer.lease().await?;
        let beaten = beat::<DB>(lease.connection(), now_us, gap_us);
        let beaten = in_time::<DB, _>(beaten).await;
        lease.settle(beaten)
    }

    async fn outages(&self, from_us: i64, until_us: i64) -> Result<Vec<Outage>, StoreError> {
        let values = [Value::Int(from_us), Value::Int(until_us)];
        let found = self.read(sql::OUTAGES, &values).await?;
        let outage = |row| {
            Ok(Outage {
                from_us: DB::int(row, 0)?,
                until_us: DB::int(row, 1)?,
            })
        };
        found.iter().map(outage).collect()
    }
}

/// Before every row of a page.
const BEFORE_ALL: DueGame = DueGame {
    due_us: i64::MIN,
    game: GameId([0; 16]),
};

/// The outage first: a process that dies between the two is followed by one that sees it again.
async fn beat<DB: Driver>(
    connection: &mut DB::Connection,
    now_us: i64,
    gap_us: i64,
) -> Result<(), StoreError> {
    let last = DB::all(connection, sql::BEAT, &[]).await?;
    let now = Value::Int(now_us);
    let Some(row) = last.first() else {
        return DB::all(connection, sql::ADD_BEAT, &[now]).await.map(drop);
    };
    let last_us = DB::int(row, 0)?;
    if now_us.saturating_sub(last_us) > gap_us {
        DB::all(connection, sql::ADD_OUTAGE, &[Value::Int(last_us), now]).await?;
    }
    DB::all(connection, sql::SET_BEAT, &[now]).await.map(drop)
}
