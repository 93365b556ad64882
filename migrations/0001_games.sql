-- One portable set for PostgreSQL and SQLite: bigint, text and bytea only; every value comes from
-- the program (no sequence, no clock, no default); every key leads with a game or a player, so the
-- tables can be distributed; no foreign key crosses tables. Times are microseconds since 1970 UTC.

-- One row a game: the snapshot that a command needs, and what lists show.
-- status: 0 lobby, 1 playing, 2 finished, 3 aborted. visibility: 0 private, 1 public.
-- No index may name a column that changes at every move (HOT updates on PostgreSQL).
create table games (
    version bigint not null,
    status bigint not null,
    visibility bigint not null,
    created_at_us bigint not null,
    id bytea not null primary key,
    owner bytea not null,
    head bytea not null,
    ruleset text not null,
    title text not null,
    segment bytea not null,
    state text not null
);

create index games_public on games (status, id) where visibility = 1;

-- The append-only log. payload is the exact text that was hashed; roll numbers the dice, if any.
create table events (
    seq bigint not null,
    roll bigint,
    game_id bytea not null,
    hash bytea not null,
    payload text not null,
    primary key (game_id, seq)
);

create unique index events_roll on events (game_id, roll) where roll is not null;

-- Which events answered which idempotency key of which player.
create table answers (
    first_seq bigint not null,
    last_seq bigint not null,
    at_us bigint not null,
    principal bytea not null,
    game_id bytea not null,
    fingerprint bytea not null,
    key text not null,
    primary key (principal, key)
);

create index answers_at on answers (at_us);

-- Who has a seat where, for the list of a player's games.
create table game_players (
    player_id bytea not null,
    game_id bytea not null,
    primary key (player_id, game_id)
);

-- Who sits at a table, for their names.
create index game_players_by_game on game_players (game_id);

-- The sealed server chain of a running game; the row goes when the game is over.
create table dice_vault (
    game_id bytea not null primary key,
    secret bytea not null,
    tops bytea not null
);
