//! The statements of the audit of the dice.

/// The checkpoint after that one.
pub const GROWN_FROM: &str = "\
    select size, root, at_us, created, finished, aborted from tree_checkpoints where first = $1";

/// The audit.
pub const DICE_AUDIT: &str = "\
    select revision, state, published, standouts from dice_audit where id = 1";

/// The first audit; no row comes back when there is one.
pub const BEGIN_AUDIT: &str = "\
    insert into dice_audit (id, revision, state, published, standouts)
    values (1, $1, $2, $3, $4) on conflict (id) do nothing returning revision";

/// The next audit; no row comes back when it is not what the step was computed on.
pub const STEP_AUDIT: &str = "\
    update dice_audit set revision = $1, state = $2, published = $3, standouts = $4
    where id = 1 and revision = $5 returning revision";

/// What was counted of somebody.
pub const TALLY: &str = "\
    select ln_e_millionths, state from dice_tallies where scope = $1 and of = $2";

/// What is counted from now on.
pub const PUT_TALLY: &str = "\
    insert into dice_tallies (scope, of, ln_e_millionths, state) values ($1, $2, $3, $4)
    on conflict (scope, of)
    do update set ln_e_millionths = excluded.ln_e_millionths, state = excluded.state";

/// Everything is counted again.
pub const DROP_TALLIES: &str = "delete from dice_tallies";

/// The fortunes that may stand out: the index holds no others.
pub const RICH_TALLIES: &str = "\
    select ln_e_millionths from dice_tallies
    where scope = $1 and ln_e_millionths >= 4605170
    order by ln_e_millionths desc";

/// The app of the creator of a game.
pub const APP_OF: &str = "\
    select a.app from games g join player_apps a on a.player_id = g.owner where g.id = $1";

/// The app of a new guest.
pub const ADD_APP: &str = "insert into player_apps (player_id, app) values ($1, $2)";

/// Every portable statement of this module.
pub const ALL: &[&str] = &[
    GROWN_FROM,
    DICE_AUDIT,
    BEGIN_AUDIT,
    STEP_AUDIT,
    TALLY,
    PUT_TALLY,
    DROP_TALLIES,
    RICH_TALLIES,
    APP_OF,
    ADD_APP,
];
