//! Writes, statement by statement: every write on SQLite, and on PostgreSQL all but plain moves.

use super::driver::{Driver, Value};
use super::memory::FORGET_AT_ONCE;
use super::{
    AccountWrite, AccountWritten, Answer, Commit, Committed, Due, Guard, Listing, OrdersFate,
    PeopleWritten, Player, Record, SecretHash, Session, SessionId, SessionTokens, Snapshot,
    StoreError, Vault, VaultFate, rows, sql, write_people,
};
use crate::game::{GameId, PlayerId};

/// One commit inside the transaction of its round.
pub(super) async fn commit<DB: Driver>(
    connection: &mut DB::Connection,
    commit: &Commit,
    stamp: i64,
) -> Result<Committed, StoreError> {
    if let Some(answer) = &commit.answer
        && key_is_taken::<DB>(connection, answer).await?
    {
        return Ok(Committed::KeyTaken);
    }
    if write_people::follows::<DB>(connection, commit).await? == PeopleWritten::Stale
        || !guard_holds::<DB>(connection, commit, stamp).await?
    {
        return Ok(Committed::Stale);
    }
    for record in &commit.records {
        add_event::<DB>(connection, commit.game, record).await?;
    }
    if let Some(answer) = &commit.answer {
        add_answer::<DB>(connection, commit.game, answer).await?;
    }
    change_seats::<DB>(connection, commit).await?;
    change_vault::<DB>(connection, commit).await?;
    change_times::<DB>(connection, commit).await?;
    write_people::after_commit::<DB>(connection, commit, stamp).await?;
    Ok(Committed::Done)
}

async fn key_is_taken<DB: Driver>(
    connection: &mut DB::Connection,
    answer: &Answer,
) -> Result<bool, StoreError> {
    let values = [Value::Bytes(&answer.principal.0), Value::Text(&answer.key)];
    Ok(!DB::all(connection, sql::ANSWER, &values).await?.is_empty())
}

/// Writes the row of the game, if its guard lets it.
async fn guard_holds<DB: Driver>(
    connection: &mut DB::Connection,
    commit: &Commit,
    stamp: i64,
) -> Result<bool, StoreError> {
    let rows = match &commit.guard {
        Guard::Create {
            listing, opening, ..
        } => {
            let mut values = creation(&commit.game, &commit.snapshot, listing).to_vec();
            values.push(Value::Int(commit.wait.seats));
            values.extend([opening.seats, opening.clock_s, stamp].map(Value::Int));
            DB::all(connection, sql::CREATE_GAME, &values).await?
        }
        Guard::At(expected) => {
            let [version, head, status, state, segment] = of_snapshot(&commit.snapshot);
            let id = Value::Bytes(&commit.game.0);
            let values = [
                version,
                head,
                status,
                state,
                segment,
                id,
                Value::Int(*expected),
                Value::Int(commit.wait.seats),
                Value::Int(stamp),
            ];
            DB::all(connection, sql::MOVE_GAME, &values).await?
        }
    };
    Ok(!rows.is_empty())
}

fn of_snapshot(snapshot: &Snapshot) -> [Value<'_>; 5] {
    [
        Value::Int(snapshot.version),
        Value::Bytes(&snapshot.head),
        Value::Int(snapshot.status.code()),
        Value::Text(&snapshot.state),
        Value::Bytes(&snapshot.segment),
    ]
}

fn creation<'a>(game: &'a GameId, snapshot: &'a Snapshot, listing: &'a Listing) -> [Value<'a>; 11] {
    let [version, head, status, state, segment] = of_snapshot(snapshot);
    [
        version,
        head,
        status,
        state,
        segment,
        Value::Bytes(&listing.owner.0),
        Value::Int(listing.public.code()),
        Value::Int(listing.created_at_us),
        Value::Text(&listing.ruleset),
        Value::Text(&listing.title),
        Value::Bytes(&game.0),
    ]
}

async fn add_event<DB: Driver>(
    connection: &mut DB::Connection,
    game: GameId,
    record: &Record,
) -> Result<(), StoreError> {
    let values = [
        Value::Bytes(&game.0),
        Value::Int(record.seq),
        Value::MaybeInt(record.roll),
        Value::Text(&record.payload),
        Value::Bytes(&record.hash),
    ];
    DB::all(connection, sql::ADD_EVENT, &values).await.map(drop)
}

async fn add_answer<DB: Driver>(
    connection: &mut DB::Connection,
    game: GameId,
    answer: &Answer,
) -> Result<(), StoreError> {
    let values = [
        Value::Bytes(&game.0),
        Value::Bytes(&answer.principal.0),
        Value::Text(&answer.key),
        Value::Bytes(&answer.fingerprint),
        Value::Int(answer.first_seq),
        Value::Int(answer.last_seq),
        Value::Int(answer.at_us),
    ];
    DB::all(connection, sql::ADD_ANSWER, &values)
        .await
        .map(drop)
}

async fn change_seats<DB: Driver>(
    connection: &mut DB::Connection,
    commit: &Commit,
) -> Result<(), StoreError> {
    let game = Value::Bytes(&commit.game.0);
    for (player, seats) in &commit.joined {
        let values = [Value::Bytes(&player.0), game, Value::Int(*seats)];
        DB::all(connection, sql::PUT_SEATS, &values).await?;
    }
    for player in &commit.left {
        let values = [Value::Bytes(&player.0), game];
        DB::all(connection, sql::DROP_SEAT, &values).await?;
    }
    Ok(())
}

async fn change_times<DB: Driver>(
    connection: &mut DB::Connection,
    commit: &Commit,
) -> Result<(), StoreError> {
    let game = Value::Bytes(&commit.game.0);
    match commit.wait.due {
        Due::Keep => {}
        Due::At(due_us) => {
            let values = [Value::Int(due_us), game];
            DB::all(connection, sql::timed::PUT_DUE, &values).await?;
        }
        Due::Never => drop(DB::all(connection, sql::timed::DROP_DUE, &[game]).await?),
    }
    match &commit.orders {
        OrdersFate::Keep => {}
        OrdersFate::Put(book) => {
            let values = [game, Value::Text(book)];
            DB::all(connection, sql::timed::PUT_ORDERS, &values).await?;
        }
        OrdersFate::Drop => drop(DB::all(connection, sql::timed::DROP_ORDERS, &[game]).await?),
    }
    Ok(())
}

async fn change_vault<DB: Driver>(
    connection: &mut DB::Connection,
    commit: &Commit,
) -> Result<(), StoreError> {
    if let Guard::Create { vault, .. } = &commit.guard {
        let Vault { secret, tops } = vault;
        let values = [
            Value::Bytes(&commit.game.0),
            Value::Bytes(secret),
            Value::Bytes(tops),
        ];
        DB::all(connection, sql::ADD_VAULT, &values).await?;
        let game = [Value::Bytes(&commit.game.0)];
        DB::all(connection, sql::audited::ADD_PENDING, &game).await?;
    }
    match commit.drop_vault {
        VaultFate::Keep => Ok(()),
        VaultFate::Drop => {
            let values = [Value::Bytes(&commit.game.0)];
            DB::all(connection, sql::DROP_VAULT, &values)
                .await
                .map(drop)
        }
    }
}

/// One write to the accounts, inside its transaction.
pub(super) async fn account<DB: Driver>(
    connection: &mut DB::Connection,
    write: &AccountWrite,
) -> Result<AccountWritten, StoreError> {
    match write {
        AccountWrite::Guest {
            player,
            device,
            app,
        } => guest::<DB>(connection, player, *device, app.as_deref()).await,
        AccountWrite::Rename { player, name } => rename::<DB>(connection, *player, name).await,
        AccountWrite::Open(session) => open::<DB>(connection, session).await,
        AccountWrite::Rotate {
            session,
            expected,
            tokens,
        } => rotate::<DB>(connection, *session, *expected, tokens).await,
        AccountWrite::Revoke(session) => {
            let rows = DB::all(connection, sql::REVOKE, &[Value::Bytes(&session.0)]).await?;
            Ok(done_if(&rows))
        }
    }
}

/// `Done` when the conditional statement met its row.
fn done_if<Row>(rows: &[Row]) -> AccountWritten {
    if rows.is_empty() {
        AccountWritten::Stale
    } else {
        AccountWritten::Done
    }
}

async fn guest<DB: Driver>(
    connection: &mut DB::Connection,
    player: &Player,
    device: Option<SecretHash>,
    app: Option<&str>,
) -> Result<AccountWritten, StoreError> {
    if let Some(SecretHash(hash)) = device {
        let found = DB::all(connection, sql::PLAYER_OF_DEVICE, &[Value::Bytes(&hash)]).await?;
        if let Some(row) = found.first() {
            return rows::player::<DB>(row).map(AccountWritten::Found);
        }
    }
    let values = [
        Value::Bytes(&player.id.0),
        Value::Text(&player.name),
        Value::Int(player.created_at_us),
    ];
    DB::all(connection, sql::ADD_PLAYER, &values).await?;
    if let Some(SecretHash(hash)) = device {
        let values = [Value::Bytes(&hash), Value::Bytes(&player.id.0)];
        DB::all(connection, sql::ADD_DEVICE, &values).await?;
    }
    if let Some(app) = app {
        let values = [Value::Bytes(&player.id.0), Value::Text(app)];
        DB::all(connection, sql::tallied::ADD_APP, &values).await?;
    }
    Ok(AccountWritten::Added(player.clone()))
}

async fn rename<DB: Driver>(
    connection: &mut DB::Connection,
    player: PlayerId,
    name: &str,
) -> Result<AccountWritten, StoreError> {
    let values = [Value::Bytes(&player.0), Value::Text(name)];
    Ok(done_if(&DB::all(connection, sql::RENAME, &values).await?))
}

async fn open<DB: Driver>(
    connection: &mut DB::Connection,
    session: &Session,
) -> Result<AccountWritten, StoreError> {
    let [token, previous, token_use, expires] = of_tokens(&session.tokens);
    let values = [
        Value::Bytes(&session.id.0),
        Value::Bytes(&session.player.0),
        token,
        previous,
        token_use,
        expires,
        Value::Int(session.state.code()),
        Value::Int(session.created_at_us),
    ];
    DB::all(connection, sql::ADD_SESSION, &values).await?;
    Ok(AccountWritten::Done)
}

async fn rotate<DB: Driver>(
    connection: &mut DB::Connection,
    session: SessionId,
    expected: SecretHash,
    tokens: &SessionTokens,
) -> Result<AccountWritten, StoreError> {
    let [token, previous, token_use, expires] = of_tokens(tokens);
    let (id, expected) = (Value::Bytes(&session.0), Value::Bytes(&expected.0));
    let values = [id, expected, token, previous, token_use, expires];
    Ok(done_if(&DB::all(connection, sql::ROTATE, &values).await?))
}

fn of_tokens(tokens: &SessionTokens) -> [Value<'_>; 4] {
    [
        Value::Bytes(&tokens.current.0),
        Value::MaybeBytes(tokens.previous.as_ref().map(|hash| hash.0.as_slice())),
        Value::Int(tokens.current_use.code()),
        Value::Int(tokens.expires_at_us),
    ]
}

/// One bounded piece of housekeeping: how many rows went.
pub(super) async fn forget<DB: Driver>(
    connection: &mut DB::Connection,
    statement: &'static str,
    before_us: i64,
) -> Result<u64, StoreError> {
    let most = i64::try_from(FORGET_AT_ONCE).expect("a thousand fits");
    let values = [Value::Int(before_us), Value::Int(most)];
    Ok(DB::all(connection, statement, &values).await?.len() as u64)
}
