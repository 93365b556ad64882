//! Every statement, once. [`ALL`] is prepared on both databases by a test.
//!
//! `$1` placeholders, explicit columns, a deterministic order, no clock, no sequence.
//! The statements of [`POSTGRES`] exist because a round must cost PostgreSQL one round trip.

pub mod audited;
pub mod people;
pub mod tallied;
pub mod timed;

/// The columns of a snapshot, then those of a listing, are always read in the order of this one.
pub const GAME: &str = "\
    select version, head, status, state, segment, owner, visibility, created_at_us, ruleset, title
    from games where id = $1";

/// One page of public games of a status.
pub const GAMES_PUBLIC: &str = "\
    select version, head, status, state, segment, owner, visibility, created_at_us, ruleset, title,
        id
    from games where visibility = 1 and status = $1 and id < $2 order by id desc limit $3";

/// One page of a player's games.
pub const GAMES_OF: &str = "\
    select g.version, g.head, g.status, g.state, g.segment, g.owner, g.visibility,
        g.created_at_us, g.ruleset, g.title, g.id
    from game_players p join games g on g.id = p.game_id
    where p.player_id = $1 and p.game_id < $2 order by p.game_id desc limit $3";

/// One page of a player's games of a status.
pub const GAMES_OF_IN: &str = "\
    select g.version, g.head, g.status, g.state, g.segment, g.owner, g.visibility,
        g.created_at_us, g.ruleset, g.title, g.id
    from game_players p join games g on g.id = p.game_id
    where p.player_id = $1 and p.game_id < $2 and g.status = $4
    order by p.game_id desc limit $3";

/// The sealed chain of a game.
pub const VAULT: &str = "select secret, tops from dice_vault where game_id = $1";

/// A bounded range of a log: `seq > x limit n` would sort the whole rest of it.
pub const EVENTS: &str = "\
    select seq, roll, payload, hash from events
    where game_id = $1 and seq >= $2 and seq <= $3 order by seq";

/// The event that carries a roll.
pub const EVENT_OF_ROLL: &str = "\
    select seq, roll, payload, hash from events
    where game_id = $1 and roll = $2 and roll is not null";

/// What answered a key.
pub const ANSWER: &str = "\
    select game_id, principal, key, fingerprint, first_seq, last_seq, at_us from answers
    where principal = $1 and key = $2";

/// The guard of a creation: no row comes back when the id is taken.
pub const CREATE_GAME: &str = "\
    insert into games (version, head, status, state, segment, owner, visibility, created_at_us,
        ruleset, title, id, awaits, seats, clock_s, changed)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    on conflict (id) do nothing returning version";

/// The guard of a move: no row comes back when the version is another one.
pub const MOVE_GAME: &str = "\
    update games set version = $1, head = $2, status = $3, state = $4, segment = $5, awaits = $8,
        changed = $9
    where id = $6 and version = $7 returning version";

/// One event. A taken `seq` or roll is an error on purpose.
pub const ADD_EVENT: &str = "\
    insert into events (game_id, seq, roll, payload, hash) values ($1, $2, $3, $4, $5)";

/// One idempotency row.
pub const ADD_ANSWER: &str = "\
    insert into answers (game_id, principal, key, fingerprint, first_seq, last_seq, at_us)
    values ($1, $2, $3, $4, $5, $6, $7)";

/// The seats that a player has now.
pub const PUT_SEATS: &str = "\
    insert into game_players (player_id, game_id, seats) values ($1, $2, $3)
    on conflict (player_id, game_id) do update set seats = excluded.seats";

/// A player leaves.
pub const DROP_SEAT: &str = "delete from game_players where player_id = $1 and game_id = $2";

/// The sealed chain of a new game.
pub const ADD_VAULT: &str = "\
    insert into dice_vault (game_id, secret, tops) values ($1, $2, $3)";

/// The game is over.
pub const DROP_VAULT: &str = "delete from dice_vault where game_id = $1";

/// Housekeeping, bounded.
pub const FORGET_ANSWERS: &str = "\
    delete from answers where (principal, key) in
        (select principal, key from answers where at_us < $1 order by at_us limit $2)
    returning at_us";

/// Housekeeping, bounded.
pub const FORGET_SESSIONS: &str = "\
    delete from sessions where id in
        (select id from sessions where expires_at_us < $1 order by expires_at_us limit $2)
    returning expires_at_us";

/// A player.
pub const PLAYER: &str = "select id, name, created_at_us from players where id = $1";

/// Who sits at a table.
pub const PLAYERS_AT: &str = "\
    select p.id, p.name, p.created_at_us
    from game_players s join players p on p.id = s.player_id
    where s.game_id = $1 order by p.id";

/// The player whom a device speaks for.
pub const PLAYER_OF_DEVICE: &str = "\
    select p.id, p.name, p.created_at_us
    from devices d join players p on p.id = d.player_id where d.device_hash = $1";

/// A new player.
pub const ADD_PLAYER: &str = "\
    insert into players (id, name, created_at_us) values ($1, $2, $3)";

/// A new device.
pub const ADD_DEVICE: &str = "insert into devices (device_hash, player_id) values ($1, $2)";

/// A new name.
pub const RENAME: &str = "update players set name = $2 where id = $1 returning created_at_us";

/// A session.
pub const SESSION: &str = "\
    select id, player_id, token_hash, previous_hash, token_use, expires_at_us, state, created_at_us
    from sessions where id = $1";

/// A new session.
pub const ADD_SESSION: &str = "\
    insert into sessions (id, player_id, token_hash, previous_hash, token_use, expires_at_us,
        state, created_at_us)
    values ($1, $2, $3, $4, $5, $6, $7, $8)";

/// New tokens, if the session is open (0) and its current token is the one expected.
pub const ROTATE: &str = "\
    update sessions set token_hash = $3, previous_hash = $4, token_use = $5, expires_at_us = $6
    where id = $1 and token_hash = $2 and state = 0 returning created_at_us";

/// The end (1) of a session.
pub const REVOKE: &str = "update sessions set state = 1 where id = $1 returning created_at_us";

/// The database answers.
pub const PING: &str = "select cast(1 as bigint)";

/// Every portable statement.
pub const ALL: &[&str] = &[
    GAME,
    GAMES_PUBLIC,
    GAMES_OF,
    GAMES_OF_IN,
    VAULT,
    EVENTS,
    EVENT_OF_ROLL,
    ANSWER,
    CREATE_GAME,
    MOVE_GAME,
    ADD_EVENT,
    ADD_ANSWER,
    PUT_SEATS,
    DROP_SEAT,
    ADD_VAULT,
    DROP_VAULT,
    FORGET_ANSWERS,
    FORGET_SESSIONS,
    PLAYER,
    PLAYERS_AT,
    PLAYER_OF_DEVICE,
    ADD_PLAYER,
    ADD_DEVICE,
    RENAME,
    SESSION,
    ADD_SESSION,
    ROTATE,
    REVOKE,
    PING,
];

/// PostgreSQL: the snapshots of a round.
pub const PG_LOAD: &str = "\
    select version, head, status, state, segment, id from games where id = any($1)";

/// PostgreSQL: a whole round of moves in one statement, so in one round trip and one transaction.
///
/// `asked` are the commits, `moved` those whose guard held; events and answers follow `moved`.
/// The answer is 0 done, 1 stale, 2 key taken, by `nth`. A unique violation refuses the statement
/// as a whole, and the round is then tried commit by commit.
///
/// `limit 1` makes the look-up of a key a probe for each commit, and `is true` makes `moved` a
/// hash that is asked, not a relation that is joined: both whatever the planner believes about
/// tables that were empty when it planned.
pub const PG_ROUND: &str = "\
    with asked as (
        select i.*, k.taken is not null as taken
        from unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bigint[],
            $6::text[], $7::bytea[], $8::bytea[], $9::text[], $10::bytea[], $11::bigint[],
            $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[])
            with ordinality as i (id, expected, version, head, status, state, segment,
                principal, key, fingerprint, first_seq, last_seq, at_us, awaits, due_us, nth)
        left join lateral (
            select k.at_us as taken from answers k
            where k.principal = i.principal and k.key = i.key limit 1
        ) k on true
    ), moved as (
        update games g set version = a.version, head = a.head, status = a.status,
            state = a.state, segment = a.segment, awaits = a.awaits,
            changed = pg_current_xact_id()::text::bigint
        from asked a where g.id = a.id and g.version = a.expected and not a.taken
        returning g.id
    ), logged as (
        insert into events (game_id, seq, roll, payload, hash)
        select r.game_id, r.seq, r.roll, r.payload, r.hash
        from unnest($16::bytea[], $17::bigint[], $18::bigint[], $19::text[], $20::bytea[])
            as r (game_id, seq, roll, payload, hash)
        where (r.game_id in (select id from moved)) is true
    ), answered as (
        insert into answers (game_id, principal, key, fingerprint, first_seq, last_seq, at_us)
        select a.id, a.principal, a.key, a.fingerprint, a.first_seq, a.last_seq, a.at_us
        from asked a where a.principal is not null and (a.id in (select id from moved)) is true
    ), timed as (
        insert into deadlines (game_id, due_us)
        select a.id, a.due_us from asked a
        where a.due_us is not null and (a.id in (select id from moved)) is true
        on conflict (game_id) do update set due_us = excluded.due_us
    )
    select nth, case when taken then 2 when id in (select id from moved) then 0 else 1 end::bigint
        as answer
    from asked";

/// PostgreSQL: a migration may take its time, and may wait for another process's.
pub const PG_BEFORE_MIGRATE: &[&str] = &["set statement_timeout = 0", "set lock_timeout = 0"];

/// PostgreSQL: room on each page for HOT updates of the snapshots, and the limits again.
pub const PG_AFTER_MIGRATE: &[&str] = &[
    "alter table games set (fillfactor = 70)",
    people::PG_FORGET_GAMES,
    people::PG_FORGET_ENDS,
    people::PG_FORGET_INVITATIONS,
    people::PG_FORGET_REMINDERS,
    people::PG_SETTLE,
    "reset statement_timeout",
    "reset lock_timeout",
];

/// SQLite: the version of the library.
pub const SQLITE_VERSION: &str = "select sqlite_version()";

/// Every statement that only PostgreSQL prepares.
pub const POSTGRES: &[&str] = &[
    PG_LOAD,
    PG_ROUND,
    audited::PG_GROW,
    people::PG_STAMP,
    people::PG_HORIZON,
    timed::PG_NOW,
];
