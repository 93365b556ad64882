-- Bringing people together: what changed for whom, invitations, rematches, reminders.

-- The stamp of the last write to a game (store::horizon). Not indexed: it changes at every move.
alter table games add column changed bigint not null default 0;

-- What the lobby is searched by, fixed at creation. clock_s: seconds for a turn, or in a bank at
-- first; 0 without a clock.
alter table games add column seats bigint not null default 0;

alter table games add column clock_s bigint not null default 0;

-- The stamp of the end of the game; 0 while it goes on. A player has few games that go on.
alter table game_players add column ended bigint not null default 0;

update game_players set ended = 1 where game_id in (select id from games where status >= 2);

create index game_players_live on game_players (player_id, ended);

-- How long before a deadline the player is reminded, as a set (store::people).
alter table players add column reminders bigint not null default 0;

-- The last stamp, in a database that does not number its transactions. One row (id 1).
create table stamps (
    id bigint not null primary key,
    at bigint not null
);

insert into stamps (id, at) values (1, 0);

-- The database that gave the stamps. One row (id 1). A dump that is read into another database
-- brings stamps that mean nothing there.
create table eras (
    id bigint not null primary key,
    era bigint not null
);

-- state: 0 open, 1 accepted, 2 declined, 3 withdrawn, 4 expired, 5 closed. seats: those meant for
-- the player, as a set; 0 for any.
create table invitations (
    state bigint not null,
    seats bigint not null,
    changed bigint not null,
    created_at_us bigint not null,
    expires_at_us bigint not null,
    player_id bytea not null,
    game_id bytea not null,
    sender bytea not null,
    primary key (player_id, game_id)
);

create index invitations_of_game on invitations (game_id);

create index invitations_sent on invitations (sender, game_id, player_id);

create index invitations_changed on invitations (player_id, changed);

create index invitations_sent_changed on invitations (sender, changed);

create index invitations_due on invitations (expires_at_us) where state = 0;

-- The game that follows a finished one, with the same players.
create table rematches (
    game_id bytea not null primary key,
    next_id bytea not null
);

-- What players were reminded of: each time before a deadline once a turn. roll numbers the turn.
create table reminders (
    roll bigint not null,
    before_s bigint not null,
    due_us bigint not null,
    changed bigint not null,
    player_id bytea not null,
    game_id bytea not null,
    primary key (player_id, game_id, roll, before_s)
);

create index reminders_changed on reminders (player_id, changed);

create index reminders_due on reminders (due_us);

-- Up to when players were reminded. One row (id 1).
create table reminder_scans (
    id bigint not null primary key,
    upto_us bigint not null
);

-- How far a player has seen the feed.
create table feed_marks (
    player_id bytea not null primary key,
    mark bytea not null
);
