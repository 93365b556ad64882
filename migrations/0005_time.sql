-- For whom games wait, until when, and what happens by itself.

-- The seat whose player is awaited, as a set of seats: bit 0 is seat 1. Not indexed: it changes at
-- every move.
alter table games add column awaits bigint not null default 0;

-- The seats of a player, as such a set.
alter table game_players add column seats bigint not null default 0;

-- When the server has to look at a game. Games without clocks and bots have no row here.
create table deadlines (
    due_us bigint not null,
    game_id bytea not null primary key
);

create index deadlines_due on deadlines (due_us);

-- The standing orders at a table. The log has their digests only: no opponent reads them there.
create table standing_orders (
    game_id bytea not null primary key,
    book text not null
);

-- That the service works, and when it did not: one row that is written again and again.
create table beats (
    id bigint not null primary key,
    at_us bigint not null
);

create table outages (
    from_us bigint not null primary key,
    until_us bigint not null
);
