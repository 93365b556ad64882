-- The audit of the dice: a fold over the transparency log, and what is counted beside it.

-- One row (id 1): the running audit, and what was published last. revision counts the writes.
create table dice_audit (
    id bigint not null primary key,
    revision bigint not null,
    state text not null,
    published text not null,
    standouts text not null
);

-- Rolls of a player (scope 0), of two players in games with each other (1), of an app (2).
-- ln_e_millionths: the fortune of a bet against their faces.
create table dice_tallies (
    scope bigint not null,
    ln_e_millionths bigint not null,
    of bytea not null,
    state text not null,
    primary key (scope, of)
);

-- The few that are rich enough to stand out: E of 100 and more.
create index dice_tallies_rich on dice_tallies (scope, ln_e_millionths)
    where ln_e_millionths >= 4605170;

-- The app that a guest came with, if it told its name.
create table player_apps (
    player_id bytea not null primary key,
    app text not null
);
