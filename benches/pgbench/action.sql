-- One durable action: the snapshot by its id, then one conditional statement with one event.
-- Each client has 1,000 games of its own: no version conflict.
\set id :client_id * 1000 + random(1, 1000)
select version as v, state as s from bench_games where id = :id \gset
with moved as (
    update bench_games set version = version + 1, state = :s::jsonb, updated_at = now()
    where id = :id and version = :v
    returning id, version
)
insert into bench_events (game_id, seq, payload)
select id, version, '{"type":"moved","player":2,"die":5,"pawn":3,"to":38,"captured":0}' from moved;
