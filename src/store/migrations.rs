//! The schema, embedded: `migrations/*.sql`, one set for both databases, never edited once merged.

use std::borrow::Cow;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Name and text of every file of `migrations/`, in order; a test holds it to the folder.
pub const MIGRATIONS: &[(&str, &str)] = &[
    (
        "0001_games.sql",
        include_str!("../../migrations/0001_games.sql"),
    ),
    (
        "0002_accounts.sql",
        include_str!("../../migrations/0002_accounts.sql"),
    ),
    (
        "0003_tree.sql",
        include_str!("../../migrations/0003_tree.sql"),
    ),
    (
        "0004_fairness.sql",
        include_str!("../../migrations/0004_fairness.sql"),
    ),
    (
        "0005_time.sql",
        include_str!("../../migrations/0005_time.sql"),
    ),
    (
        "0006_people.sql",
        include_str!("../../migrations/0006_people.sql"),
    ),
];

/// The migrations as sqlx runs them; each is a transaction of its own.
pub(super) fn migrator() -> Migrator {
    Migrator::with_migrations((1_i64..).zip(MIGRATIONS).map(migration).collect())
}

fn migration((version, (name, text)): (i64, &(&'static str, &'static str))) -> Migration {
    let sql = text.into_sql_str();
    Migration::new(
        version,
        Cow::Borrowed(name),
        MigrationType::Simple,
        sql,
        false,
    )
}
