-- The least event-sourced store: one snapshot row a game, one row an event.
drop table if exists bench_events;
drop table if exists bench_games;
create table bench_games (
    id bigint primary key,
    version int not null,
    state jsonb not null,
    status smallint not null default 0,
    updated_at timestamptz not null default now()
) with (fillfactor = 70);
create table bench_events (
    game_id bigint not null,
    seq int not null,
    payload jsonb not null,
    at timestamptz not null default now(),
    primary key (game_id, seq)
);
insert into bench_games (id, version, state)
select id, 0, '{"die": 5, "turn": 2, "phase": "move", "rolls": 412, "tries": 0, "winner": null,
 "pawns": [[0, 12, 33, 63], [1, 0, 0, 58], [22, 41, 0, 0], [0, 0, 7, 19]]}'
from generate_series(1, 66000) as id;
vacuum analyze bench_games;
