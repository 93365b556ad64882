//! Writes about people, and what a commit to a game does to them.

use sqlx::Connection;

use super::driver::{Driver, Value, fault};
use super::sql::people as sql;
use super::{
    Commit, Guard, Invitation, InvitationState, InvitesFate, PeopleWrite, PeopleWritten,
    StoreError, rows,
};
use crate::game::{GameId, PlayerId};

/// The stamp of the transaction that runs on a connection.
pub(super) async fn stamp<DB: Driver>(connection: &mut DB::Connection) -> Result<i64, StoreError> {
    let found = DB::all(connection, DB::STAMP, &[]).await?;
    let row = found.first().ok_or(StoreError::Corrupt("no stamp"))?;
    DB::int(row, 0)
}

pub(super) async fn in_transaction<DB: Driver>(
    connection: &mut DB::Connection,
    write: &PeopleWrite,
) -> Result<PeopleWritten, StoreError> {
    let mut transaction = connection
        .begin_with(DB::BEGIN)
        .await
        .map_err(fault::<DB>)?;
    let stamp = stamp::<DB>(&mut transaction).await?;
    let written = people::<DB>(&mut transaction, stamp, write).await?;
    transaction.commit().await.map_err(fault::<DB>)?;
    Ok(written)
}

async fn people<DB: Driver>(
    connection: &mut DB::Connection,
    stamp: i64,
    write: &PeopleWrite,
) -> Result<PeopleWritten, StoreError> {
    match write {
        PeopleWrite::Invite(invitation) => invite::<DB>(connection, stamp, invitation).await,
        PeopleWrite::Settle(key, state) => {
            let (player, game) = (&key.player, &key.game);
            settle::<DB>(connection, (player, game), *state, stamp).await
        }
        PeopleWrite::Expire { by_us } => {
            let values = [Value::Int(*by_us), Value::Int(stamp)];
            let expired = DB::all(connection, sql::EXPIRE, &values).await?;
            let expired = expired.iter().map(rows::invitation::<DB>);
            Ok(PeopleWritten::Expired(expired.collect::<Result<_, _>>()?))
        }
        PeopleWrite::Plan { player, reminders } => {
            let values = [Value::Bytes(&player.0), Value::Int(*reminders)];
            done_if(&DB::all(connection, sql::PUT_PLAN, &values).await?)
        }
        PeopleWrite::Remind(reminder) => {
            let values = [
                Value::Bytes(&reminder.player.0),
                Value::Bytes(&reminder.game.0),
                Value::Int(reminder.roll),
                Value::Int(reminder.before_s),
                Value::Int(reminder.due_us),
                Value::Int(stamp),
            ];
            done_if(&DB::all(connection, sql::REMIND, &values).await?)
        }
        PeopleWrite::Reminded { upto_us, keep_us } => {
            DB::all(connection, sql::FORGET_REMINDERS, &[Value::Int(*keep_us)]).await?;
            let values = [Value::Int(*upto_us)];
            done_if(&DB::all(connection, sql::PUT_REMINDED, &values).await?)
        }
        PeopleWrite::Mark { player, horizon } => {
            let mark = horizon.to_bytes();
            let values = [Value::Bytes(&player.0), Value::Bytes(&mark)];
            done_if(&DB::all(connection, sql::PUT_MARK, &values).await?)
        }
    }
}

/// `Done` when the conditional statement met its row.
#[expect(clippy::unnecessary_wraps, reason = "every arm of a write is a result")]
fn done_if<Row>(rows: &[Row]) -> Result<PeopleWritten, StoreError> {
    Ok(if rows.is_empty() {
        PeopleWritten::Stale
    } else {
        PeopleWritten::Done
    })
}

async fn invite<DB: Driver>(
    connection: &mut DB::Connection,
    stamp: i64,
    invitation: &Invitation,
) -> Result<PeopleWritten, StoreError> {
    let values = [
        Value::Bytes(&invitation.game.0),
        Value::Bytes(&invitation.player.0),
        Value::Bytes(&invitation.sender.0),
        Value::Int(invitation.seats),
        Value::Int(invitation.state.code()),
        Value::Int(invitation.created_at_us),
        Value::Int(invitation.expires_at_us),
        Value::Int(stamp),
    ];
    done_if(&DB::all(connection, sql::INVITE, &values).await?)
}

async fn settle<DB: Driver>(
    connection: &mut DB::Connection,
    (player, game): (&PlayerId, &GameId),
    state: InvitationState,
    stamp: i64,
) -> Result<PeopleWritten, StoreError> {
    let values = [
        Value::Bytes(&player.0),
        Value::Bytes(&game.0),
        Value::Int(state.code()),
        Value::Int(stamp),
    ];
    done_if(&DB::all(connection, sql::SETTLE, &values).await?)
}

/// Whether a new game may follow the one that it is to follow.
pub(super) async fn follows<DB: Driver>(
    connection: &mut DB::Connection,
    commit: &Commit,
) -> Result<PeopleWritten, StoreError> {
    let Guard::Create { opening, .. } = &commit.guard else {
        return Ok(PeopleWritten::Done);
    };
    let Some(before) = &opening.follows else {
        return Ok(PeopleWritten::Done);
    };
    let values = [Value::Bytes(&before.0), Value::Bytes(&commit.game.0)];
    done_if(&DB::all(connection, sql::FOLLOW, &values).await?)
}

/// What a commit that was written does to its players and to who is invited.
pub(super) async fn after_commit<DB: Driver>(
    connection: &mut DB::Connection,
    commit: &Commit,
    stamp: i64,
) -> Result<(), StoreError> {
    if let Guard::Create { opening, .. } = &commit.guard {
        for invitation in &opening.invitations {
            invite::<DB>(connection, stamp, invitation).await?;
        }
    }
    for (player, _) in &commit.joined {
        let accepted = InvitationState::Accepted;
        settle::<DB>(connection, (player, &commit.game), accepted, stamp).await?;
    }
    let values = [Value::Bytes(&commit.game.0), Value::Int(stamp)];
    match commit.invites {
        InvitesFate::Keep => {}
        InvitesFate::Close => drop(DB::all(connection, sql::CLOSE, &values).await?),
    }
    if commit.ends() {
        DB::all(connection, sql::END, &values).await?;
    }
    Ok(())
}
