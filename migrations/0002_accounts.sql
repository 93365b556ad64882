-- Accounts: a player, the devices that speak for them, and their sessions.

create table players (
    created_at_us bigint not null,
    id bytea not null primary key,
    name text not null
);

create table devices (
    device_hash bytea not null primary key,
    player_id bytea not null
);

-- state: 0 open, 1 revoked. token_use: 0 fresh, 1 used (of the current token).
create table sessions (
    created_at_us bigint not null,
    expires_at_us bigint not null,
    state bigint not null,
    token_use bigint not null,
    id bytea not null primary key,
    player_id bytea not null,
    token_hash bytea not null,
    previous_hash bytea
);

create index sessions_expires on sessions (expires_at_us);
