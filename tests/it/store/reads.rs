//! What comes back is what was written, to the byte.

use petits_chevaux::store::{
    Commit, Guard, Listing, Opening, Record, Snapshot, Status, Vault, VaultFate, Visibility,
};

use super::ground::Ground;
use super::records::{
    creation, done, game, hash, listing, player, record, snapshot, step, with_key,
};

pub async fn loading_leaves_out_what_does_not_exist(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, creation(2)).await;
    done(store, step(2, 1)).await;
    let mut loaded = store.load(&[game(2), game(7), game(1)]).await.unwrap();
    loaded.sort_by_key(|(id, _)| *id);
    let expected = [
        (game(1), snapshot(1, Status::Lobby)),
        (game(2), snapshot(3, Status::Playing)),
    ];
    assert_eq!(loaded, expected);
    assert_eq!(store.load(&[]).await.unwrap(), []);
}

pub async fn a_range_of_events_includes_both_ends(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, step(1, 1)).await;
    done(store, step(1, 3)).await;
    let range = |first, last| async move { store.events(game(1), first, last).await.unwrap() };
    assert_eq!(range(2, 4).await, [record(2), record(3), record(4)]);
    assert_eq!(range(5, 99).await, [record(5)]);
    assert_eq!(range(6, 99).await, []);
    assert_eq!(range(4, 2).await, []);
    assert_eq!(store.events(game(2), 1, 9).await.unwrap(), []);
}

pub async fn an_event_is_found_by_its_roll(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, step(1, 1)).await;
    done(store, step(1, 3)).await;
    assert_eq!(
        store.event_of_roll(game(1), 2).await.unwrap(),
        Some(record(4))
    );
    assert_eq!(store.event_of_roll(game(1), 3).await.unwrap(), None);
    assert_eq!(store.event_of_roll(game(2), 1).await.unwrap(), None);
}

const AWKWARD: &str =
    "l'écurie \"d'à côté\" \\ \u{1F434} \u{202e} '; drop table games; -- $1 %s\n\t\r";

/// A creation whose every text and blob is hard to carry: quotes, other scripts, long, empty.
fn awkward_creation() -> Commit {
    let long = "0123456789abcdef".repeat(8_192);
    let records = vec![
        Record {
            seq: 1,
            roll: Some(i64::MAX),
            payload: AWKWARD.to_owned(),
            hash: [0; 32],
        },
        Record {
            seq: 2,
            roll: None,
            payload: long.clone(),
            hash: [255; 32],
        },
        Record {
            seq: 3,
            roll: Some(0),
            payload: String::new(),
            hash: hash(3),
        },
    ];
    let every_byte: Vec<u8> = (0..=255).collect();
    let mut state = snapshot(3, Status::Playing);
    state.state = format!("{AWKWARD}{long}");
    state.segment.clone_from(&every_byte);
    let vault = Vault {
        secret: every_byte,
        tops: Vec::new(),
    };
    let listing = Listing {
        title: AWKWARD.to_owned(),
        ..listing(Visibility::Private)
    };
    let opening = Opening::default();
    let guard = Guard::Create {
        listing,
        opening,
        vault,
    };
    with_key(
        Commit {
            guard,
            snapshot: state,
            records,
            ..creation(1)
        },
        1,
        AWKWARD,
    )
}

pub async fn exact_bytes_survive_a_creation(ground: &Ground) {
    let store = &*ground.store;
    let written = awkward_creation();
    done(store, written.clone()).await;
    assert_eq!(store.events(game(1), 1, 3).await.unwrap(), written.records);
    assert_eq!(
        store.snapshot(game(1)).await.unwrap(),
        Some(written.snapshot.clone())
    );
    assert_eq!(
        store.load(&[game(1)]).await.unwrap(),
        [(game(1), written.snapshot)]
    );
    let listing = store.listing(game(1)).await.unwrap().unwrap();
    let vault = store.vault(game(1)).await.unwrap().unwrap();
    let Guard::Create {
        listing: fixed,
        vault: sealed,
        ..
    } = written.guard
    else {
        panic!("a creation");
    };
    assert_eq!((listing, vault), (fixed, sealed));
    let answered = store.answer(player(1), AWKWARD).await.unwrap();
    assert_eq!(answered, Some((game(1), written.answer.unwrap())));
}

pub async fn exact_bytes_survive_a_move(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    let Commit {
        snapshot, records, ..
    } = awkward_creation();
    let mut moved = with_key(step(1, 1), 2, AWKWARD);
    moved.snapshot = Snapshot {
        version: 3,
        ..snapshot
    };
    moved.records[0].payload.clone_from(&records[0].payload);
    moved.records[1].payload.clone_from(&records[1].payload);
    done(store, moved.clone()).await;
    assert_eq!(store.events(game(1), 2, 3).await.unwrap(), moved.records);
    assert_eq!(store.snapshot(game(1)).await.unwrap(), Some(moved.snapshot));
    let answered = store.answer(player(2), AWKWARD).await.unwrap();
    assert_eq!(answered, Some((game(1), moved.answer.unwrap())));
}

pub async fn the_vault_goes_when_the_game_is_over(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, creation(2)).await;
    let mut over = step(1, 1);
    over.snapshot.status = Status::Finished;
    over.drop_vault = VaultFate::Drop;
    done(store, over).await;
    assert_eq!(store.vault(game(1)).await.unwrap(), None);
    assert!(store.vault(game(2)).await.unwrap().is_some());
    assert_eq!(
        store.snapshot(game(1)).await.unwrap().unwrap().status,
        Status::Finished
    );
}

pub async fn the_store_answers_a_ping(ground: &Ground) {
    ground.store.ping().await.unwrap();
}

pub async fn migrating_again_changes_nothing(ground: &Ground) {
    done(&*ground.store, creation(1)).await;
    ground.store.migrate().await.unwrap();
    ground.second().await.migrate().await.unwrap();
    assert!(ground.store.snapshot(game(1)).await.unwrap().is_some());
}

pub async fn old_answers_are_forgotten(ground: &Ground) {
    let store = &*ground.store;
    done(store, with_key(creation(1), 1, "first")).await;
    done(store, with_key(step(1, 1), 1, "second")).await;
    done(store, with_key(step(1, 3), 1, "third")).await;
    assert_eq!(store.forget_answers(1_004).await.unwrap(), 2);
    assert_eq!(store.forget_answers(1_004).await.unwrap(), 0);
    assert_eq!(store.answer(player(1), "second").await.unwrap(), None);
    assert!(store.answer(player(1), "third").await.unwrap().is_some());
    assert_eq!(store.events(game(1), 1, 9).await.unwrap().len(), 5);
}
