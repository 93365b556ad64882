-- The transparency log: a Merkle tree over the heads of all games, and which games still change.

-- Games whose last head is not in the tree for good. seq: of the game's newest leaf, -1 before the
-- first. The row goes with the leaf of a game that is over: finished games cost a checkpoint
-- nothing, and no column of games says which have changed.
create table tree_pending (
    seq bigint not null,
    game_id bytea not null primary key
);

insert into tree_pending (seq, game_id) select -1, id from games;

-- The leaves. status: that of the game at that event, as in games.
create table tree_leaves (
    idx bigint not null primary key,
    seq bigint not null,
    status bigint not null,
    game_id bytea not null,
    hash bytea not null
);

create index tree_leaves_by_game on tree_leaves (game_id, idx);

-- The last leaves of games that are over, in the order of the tree.
create index tree_leaves_final on tree_leaves (idx) where status >= 2;

-- The complete nodes, leaves included. pos: the place in the in-order walk of the tree.
create table tree_nodes (
    pos bigint not null primary key,
    hash bytea not null
);

-- The tree after each growth: which leaf was the first of it, how many there are after it, and how
-- many games were created, finished and aborted by then. A tree grows from one size at most once.
create table tree_checkpoints (
    first bigint not null primary key,
    size bigint not null,
    at_us bigint not null,
    created bigint not null,
    finished bigint not null,
    aborted bigint not null,
    root bytea not null
);

create unique index tree_checkpoints_by_size on tree_checkpoints (size);

-- The catalogue of all games by status. Status changes twice in the life of a game.
create index games_by_status on games (status, id);
