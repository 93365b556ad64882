//! One schema and one set of statements for two databases.

use std::collections::BTreeMap;
use std::path::Path;

use petits_chevaux::store::{MIGRATIONS, sql};
use sqlx::{Column, Connection, Executor, PgConnection, Row, SqliteConnection, Statement};

use super::ground::{self, Ground};

/// Table to its columns: name, type, whether it may be null, place in the primary key.
type Schema = BTreeMap<String, Vec<(String, String, bool, i64)>>;

const TABLES: [&str; 22] = [
    "answers",
    "devices",
    "dice_audit",
    "dice_tallies",
    "dice_vault",
    "eras",
    "events",
    "feed_marks",
    "game_players",
    "games",
    "invitations",
    "player_apps",
    "players",
    "rematches",
    "reminder_scans",
    "reminders",
    "sessions",
    "stamps",
    "tree_checkpoints",
    "tree_leaves",
    "tree_nodes",
    "tree_pending",
];

const SQLITE_COLUMNS: &str = "\
    select name, lower(type), \"notnull\", pk from pragma_table_info($1) order by name";

const POSTGRES_COLUMNS: &str = "\
    select a.attname::text, format_type(a.atttypid, null), a.attnotnull,
        coalesce(array_position(i.indkey::int2[], a.attnum), -1)::bigint
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = $1::regclass and a.attnum > 0 order by a.attname";

async fn sqlite_schema(url: &str) -> Schema {
    let mut connection = SqliteConnection::connect(url).await.unwrap();
    let mut schema = Schema::new();
    for table in TABLES {
        let query = sqlx::query(SQLITE_COLUMNS).bind(table);
        let rows = query.fetch_all(&mut connection).await.unwrap();
        let columns = rows
            .iter()
            .map(|row| {
                (
                    row.get(0),
                    row.get(1),
                    row.get::<i64, _>(2) == 1,
                    row.get(3),
                )
            })
            .collect();
        schema.insert(table.to_owned(), columns);
    }
    schema
}

async fn postgres_schema(url: &str) -> Schema {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let mut schema = Schema::new();
    for table in TABLES {
        let query = sqlx::query(POSTGRES_COLUMNS).bind(table);
        let rows = query.fetch_all(&mut connection).await.unwrap();
        let columns = rows
            .iter()
            // The key of PostgreSQL counts from 0, and -1 is no part of it.
            .map(|row| (row.get(0), row.get(1), row.get(2), row.get::<i64, _>(3) + 1))
            .collect();
        schema.insert(table.to_owned(), columns);
    }
    schema
}

#[test]
fn both_schemas_are_equal() {
    ground::postgres(async |postgres: &Ground| {
        let folder = ground::Folder::new();
        let sqlite = Ground::open(folder.url()).await;
        let left = postgres_schema(postgres.url()).await;
        let right = sqlite_schema(sqlite.url()).await;
        assert_eq!(left, right);
        assert!(left.values().all(|columns| !columns.is_empty()));
    });
}

#[test]
fn every_statement_prepares_on_sqlite() {
    let folder = ground::Folder::new();
    ground::block_on(async {
        let sqlite = Ground::open(folder.url()).await;
        let mut connection = SqliteConnection::connect(sqlite.url()).await.unwrap();
        let sqlite_only = [sql::people::SQLITE_STAMP, sql::people::SQLITE_HORIZON];
        for statement in sql::ALL
            .iter()
            .chain(sql::audited::ALL)
            .chain(sql::people::ALL)
            .chain(sql::timed::ALL)
            .chain(sql::tallied::ALL)
            .chain(&sqlite_only)
        {
            let prepared = connection
                .prepare(sqlx::SqlSafeStr::into_sql_str(*statement))
                .await;
            prepared.unwrap_or_else(|error| panic!("{statement}: {error}"));
        }
    });
}

#[test]
fn every_statement_prepares_on_postgres() {
    ground::postgres(async |postgres: &Ground| {
        let mut connection = PgConnection::connect(postgres.url()).await.unwrap();
        let portable = sql::ALL
            .iter()
            .chain(sql::audited::ALL)
            .chain(sql::people::ALL)
            .chain(sql::timed::ALL)
            .chain(sql::tallied::ALL);
        for statement in portable.chain(sql::POSTGRES) {
            let prepared = connection
                .prepare(sqlx::SqlSafeStr::into_sql_str(*statement))
                .await;
            let prepared = prepared.unwrap_or_else(|error| panic!("{statement}: {error}"));
            let named = prepared
                .columns()
                .iter()
                .all(|column| !column.name().is_empty());
            assert!(named, "{statement}");
        }
    });
}

/// A snapshot is updated in place (HOT) only while no index names a column that moves change.
#[test]
fn no_index_of_games_names_a_column_that_moves_change() {
    ground::postgres(async |postgres: &Ground| {
        let mut connection = PgConnection::connect(postgres.url()).await.unwrap();
        let query = sqlx::query(
            "select distinct a.attname::text from pg_index i
             join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
             where i.indrelid = 'games'::regclass order by 1",
        );
        let rows = query.fetch_all(&mut connection).await.unwrap();
        let indexed: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!(indexed, ["id", "status"]);
    });
}

#[test]
fn the_embedded_migrations_are_the_files_of_the_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(
        files,
        MIGRATIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>()
    );
    for (nth, (name, text)) in MIGRATIONS.iter().enumerate() {
        assert!(name.starts_with(&format!("{:04}_", nth + 1)), "{name}");
        assert_eq!(*text, std::fs::read_to_string(folder.join(name)).unwrap());
    }
}
