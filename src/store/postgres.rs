//! PostgreSQL: a round of moves is one statement; what is rarer goes row by row beside it.

mod growth;

use std::collections::HashSet;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{Connection, PgConnection, Postgres};

use super::dialect::Dialect;
use super::driver::{Driver, fault};
use super::{
    Commit, Committed, Due, Grown, Growth, Guard, InvitesFate, OrdersFate, Snapshot, StoreError,
    VaultFate, rows, sql, write, write_people,
};
use crate::game::GameId;

impl Dialect for Postgres {
    const BEGIN: &'static str = "begin";

    const STAMP: &'static str = sql::people::PG_STAMP;

    const HORIZON: &'static str = sql::people::PG_HORIZON;

    const NOW: Option<&'static str> = Some(sql::timed::PG_NOW);

    const DEADLINE: Option<Duration> = Some(Duration::from_secs(15));

    const BEFORE_MIGRATE: &'static [&'static str] = sql::PG_BEFORE_MIGRATE;

    const AFTER_MIGRATE: &'static [&'static str] = sql::PG_AFTER_MIGRATE;

    /// Classes 08 (connection), 53 (resources), 57 (shutdown, cancelled by a timeout), 58 (system);
    /// serialization failure, deadlock, lock timeout; and a plan that a migration outdated.
    fn passes(code: &str) -> bool {
        let class = code.get(..2).unwrap_or_default();
        matches!(class, "08" | "53" | "57" | "58")
            || matches!(code, "40001" | "40P01" | "55P03" | "0A000")
    }

    fn severs(code: &str) -> bool {
        code.starts_with("08") || code.starts_with("57P") || code == "0A000"
    }

    async fn load(
        connection: &mut PgConnection,
        games: &[GameId],
    ) -> Result<Vec<(GameId, Snapshot)>, StoreError> {
        let ids: Vec<&[u8]> = games.iter().map(|game| game.0.as_slice()).collect();
        let query = sqlx::query(sql::PG_LOAD).bind(ids);
        let found = query.fetch_all(connection).await.map_err(fault::<Self>)?;
        found
            .iter()
            .map(|row| Ok((rows::game_id::<Self>(row, 5)?, rows::snapshot::<Self>(row)?)))
            .collect()
    }

    /// A round of moves only is a transaction by itself; another one gets its own.
    async fn commit(
        connection: &mut PgConnection,
        round: &[Commit],
    ) -> Result<Vec<Committed>, StoreError> {
        let (moves, others) = sort(round);
        if others.is_empty() {
            return answers(round.len(), write_moves(connection, moves).await?);
        }
        let mut transaction = connection.begin().await.map_err(fault::<Self>)?;
        let mut written = Vec::with_capacity(round.len());
        if !moves.is_empty() {
            written = write_moves(&mut transaction, moves).await?;
        }
        let stamp = write_people::stamp::<Self>(&mut transaction).await?;
        for (nth, commit) in others {
            let answer = write::commit::<Self>(&mut transaction, commit, stamp).await?;
            written.push((nth, answer));
        }
        transaction.commit().await.map_err(fault::<Self>)?;
        answers(round.len(), written)
    }

    async fn grow(connection: &mut PgConnection, growth: &Growth) -> Result<Grown, StoreError> {
        growth::grow(connection, growth).await
    }
}

/// A commit and its place in the round.
type Nth<'a> = (usize, &'a Commit);

/// The plain moves, in the order of their ids so that two processes lock alike, and the others.
/// A second commit to one game is never a plain move: it is judged after the first.
fn sort(round: &[Commit]) -> (Vec<Nth<'_>>, Vec<Nth<'_>>) {
    let mut seen = HashSet::with_capacity(round.len());
    let (mut moves, others): (Vec<_>, Vec<_>) =
        round.iter().enumerate().partition(|(_, commit)| {
            let first = seen.insert(commit.game);
            first && expected(commit).is_some()
        });
    moves.sort_by_key(|(_, commit)| commit.game);
    (moves, others)
}

/// The version that a plain move expects: one that changes neither seats nor vault nor standing
/// orders nor invitations, and ends no deadline for good.
fn expected(commit: &Commit) -> Option<i64> {
    let plain = commit.joined.is_empty()
        && commit.left.is_empty()
        && commit.drop_vault == VaultFate::Keep
        && commit.orders == OrdersFate::Keep
        && commit.invites == InvitesFate::Keep
        && commit.wait.due != Due::Never;
    match commit.guard {
        Guard::At(version) if plain => Some(version),
        Guard::At(_) | Guard::Create { .. } => None,
    }
}

/// The new deadline of a plain move.
fn due(commit: &Commit) -> Option<i64> {
    match commit.wait.due {
        Due::At(due_us) => Some(due_us),
        Due::Keep | Due::Never => None,
    }
}

/// The answers in the order of the round.
fn answers(
    round: usize,
    mut written: Vec<(usize, Committed)>,
) -> Result<Vec<Committed>, StoreError> {
    written.sort_by_key(|(nth, _)| *nth);
    if written.len() != round {
        return Err(StoreError::Corrupt("the answer to a round"));
    }
    Ok(written.into_iter().map(|(_, answer)| answer).collect())
}

async fn write_moves(
    connection: &mut PgConnection,
    moves: Vec<Nth<'_>>,
) -> Result<Vec<(usize, Committed)>, StoreError> {
    let query = bind_events(bind_games(sqlx::query(sql::PG_ROUND), &moves), &moves);
    let rows = query
        .fetch_all(connection)
        .await
        .map_err(fault::<Postgres>)?;
    rows.iter().map(|row| answer_of(row, &moves)).collect()
}

fn answer_of(row: &PgRow, moves: &[Nth<'_>]) -> Result<(usize, Committed), StoreError> {
    let asked = usize::try_from(Postgres::int(row, 0)? - 1)
        .ok()
        .and_then(|at| moves.get(at));
    let (nth, _) = asked.ok_or(StoreError::Corrupt("the place in a round"))?;
    let answer = match Postgres::int(row, 1)? {
        0 => Committed::Done,
        1 => Committed::Stale,
        2 => Committed::KeyTaken,
        _ => return Err(StoreError::Corrupt("the answer to a commit")),
    };
    Ok((*nth, answer))
}

type Bound<'q> = Query<'q, Postgres, PgArguments>;

/// One array a column.
fn column<'m, T>(moves: &'m [Nth<'m>], of: impl FnMut(&'m Commit) -> T) -> Vec<T> {
    moves.iter().map(|(_, commit)| *commit).map(of).collect()
}

/// `$1` to `$15`: a game, its idempotency row, and for whom and until when it waits.
fn bind_games<'q>(query: Bound<'q>, moves: &[Nth<'_>]) -> Bound<'q> {
    query
        .bind(column(moves, |commit| commit.game.0.as_slice()))
        .bind(column(moves, expected))
        .bind(column(moves, |commit| commit.snapshot.version))
        .bind(column(moves, |commit| commit.snapshot.head.as_slice()))
        .bind(column(moves, |commit| commit.snapshot.status.code()))
        .bind(column(moves, |commit| commit.snapshot.state.as_str()))
        .bind(column(moves, |commit| commit.snapshot.segment.as_slice()))
        .bind(column(moves, |commit| {
            commit.answer.as_ref().map(|row| row.principal.0.as_slice())
        }))
        .bind(column(moves, |commit| {
            commit.answer.as_ref().map(|row| row.key.as_str())
        }))
        .bind(column(moves, |commit| {
            commit.answer.as_ref().map(|row| row.fingerprint.as_slice())
        }))
        .bind(column(moves, |commit| {
            commit.answer.as_ref().map(|row| row.first_seq)
        }))
        .bind(column(moves, |commit| {
            commit.answer.as_ref().map(|row| row.last_seq)
        }))
        .bind(column(moves, |commit| {
            commit.answer.as_ref().map(|row| row.at_us)
        }))
        .bind(column(moves, |commit| commit.wait.seats))
        .bind(column(moves, due))
}

/// `$16` to `$20`: the events of all games.
fn bind_events<'q>(query: Bound<'q>, moves: &[Nth<'_>]) -> Bound<'q> {
    let events = || {
        moves.iter().flat_map(|(_, commit)| {
            commit
                .records
                .iter()
                .map(|record| (commit.game.0.as_slice(), record))
        })
    };
    query
        .bind(events().map(|(game, _)| game).collect::<Vec<_>>())
        .bind(events().map(|(_, record)| record.seq).collect::<Vec<_>>())
        .bind(events().map(|(_, record)| record.roll).collect::<Vec<_>>())
        .bind(
            events()
                .map(|(_, record)| record.payload.as_str())
                .collect::<Vec<_>>(),
        )
        .bind(
            events()
                .map(|(_, record)| record.hash.as_slice())
                .collect::<Vec<_>>(),
        )
}
