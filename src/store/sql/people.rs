//! The statements about people.
//!
//! "Since" is a horizon: `$2` and the eight after it are its bounds (`store::horizon`).

/// SQLite: the stamp of a write. It follows the time, so that a copy of the file that is put back
/// gives no stamp twice.
pub const SQLITE_STAMP: &str = "\
    update stamps set at = max(at + 1, cast(unixepoch('subsec') * 1000000 as integer))
    where id = 1 returning at";

/// SQLite: what can be seen, in the words of PostgreSQL.
pub const SQLITE_HORIZON: &str = "\
    select 0 as era, (at + 1) || ':' || (at + 1) || ':' as seen from stamps where id = 1";

/// PostgreSQL: the stamp of a write.
pub const PG_STAMP: &str = "select pg_current_xact_id()::text::bigint as at";

/// PostgreSQL: what can be seen. The numbers of transactions mean something in one cluster only,
/// and after a change of its timeline not what they meant.
pub const PG_HORIZON: &str = "\
    select s.system_identifier # c.timeline_id::bigint as era, pg_current_snapshot()::text as seen
    from pg_control_system() s, pg_control_checkpoint() c";

/// PostgreSQL: stamps of another cluster, which a dump brought here, mean nothing.
pub const PG_FORGET_GAMES: &str = "\
    update games set changed = 0 where exists (
        select 1 from eras, pg_control_system() s
        where eras.id = 1 and eras.era <> s.system_identifier)";

/// PostgreSQL: the same for games that have ended.
pub const PG_FORGET_ENDS: &str = "\
    update game_players set ended = 1 where ended > 0 and exists (
        select 1 from eras, pg_control_system() s
        where eras.id = 1 and eras.era <> s.system_identifier)";

/// PostgreSQL: the same for invitations.
pub const PG_FORGET_INVITATIONS: &str = "\
    update invitations set changed = 0 where exists (
        select 1 from eras, pg_control_system() s
        where eras.id = 1 and eras.era <> s.system_identifier)";

/// PostgreSQL: the same for reminders.
pub const PG_FORGET_REMINDERS: &str = "\
    update reminders set changed = 0 where exists (
        select 1 from eras, pg_control_system() s
        where eras.id = 1 and eras.era <> s.system_identifier)";

/// PostgreSQL: from now on stamps are this cluster's.
pub const PG_SETTLE: &str = "\
    insert into eras (id, era) select 1, system_identifier from pg_control_system()
    on conflict (id) do update set era = excluded.era where eras.era <> excluded.era";

/// A player's games that changed since. Nothing changes after the end, so an end that was seen is
/// enough to leave a game out; `$11`, the lowest stamp not seen, keeps the others in one range.
pub const CHANGED_GAMES: &str = "\
    select g.changed, g.id, g.version, g.status, g.title, p.seats & g.awaits as awaited, d.due_us
    from game_players p
    join games g on g.id = p.game_id
    left join deadlines d on d.game_id = p.game_id
    where p.player_id = $1 and (p.ended = 0 or p.ended >= $11)
        and (p.ended = 0 or p.ended >= $2 or p.ended in ($3, $4, $5, $6, $7, $8, $9, $10))
        and (g.changed >= $2 or g.changed in ($3, $4, $5, $6, $7, $8, $9, $10))
    order by g.changed, g.id limit $12";

/// Invitations to a player that changed since.
pub const CHANGED_RECEIVED: &str = "\
    select changed, game_id, player_id, sender, seats, state, created_at_us, expires_at_us
    from invitations
    where player_id = $1 and (changed >= $2 or changed in ($3, $4, $5, $6, $7, $8, $9, $10))
    order by changed, game_id, player_id limit $11";

/// Invitations from a player that changed since.
pub const CHANGED_SENT: &str = "\
    select changed, game_id, player_id, sender, seats, state, created_at_us, expires_at_us
    from invitations
    where sender = $1 and (changed >= $2 or changed in ($3, $4, $5, $6, $7, $8, $9, $10))
    order by changed, game_id, player_id limit $11";

/// Reminders since, of turns that still wait.
pub const CHANGED_REMINDERS: &str = "\
    select r.changed, r.player_id, r.game_id, r.roll, r.before_s, r.due_us
    from reminders r
    join games g on g.id = r.game_id
    join game_players p on p.player_id = r.player_id and p.game_id = r.game_id
    join deadlines d on d.game_id = r.game_id
    where r.player_id = $1 and (r.changed >= $2 or r.changed in ($3, $4, $5, $6, $7, $8, $9, $10))
        and p.ended = 0 and g.status = 1 and (p.seats & g.awaits) <> 0
        and d.due_us = r.due_us
    order by r.changed, r.game_id, r.before_s limit $11";

/// Who has a seat.
pub const SEATED: &str = "\
    select player_id from game_players where game_id = $1 order by player_id";

/// An invitation.
pub const INVITATION: &str = "\
    select changed, game_id, player_id, sender, seats, state, created_at_us, expires_at_us
    from invitations where player_id = $1 and game_id = $2";

/// A page of those that a player got.
pub const RECEIVED: &str = "\
    select changed, game_id, player_id, sender, seats, state, created_at_us, expires_at_us
    from invitations where player_id = $1 and game_id < $2 order by game_id desc limit $3";

/// A page of those that a player sent.
pub const SENT: &str = "\
    select changed, game_id, player_id, sender, seats, state, created_at_us, expires_at_us
    from invitations
    where sender = $1 and game_id <= $2 and (game_id < $2 or player_id < $4)
    order by game_id desc, player_id desc limit $3";

/// Those to a game.
pub const INVITED: &str = "\
    select changed, game_id, player_id, sender, seats, state, created_at_us, expires_at_us
    from invitations where game_id = $1 order by player_id";

/// A new invitation, unless the player has an open one to that game.
pub const INVITE: &str = "\
    insert into invitations (game_id, player_id, sender, seats, state, created_at_us,
        expires_at_us, changed)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (player_id, game_id) do update
    set sender = excluded.sender, seats = excluded.seats, state = excluded.state,
        created_at_us = excluded.created_at_us, expires_at_us = excluded.expires_at_us,
        changed = excluded.changed
    where invitations.state <> 0 or invitations.expires_at_us <= excluded.created_at_us
    returning state";

/// Another state for an open one.
pub const SETTLE: &str = "\
    update invitations set state = $3, changed = $4
    where player_id = $1 and game_id = $2 and state = 0 returning state";

/// The game has begun, or is over.
pub const CLOSE: &str = "\
    update invitations set state = 5, changed = $2 where game_id = $1 and state = 0";

/// Whether something has expired.
pub const EXPIRING: &str = "\
    select expires_at_us from invitations where state = 0 and expires_at_us <= $1
    order by expires_at_us limit 1";

/// What has expired.
pub const EXPIRE: &str = "\
    update invitations set state = 4, changed = $2
    where (player_id, game_id) in (
        select player_id, game_id from invitations where state = 0 and expires_at_us <= $1
        order by expires_at_us limit 256)
    and state = 0
    returning changed, game_id, player_id, sender, seats, state, created_at_us, expires_at_us";

/// The game that follows.
pub const REMATCH: &str = "select next_id from rematches where game_id = $1";

/// Another game follows, unless one does that was not called off (3).
pub const FOLLOW: &str = "\
    insert into rematches (game_id, next_id) values ($1, $2)
    on conflict (game_id) do update set next_id = excluded.next_id
    where exists (select 1 from games n where n.id = rematches.next_id and n.status = 3)
    returning game_id";

/// The end of a game for its players.
pub const END: &str = "update game_players set ended = $2 where game_id = $1";

/// Running games that wait for a player.
pub const COUNT_AWAITING: &str = "\
    select count(*) as n from game_players p join games g on g.id = p.game_id
    where p.player_id = $1 and p.ended = 0 and g.status = 1 and (p.seats & g.awaits) <> 0";

/// Open invitations to a player.
pub const COUNT_INVITATIONS: &str = "\
    select count(*) as n from invitations
    where player_id = $1 and state = 0 and expires_at_us > $2";

/// How far a player has seen the feed.
pub const MARK: &str = "select mark from feed_marks where player_id = $1";

/// The same from now on.
pub const PUT_MARK: &str = "\
    insert into feed_marks (player_id, mark) values ($1, $2)
    on conflict (player_id) do update set mark = excluded.mark returning player_id";

/// When a player wants to be reminded.
pub const PLAN: &str = "select reminders from players where id = $1";

/// The same from now on.
pub const PUT_PLAN: &str = "update players set reminders = $2 where id = $1 returning id";

/// Up to when players were reminded.
pub const REMINDED: &str = "select upto_us from reminder_scans where id = 1";

/// The same from now on; another process may be ahead.
pub const PUT_REMINDED: &str = "\
    insert into reminder_scans (id, upto_us) values (1, $1)
    on conflict (id) do update set upto_us = excluded.upto_us
    where reminder_scans.upto_us < excluded.upto_us returning id";

/// Reminders of turns that are long past.
pub const FORGET_REMINDERS: &str = "\
    delete from reminders where (player_id, game_id, roll, before_s) in (
        select player_id, game_id, roll, before_s from reminders
        where due_us < $1 order by due_us limit 1000)";

/// A reminder, unless there was one.
pub const REMIND: &str = "\
    insert into reminders (player_id, game_id, roll, before_s, due_us, changed)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (player_id, game_id, roll, before_s) do nothing returning roll";

/// A page of the players whose deadlines come near.
pub const NEARING: &str = "\
    select p.player_id, d.game_id, d.due_us
    from deadlines d
    join games g on g.id = d.game_id
    join game_players p on p.game_id = d.game_id
    join players r on r.id = p.player_id
    where d.due_us > $1 and d.due_us <= $2 and d.due_us >= $4
        and (d.due_us > $4 or d.game_id > $5)
        and p.ended = 0 and g.status = 1 and (p.seats & g.awaits) <> 0
        and (r.reminders & $3) <> 0
    order by d.due_us, d.game_id limit $6";

/// The last of the games that a page of a search looks at.
pub const SEARCH_EDGE: &str = "\
    select id from games where visibility = 1 and status = $1 and id < $2
    order by id desc limit 1 offset $3";

/// A page of a search.
pub const SEARCH: &str = "\
    select version, head, status, state, segment, owner, visibility, created_at_us, ruleset, title,
        id
    from games
    where visibility = 1 and status = $1 and id < $2 and id >= $3
        and seats >= $5 and seats <= $6 and clock_s >= $8 and clock_s <= $9
        and substr(ruleset, 1, length(cast($10 as text))) = cast($10 as text)
        and (awaits & 1) + ((awaits >> 1) & 1) + ((awaits >> 2) & 1) + ((awaits >> 3) & 1)
            + ((awaits >> 4) & 1) + ((awaits >> 5) & 1) >= $7
    order by id desc limit $4";

/// Every portable one of them.
pub const ALL: &[&str] = &[
    CHANGED_GAMES,
    CHANGED_RECEIVED,
    CHANGED_SENT,
    CHANGED_REMINDERS,
    SEATED,
    INVITATION,
    RECEIVED,
    SENT,
    INVITED,
    INVITE,
    SETTLE,
    CLOSE,
    EXPIRING,
    EXPIRE,
    REMATCH,
    FOLLOW,
    END,
    COUNT_AWAITING,
    COUNT_INVITATIONS,
    MARK,
    PUT_MARK,
    PLAN,
    PUT_PLAN,
    REMINDED,
    PUT_REMINDED,
    FORGET_REMINDERS,
    REMIND,
    NEARING,
    SEARCH_EDGE,
    SEARCH,
];
