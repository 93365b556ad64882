//! What only PostgreSQL can show: lost connections, limits of a session.

use std::net::TcpListener;

use petits_chevaux::game::GameId;
use petits_chevaux::store::{Horizon, Limits, Store, connect};
use sqlx::{Connection, PgConnection};

use super::ground::{Database, block_on};
use super::records::{commit, creation, done, game, player, step, with_key};

/// Runs a case beside the database that it may disturb.
fn with_database(case: impl AsyncFnOnce(&Database, &dyn Store)) {
    block_on(async {
        let database = Database::create().await;
        let store = connect(&database.url, Limits::default()).await.unwrap();
        store.migrate().await.unwrap();
        case(&database, &*store).await;
        drop(store);
        database.drop().await;
    });
}

#[test]
fn reads_and_loads_survive_lost_connections() {
    with_database(async |database, store| {
        done(store, creation(1)).await;
        for _ in 0..3 {
            database.end_connections().await;
            assert!(store.snapshot(game(1)).await.unwrap().is_some());
            assert_eq!(store.load(&[game(1)]).await.unwrap().len(), 1);
        }
    });
}

#[test]
fn a_round_on_a_lost_connection_is_unknown_and_safe_to_send_again() {
    with_database(async |database, store| {
        done(store, creation(1)).await;
        let keyed = with_key(step(1, 1), 1, "k");
        database.end_connections().await;
        let lost = store
            .commit(std::slice::from_ref(&keyed))
            .await
            .unwrap_err();
        assert!(lost.is_transient(), "{lost:?}");
        assert_eq!(commit(store, std::slice::from_ref(&keyed)).await, ["done"]);
        assert_eq!(commit(store, &[keyed]).await, ["key taken"]);
        assert_eq!(store.events(game(1), 1, 9).await.unwrap().len(), 3);
    });
}

#[test]
fn an_unreachable_server_is_transient() {
    block_on(async {
        let url = "postgres://nobody@localhost/none?host=/nonexistent";
        let refused = connect(url, Limits::default()).await.unwrap_err();
        assert!(refused.is_transient(), "{refused:?}");
    });
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgres://nobody@{}/none", listener.local_addr().unwrap());
    block_on(async {
        let refused = connect(&url, Limits::default()).await.unwrap_err();
        assert!(refused.is_transient(), "{refused:?}");
    });
}

#[test]
fn an_unknown_database_is_not_transient() {
    block_on(async {
        let database = Database::create().await;
        let url = database.url.replace("petits_chevaux_", "no_such_");
        let refused = connect(&url, Limits::default()).await.unwrap_err();
        assert!(!refused.is_transient(), "{refused:?}");
        database.drop().await;
    });
}

#[test]
fn the_address_in_a_debug_print_has_no_password() {
    block_on(async {
        let database = Database::create().await;
        let url = database.url.replacen("postgres@", "postgres:hunter2@", 1);
        assert!(url.contains("hunter2"));
        let store = connect(&url, Limits::default()).await.unwrap();
        let printed = format!("{store:?}");
        assert!(printed.contains("petits_chevaux_"), "{printed}");
        assert!(!printed.contains("hunter2"), "{printed}");
        drop(store);
        database.drop().await;
    });
}

/// The versions of the games of player 1 that changed since.
async fn changed(store: &dyn Store, since: &Horizon) -> Vec<(GameId, i64)> {
    let changed = store.changed_games(player(1), since).await.unwrap();
    let rows = changed.rows.iter();
    rows.map(|(_, one)| (one.game, one.version)).collect()
}

/// A write that begins first and ends last has the lower stamp: whoever asks for what is above the
/// highest stamp seen never sees it.
#[test]
fn a_write_that_commits_late_is_not_missed() {
    with_database(async |database, store| {
        for n in 1..=2 {
            done(store, creation(n)).await;
        }
        let begin = store.horizon().await.unwrap();
        let mut late = PgConnection::connect(&database.url).await.unwrap();
        let mut late = late.begin().await.unwrap();
        sqlx::query(
            "update games set version = 9, changed = pg_current_xact_id()::text::bigint
             where id = $1",
        )
        .bind(game(1).0.as_slice())
        .execute(&mut *late)
        .await
        .unwrap();
        done(store, step(2, 1)).await;
        assert_eq!(changed(store, &begin).await, [(game(2), 3)]);
        let between = store.horizon().await.unwrap();
        assert!(begin.is_before(&between));
        assert_eq!(changed(store, &between).await, []);
        late.commit().await.unwrap();
        assert_eq!(changed(store, &between).await, [(game(1), 9)]);
        let end = store.horizon().await.unwrap();
        assert_eq!(changed(store, &end).await, []);
    });
}

#[test]
fn stamps_of_another_cluster_mean_nothing() {
    with_database(async |database, store| {
        done(store, creation(1)).await;
        let begin = store.horizon().await.unwrap();
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        for statement in [
            "update games set changed = 1000000000000",
            "update eras set era = era - 1",
        ] {
            sqlx::query(statement)
                .execute(&mut connection)
                .await
                .unwrap();
        }
        store.migrate().await.unwrap();
        assert_eq!(changed(store, &begin.restart()).await, []);
        done(store, step(1, 1)).await;
        assert_eq!(changed(store, &begin).await, [(game(1), 3)]);
        store.migrate().await.unwrap();
        assert_eq!(changed(store, &begin).await, [(game(1), 3)]);
    });
}

/// The store needs no privilege but on its own tables.
#[test]
fn an_ordinary_role_is_enough() {
    block_on(async {
        let database = Database::create().await;
        let (address, _) = database.url.split_once('?').unwrap();
        let role = address.rsplit('/').next().unwrap();
        let mut connection = PgConnection::connect(&database.url).await.unwrap();
        for statement in [
            format!("create role {role} login"),
            format!("grant all on schema public to {role}"),
        ] {
            let statement = sqlx::AssertSqlSafe(statement);
            sqlx::query(statement)
                .execute(&mut connection)
                .await
                .unwrap();
        }
        let url = database.url.replacen("postgres@", &format!("{role}@"), 1);
        let store = connect(&url, Limits::default()).await.unwrap();
        store.migrate().await.unwrap();
        done(&*store, creation(1)).await;
        assert!(store.horizon().await.unwrap().sees(1));
        drop(store);
        let end = sqlx::AssertSqlSafe(format!("drop owned by {role}; drop role {role}"));
        sqlx::raw_sql(end).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        database.drop().await;
    });
}
