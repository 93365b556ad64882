//! What only PostgreSQL can show: lost connections, limits of a session.

use std::net::TcpListener;

use petits_chevaux::store::{Limits, Store, connect};

use super::ground::{Database, block_on};
use super::records::{commit, creation, done, game, step, with_key};

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
