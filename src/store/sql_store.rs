//! The store over SQL: the portable statements on whichever database it was opened.

use async_trait::async_trait;
use sqlx::Connection;

use super::driver::{Driver, Value, fault, in_time, severed};
use super::read::Readers;
use super::writer::Writer;
use super::{
    AccountWrite, AccountWritten, Answer, Commit, Committed, GameFilter, GameRow, Listing, Page,
    Player, Record, Session, SessionId, Snapshot, Store, StoreError, Vault, migrations, rows, sql,
    write,
};
use crate::game::{GameId, PlayerId};

/// A store on SQLite or PostgreSQL.
pub(super) struct SqlStore<DB: Driver> {
    pub(super) writer: Writer<DB>,
    pub(super) readers: Readers<DB>,
    /// The address without its secrets.
    pub(super) address: String,
}

impl<DB: Driver> std::fmt::Debug for SqlStore<DB> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SqlStore({})", self.address)
    }
}

impl<DB: Driver> SqlStore<DB> {
    pub(super) async fn read(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<DB::Row>, StoreError> {
        self.readers.all(&self.writer, sql, values).await
    }

    async fn load_once(&self, games: &[GameId]) -> Result<Vec<(GameId, Snapshot)>, StoreError> {
        let mut lease = self.writer.lease().await?;
        let loaded = in_time::<DB, _>(DB::load(lease.connection(), games)).await;
        lease.settle(loaded)
    }

    async fn commit_once(&self, round: &[Commit]) -> Result<Vec<Committed>, StoreError> {
        let mut lease = self.writer.lease().await?;
        let written = in_time::<DB, _>(DB::commit(lease.connection(), round)).await;
        lease.settle(written)
    }

    /// Each commit of a round that broke, by itself. Once the connection is lost the rest is
    /// not tried.
    async fn commit_alone(&self, round: &[Commit]) -> Vec<Committed> {
        let mut answers = Vec::with_capacity(round.len());
        let mut lost = None;
        for commit in round {
            if let Some(error) = &lost {
                answers.push(Committed::Failed(StoreError::clone(error)));
                continue;
            }
            match self.commit_once(std::slice::from_ref(commit)).await {
                Ok(answer) => answers.extend(answer),
                Err(error) => {
                    lost = severed::<DB>(&error).then(|| error.clone());
                    answers.push(Committed::Failed(error));
                }
            }
        }
        answers
    }

    async fn account_once(&self, write: &AccountWrite) -> Result<AccountWritten, StoreError> {
        let mut lease = self.writer.lease().await?;
        let written = account_in_transaction::<DB>(lease.connection(), write);
        let written = in_time::<DB, _>(written).await;
        lease.settle(written)
    }

    async fn forget(&self, sql: &'static str, before_us: i64) -> Result<u64, StoreError> {
        let mut lease = self.writer.lease().await?;
        let gone = write::forget::<DB>(lease.connection(), sql, before_us);
        let gone = in_time::<DB, _>(gone).await;
        lease.settle(gone)
    }
}

async fn account_in_transaction<DB: Driver>(
    connection: &mut DB::Connection,
    write: &AccountWrite,
) -> Result<AccountWritten, StoreError> {
    let mut transaction = connection
        .begin_with(DB::BEGIN)
        .await
        .map_err(fault::<DB>)?;
    let written = write::account::<DB>(&mut transaction, write).await?;
    transaction.commit().await.map_err(fault::<DB>)?;
    Ok(written)
}

async fn migrate<DB: Driver>(connection: &mut DB::Connection) -> Result<(), StoreError> {
    for statement in DB::BEFORE_MIGRATE {
        DB::all(connection, statement, &[]).await?;
    }
    let migrator = migrations::migrator();
    migrator
        .run_direct(None, connection, false)
        .await
        .map_err(|error| StoreError::Migration(error.into()))?;
    for statement in DB::AFTER_MIGRATE {
        DB::all(connection, statement, &[]).await?;
    }
    Ok(())
}

#[async_trait]
impl<DB: Driver> Store for SqlStore<DB> {
    /// The connection may have died while it was idle, so a lost one is replaced once.
    async fn load(&self, games: &[GameId]) -> Result<Vec<(GameId, Snapshot)>, StoreError> {
        match self.load_once(games).await {
            Err(error) if severed::<DB>(&error) => self.load_once(games).await,
            loaded => loaded,
        }
    }

    async fn commit(&self, round: &[Commit]) -> Result<Vec<Committed>, StoreError> {
        match self.commit_once(round).await {
            Err(error) if severed::<DB>(&error) => Err(error),
            Err(error) if round.len() == 1 => Ok(vec![Committed::Failed(error)]),
            Err(_) => Ok(self.commit_alone(round).await),
            written => written,
        }
    }

    /// Two processes may meet the same new device at once: the second look finds the player.
    async fn write_account(&self, write: &AccountWrite) -> Result<AccountWritten, StoreError> {
        match self.account_once(write).await {
            Err(StoreError::Contradiction) => self.account_once(write).await,
            written => written,
        }
    }

    async fn forget_answers(&self, before_us: i64) -> Result<u64, StoreError> {
        self.forget(sql::FORGET_ANSWERS, before_us).await
    }

    async fn forget_sessions(&self, before_us: i64) -> Result<u64, StoreError> {
        self.forget(sql::FORGET_SESSIONS, before_us).await
    }

    async fn migrate(&self) -> Result<(), StoreError> {
        let mut lease = self.writer.lease().await?;
        let migrated = migrate::<DB>(lease.connection()).await;
        lease.settle(migrated)
    }

    async fn snapshot(&self, game: GameId) -> Result<Option<Snapshot>, StoreError> {
        let found = self.read(sql::GAME, &[Value::Bytes(&game.0)]).await?;
        found.first().map(rows::snapshot::<DB>).transpose()
    }

    async fn listing(&self, game: GameId) -> Result<Option<Listing>, StoreError> {
        let found = self.read(sql::GAME, &[Value::Bytes(&game.0)]).await?;
        found.first().map(rows::listing::<DB>).transpose()
    }

    async fn vault(&self, game: GameId) -> Result<Option<Vault>, StoreError> {
        let found = self.read(sql::VAULT, &[Value::Bytes(&game.0)]).await?;
        found.first().map(rows::vault::<DB>).transpose()
    }

    async fn events(&self, game: GameId, first: i64, last: i64) -> Result<Vec<Record>, StoreError> {
        let values = [Value::Bytes(&game.0), Value::Int(first), Value::Int(last)];
        self.read(sql::EVENTS, &values)
            .await?
            .iter()
            .map(rows::record::<DB>)
            .collect()
    }

    async fn event_of_roll(&self, game: GameId, roll: i64) -> Result<Option<Record>, StoreError> {
        let values = [Value::Bytes(&game.0), Value::Int(roll)];
        let found = self.read(sql::EVENT_OF_ROLL, &values).await?;
        found.first().map(rows::record::<DB>).transpose()
    }

    async fn answer(
        &self,
        principal: PlayerId,
        key: &str,
    ) -> Result<Option<(GameId, Answer)>, StoreError> {
        let values = [Value::Bytes(&principal.0), Value::Text(key)];
        let found = self.read(sql::ANSWER, &values).await?;
        found.first().map(rows::answer::<DB>).transpose()
    }

    async fn games(&self, filter: GameFilter, page: Page) -> Result<Vec<GameRow>, StoreError> {
        let GameId(upper) = page.upper();
        let (below, limit) = (Value::Bytes(&upper), Value::Int(page.rows().into()));
        let found = match filter {
            GameFilter::Public(status) => {
                let values = [Value::Int(status.code()), below, limit];
                self.read(sql::GAMES_PUBLIC, &values).await?
            }
            GameFilter::Of(player) => {
                self.read(sql::GAMES_OF, &[Value::Bytes(&player.0), below, limit])
                    .await?
            }
            GameFilter::OfIn(player, status) => {
                let status = Value::Int(status.code());
                let values = [Value::Bytes(&player.0), below, limit, status];
                self.read(sql::GAMES_OF_IN, &values).await?
            }
        };
        found.iter().map(rows::game_row::<DB>).collect()
    }

    async fn players_at(&self, game: GameId) -> Result<Vec<Player>, StoreError> {
        let found = self.read(sql::PLAYERS_AT, &[Value::Bytes(&game.0)]).await?;
        found.iter().map(rows::player::<DB>).collect()
    }

    async fn player(&self, player: PlayerId) -> Result<Option<Player>, StoreError> {
        let found = self.read(sql::PLAYER, &[Value::Bytes(&player.0)]).await?;
        found.first().map(rows::player::<DB>).transpose()
    }

    async fn session(&self, session: SessionId) -> Result<Option<Session>, StoreError> {
        let found = self.read(sql::SESSION, &[Value::Bytes(&session.0)]).await?;
        found.first().map(rows::session::<DB>).transpose()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.read(sql::PING, &[]).await.map(drop)
    }
}
