//! The statements of the transparency log and the catalogue.

/// A page of the games that may have to be logged, with their heads.
pub const PENDING: &str = "\
    select p.game_id, g.version, g.head, g.status, p.seq
    from (
        select game_id, seq from tree_pending where game_id > $1 order by game_id limit $2
    ) p join games g on g.id = p.game_id order by p.game_id";

/// A new game has no leaf yet.
pub const ADD_PENDING: &str = "insert into tree_pending (game_id, seq) values ($1, -1)";

/// The newest leaf of a game that goes on.
pub const KEEP_PENDING: &str = "update tree_pending set seq = $2 where game_id = $1";

/// A game that is over needs no more leaves.
pub const DROP_PENDING: &str = "delete from tree_pending where game_id = $1";

/// The guard of a growth: no row comes back when the tree has grown from that size already.
pub const ADD_TREE_HEAD: &str = "\
    insert into tree_checkpoints (first, size, root, at_us, created, finished, aborted)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (first) do nothing returning size";

/// A leaf.
pub const ADD_LEAF: &str = "\
    insert into tree_leaves (idx, game_id, seq, hash, status) values ($1, $2, $3, $4, $5)";

/// A complete node.
pub const ADD_NODE: &str = "insert into tree_nodes (pos, hash) values ($1, $2)";

/// The largest trees up to a size.
pub const TREE_HEADS: &str = "\
    select size, root, at_us, created, finished, aborted from tree_checkpoints
    where size <= $1 order by size desc limit $2";

/// How many nodes [`NODES`] reads at once.
pub const NODES_AT_ONCE: usize = 16;

/// Sixteen nodes, so that a proof costs a few round trips on any database.
pub const NODES: &str = "\
    select pos, hash from tree_nodes where pos in
        ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";

/// A bounded range of leaves.
pub const LEAVES: &str = "\
    select game_id, seq, hash, status, idx from tree_leaves
    where idx >= $1 and idx <= $2 order by idx";

/// The newest leaf of a game below a number.
pub const LEAF_OF: &str = "\
    select game_id, seq, hash, status, idx from tree_leaves
    where game_id = $1 and idx < $2 order by idx desc limit 1";

/// The last leaves of games that are over.
pub const FINAL_LEAVES: &str = "\
    select game_id, seq, hash, status, idx from tree_leaves
    where idx >= $1 and status >= 2 order by idx limit $2";

/// A page of all games.
pub const CATALOGUE: &str = "\
    select id, version, head, status, ruleset, created_at_us from games
    where id > $1 order by id limit $2";

/// A page of all games of a status.
pub const CATALOGUE_IN: &str = "\
    select id, version, head, status, ruleset, created_at_us from games
    where id > $1 and status = $3 order by id limit $2";

/// How many games there are of each status.
pub const TOTALS: &str = "select status, count(*) as games from games group by status";

/// Every portable statement of this module.
pub const ALL: &[&str] = &[
    PENDING,
    ADD_PENDING,
    KEEP_PENDING,
    DROP_PENDING,
    ADD_TREE_HEAD,
    ADD_LEAF,
    ADD_NODE,
    TREE_HEADS,
    NODES,
    LEAVES,
    LEAF_OF,
    FINAL_LEAVES,
    CATALOGUE,
    CATALOGUE_IN,
    TOTALS,
];

/// PostgreSQL: a growth in one statement, so in one round trip and one transaction.
pub const PG_GROW: &str = "\
    with grown as (
        insert into tree_checkpoints (first, size, root, at_us, created, finished, aborted)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (first) do nothing returning size
    ), fresh as (
        select l.* from unnest($8::bigint[], $9::bytea[], $10::bigint[], $11::bytea[],
            $12::bigint[]) as l (idx, game_id, seq, hash, status)
        where exists (select 1 from grown)
    ), added as (
        insert into tree_leaves (idx, game_id, seq, hash, status)
        select idx, game_id, seq, hash, status from fresh
    ), built as (
        insert into tree_nodes (pos, hash)
        select n.pos, n.hash from unnest($13::bigint[], $14::bytea[]) as n (pos, hash)
        where exists (select 1 from grown)
    ), kept as (
        update tree_pending p set seq = f.seq from fresh f
        where p.game_id = f.game_id and f.status < 2
    ), gone as (
        delete from tree_pending p using fresh f where p.game_id = f.game_id and f.status >= 2
    )
    select size from grown";
