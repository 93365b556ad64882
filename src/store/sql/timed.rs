//! The statements about time.

/// PostgreSQL: what time it is.
pub const PG_NOW: &str = "select (extract(epoch from clock_timestamp()) * 1000000)::bigint";

/// When the server has to look at a game.
pub const PUT_DUE: &str = "\
    insert into deadlines (due_us, game_id) values ($1, $2)
    on conflict (game_id) do update set due_us = excluded.due_us";

/// Nothing is due any more.
pub const DROP_DUE: &str = "delete from deadlines where game_id = $1";

/// A page of the games that are due, after one of them.
pub const DUE: &str = "\
    select due_us, game_id from deadlines
    where due_us <= $1 and due_us >= $2 and (due_us > $2 or game_id > $3)
    order by due_us, game_id limit $4";

/// The standing orders at a table.
pub const ORDERS: &str = "select book from standing_orders where game_id = $1";

/// New standing orders.
pub const PUT_ORDERS: &str = "\
    insert into standing_orders (game_id, book) values ($1, $2)
    on conflict (game_id) do update set book = excluded.book";

/// No standing orders any more.
pub const DROP_ORDERS: &str = "delete from standing_orders where game_id = $1";

/// A page of the running games (status 1) that wait for a player, by deadline and id.
pub const AWAITING: &str = "\
    select version, head, status, state, segment, owner, visibility, created_at_us, ruleset, title,
        id, due
    from (
        select g.version, g.head, g.status, g.state, g.segment, g.owner, g.visibility,
            g.created_at_us, g.ruleset, g.title, g.id, coalesce(d.due_us, $2) as due
        from game_players p
        join games g on g.id = p.game_id
        left join deadlines d on d.game_id = p.game_id
        where p.player_id = $1 and p.ended = 0 and g.status = 1 and (p.seats & g.awaits) <> 0
    ) w
    where due > $3 or (due = $3 and id > $4)
    order by due, id limit $5";

/// The last sign of life.
pub const BEAT: &str = "select at_us from beats where id = 1";

/// The first sign of life.
pub const ADD_BEAT: &str = "\
    insert into beats (id, at_us) values (1, $1) on conflict (id) do nothing";

/// A sign of life, if no other process gave a later one.
pub const SET_BEAT: &str = "update beats set at_us = $1 where id = 1 and at_us < $1";

/// An outage; another process may have seen its end a little later.
pub const ADD_OUTAGE: &str = "\
    insert into outages (from_us, until_us) values ($1, $2) on conflict (from_us) do nothing";

/// The outages that overlap an interval.
pub const OUTAGES: &str = "\
    select from_us, until_us from outages where until_us > $1 and from_us < $2 order by from_us";

/// Every portable one of them.
pub const ALL: &[&str] = &[
    PUT_DUE,
    DROP_DUE,
    DUE,
    ORDERS,
    PUT_ORDERS,
    DROP_ORDERS,
    AWAITING,
    BEAT,
    ADD_BEAT,
    SET_BEAT,
    ADD_OUTAGE,
    OUTAGES,
];
