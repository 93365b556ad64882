//! People over SQL: what is read.

use async_trait::async_trait;

use super::driver::{Driver, Value, in_time};
use super::horizon::BOUND;
use super::sql::people as sql;
use super::sql_store::SqlStore;
use super::{
    ChangedGame, Changes, Counts, Found, Horizon, Invitation, InvitationKey, MOST_CHANGES,
    MOST_SEARCHED, Nearing, Nearness, Page, PeopleStore, PeopleWrite, PeopleWritten, Reminder,
    Search, Side, StoreError, rows, write_people,
};
use crate::game::{GameId, PlayerId};

/// The values of "since", for `$1` to `$10`.
fn since<'a>(player: &'a PlayerId, since: &Horizon) -> Vec<Value<'a>> {
    let (below, missing) = since.bounds();
    let mut values = Vec::with_capacity(BOUND + 4);
    values.extend([Value::Bytes(&player.0), Value::Int(below)]);
    values.extend(missing.map(Value::Int));
    values
}

fn changes<DB: Driver, T>(
    found: &[DB::Row],
    since: &Horizon,
    read: impl Fn(&DB::Row) -> Result<(i64, T), StoreError>,
) -> Result<Changes<T>, StoreError> {
    let rows = found.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Changes::of(rows, since, MOST_CHANGES))
}

#[async_trait]
impl<DB: Driver> PeopleStore for SqlStore<DB> {
    async fn horizon(&self) -> Result<Horizon, StoreError> {
        let found = self.read(DB::HORIZON, &[]).await?;
        let row = found.first().ok_or(StoreError::Corrupt("no horizon"))?;
        Horizon::parse(DB::int(row, 0)?, &DB::text(row, 1)?)
    }

    async fn changed_games(
        &self,
        player: PlayerId,
        horizon: &Horizon,
    ) -> Result<Changes<ChangedGame>, StoreError> {
        let mut values = since(&player, horizon);
        values.push(Value::Int(horizon.floor()));
        values.push(Value::Int(MOST_CHANGES.into()));
        let found = self.read(sql::CHANGED_GAMES, &values).await?;
        changes::<DB, _>(&found, horizon, rows::changed_game::<DB>)
    }

    async fn changed_invitations(
        &self,
        player: PlayerId,
        horizon: &Horizon,
    ) -> Result<Changes<Invitation>, StoreError> {
        let mut values = since(&player, horizon);
        values.push(Value::Int(MOST_CHANGES.into()));
        let received = self.read(sql::CHANGED_RECEIVED, &values).await?;
        let received = changes::<DB, _>(&received, horizon, rows::changed_invitation::<DB>)?;
        let sent = self.read(sql::CHANGED_SENT, &values).await?;
        let sent = changes::<DB, _>(&sent, horizon, rows::changed_invitation::<DB>)?;
        Ok(received.and(sent))
    }

    async fn changed_reminders(
        &self,
        player: PlayerId,
        horizon: &Horizon,
    ) -> Result<Changes<Reminder>, StoreError> {
        let mut values = since(&player, horizon);
        values.push(Value::Int(MOST_CHANGES.into()));
        let found = self.read(sql::CHANGED_REMINDERS, &values).await?;
        changes::<DB, _>(&found, horizon, rows::changed_reminder::<DB>)
    }

    async fn seated(&self, game: GameId) -> Result<Vec<PlayerId>, StoreError> {
        let found = self.read(sql::SEATED, &[Value::Bytes(&game.0)]).await?;
        let player = |row| rows::player_id::<DB>(row, 0);
        found.iter().map(player).collect()
    }

    async fn invitation(&self, key: InvitationKey) -> Result<Option<Invitation>, StoreError> {
        let values = [Value::Bytes(&key.player.0), Value::Bytes(&key.game.0)];
        let found = self.read(sql::INVITATION, &values).await?;
        found.first().map(rows::invitation::<DB>).transpose()
    }

    async fn invitations(
        &self,
        player: PlayerId,
        side: Side,
        before: Option<InvitationKey>,
        limit: u32,
    ) -> Result<Vec<Invitation>, StoreError> {
        let before = before.unwrap_or(InvitationKey::LAST);
        let values = [
            Value::Bytes(&player.0),
            Value::Bytes(&before.game.0),
            Value::Int(limit.into()),
            Value::Bytes(&before.player.0),
        ];
        let found = match side {
            Side::Received => self.read(sql::RECEIVED, &values[..3]).await?,
            Side::Sent => self.read(sql::SENT, &values).await?,
        };
        found.iter().map(rows::invitation::<DB>).collect()
    }

    async fn expiring(&self, by_us: i64) -> Result<bool, StoreError> {
        let found = self.read(sql::EXPIRING, &[Value::Int(by_us)]).await?;
        Ok(!found.is_empty())
    }

    async fn invited(&self, game: GameId) -> Result<Vec<Invitation>, StoreError> {
        let found = self.read(sql::INVITED, &[Value::Bytes(&game.0)]).await?;
        found.iter().map(rows::invitation::<DB>).collect()
    }

    async fn rematch(&self, game: GameId) -> Result<Option<GameId>, StoreError> {
        let found = self.read(sql::REMATCH, &[Value::Bytes(&game.0)]).await?;
        let next = |row| rows::game_id::<DB>(row, 0);
        found.first().map(next).transpose()
    }

    async fn counts(&self, player: PlayerId, now_us: i64) -> Result<Counts, StoreError> {
        let values = [Value::Bytes(&player.0), Value::Int(now_us)];
        let awaiting = self.read(sql::COUNT_AWAITING, &values[..1]).await?;
        let invitations = self.read(sql::COUNT_INVITATIONS, &values).await?;
        let count = |rows: &[DB::Row]| rows.first().map_or(Ok(0), |row| DB::int(row, 0));
        Ok(Counts {
            awaiting: count(&awaiting)?,
            invitations: count(&invitations)?,
        })
    }

    async fn mark(&self, player: PlayerId) -> Result<Option<Horizon>, StoreError> {
        let found = self.read(sql::MARK, &[Value::Bytes(&player.0)]).await?;
        let mark = |row| {
            let bytes = DB::bytes(row, 0)?;
            Horizon::from_bytes(&bytes).ok_or(StoreError::Corrupt("a mark"))
        };
        found.first().map(mark).transpose()
    }

    async fn plan(&self, player: PlayerId) -> Result<i64, StoreError> {
        let found = self.read(sql::PLAN, &[Value::Bytes(&player.0)]).await?;
        found.first().map_or(Ok(0), |row| DB::int(row, 0))
    }

    async fn reminded(&self) -> Result<Option<i64>, StoreError> {
        let found = self.read(sql::REMINDED, &[]).await?;
        found.first().map(|row| DB::int(row, 0)).transpose()
    }

    async fn nearing(
        &self,
        nearness: Nearness,
        after: Option<Nearing>,
        limit: u32,
    ) -> Result<Vec<Nearing>, StoreError> {
        let (due_us, game) = after.map_or((i64::MIN, GameId([0; 16])), |after| {
            (after.due_us, after.game)
        });
        let values = [
            Value::Int(nearness.after_us),
            Value::Int(nearness.upto_us),
            Value::Int(nearness.wanted),
            Value::Int(due_us),
            Value::Bytes(&game.0),
            Value::Int(limit.into()),
        ];
        let found = self.read(sql::NEARING, &values).await?;
        found.iter().map(rows::nearing::<DB>).collect()
    }

    async fn search(&self, search: &Search, page: Page) -> Result<Found, StoreError> {
        let (status, upper) = (Value::Int(search.status.code()), page.upper());
        let edge = [
            status,
            Value::Bytes(&upper.0),
            Value::Int(i64::from(MOST_SEARCHED) - 1),
        ];
        let edge = self.read(sql::SEARCH_EDGE, &edge).await?;
        let edge = edge.first().map(|row| rows::game_id::<DB>(row, 0));
        let edge = edge.transpose()?;
        let lowest = edge.unwrap_or(GameId([0; 16]));
        let values = [
            status,
            Value::Bytes(&upper.0),
            Value::Bytes(&lowest.0),
            Value::Int(page.rows().into()),
            Value::Int(search.seats.0),
            Value::Int(search.seats.1),
            Value::Int(search.free),
            Value::Int(search.clock_s.0),
            Value::Int(search.clock_s.1),
            Value::Text(&search.ruleset),
        ];
        let found = self.read(sql::SEARCH, &values).await?;
        let rows: Vec<_> = found
            .iter()
            .map(rows::game_row::<DB>)
            .collect::<Result<_, _>>()?;
        Ok(Found::of(rows, edge, page))
    }

    async fn write_people(&self, write: &PeopleWrite) -> Result<PeopleWritten, StoreError> {
        let mut lease = self.writer.lease().await?;
        let written = write_people::in_transaction::<DB>(lease.connection(), write);
        let written = in_time::<DB, _>(written).await;
        lease.settle(written)
    }
}
