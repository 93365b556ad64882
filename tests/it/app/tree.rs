//! The transparency log over a service: every game gets in, whoever makes the checkpoint.

use std::collections::BTreeMap;
use std::sync::Arc;

use petits_chevaux::app::keys::Keys;
use petits_chevaux::app::{App, AppError};
use petits_chevaux::audit::transparency::merkle::Hash;
use petits_chevaux::audit::transparency::note::Checkpoint;
use petits_chevaux::audit::transparency::proof;
use petits_chevaux::game::GameId;
use petits_chevaux::store::{Limits, connect};

use super::service::{Service, over, run, service, with_keys};
use crate::store::ground::Folder;
use crate::store::records::{creation, done};

fn game(n: u8) -> GameId {
    GameId([n; 16])
}

async fn create(service: &Service, n: u8) {
    service.create_as(game(n), "quick", 2, None).await.unwrap();
}

/// The checkpoint, as somebody outside reads it.
async fn note(app: &App) -> Checkpoint {
    let tree = app.tree().await.unwrap();
    Checkpoint::open(&app.signed(&tree), app.log_key()).unwrap()
}

#[test]
fn a_checkpoint_has_every_created_game_with_its_head() {
    run(async {
        let service = service();
        let empty = note(&service.app).await;
        assert_eq!(empty.size, 0);
        let mut state = service.started_alone("quick", 2).await;
        create(&service, 1).await;
        let tree = service.app.checkpoint().await.unwrap();
        assert_eq!((tree.size, tree.games.created), (2, 2));
        while let Some(turn) = service.act(&state).await {
            state = turn.game;
        }
        let tree = service.app.checkpoint().await.unwrap();
        assert_eq!((tree.size, tree.games.finished), (3, 1));
        let again = service.app.checkpoint().await.unwrap();
        assert_eq!(again, tree, "nothing has changed");
        let leaves = service.app.leaves(0, 9).await.unwrap();
        let (_, last) = leaves.last().unwrap();
        assert_eq!(
            (last.game, last.seq, last.head),
            (state.id, state.version, state.head)
        );
        let finals = service.app.final_leaves(0, 9).await.unwrap();
        assert_eq!(finals, leaves[2..]);
    });
}

#[test]
fn every_leaf_and_every_older_tree_is_proved() {
    run(async {
        let service = service();
        let mut kept: Vec<Checkpoint> = vec![note(&service.app).await];
        for n in 1..=21 {
            create(&service, n).await;
            if n % 3 == 0 {
                service.app.checkpoint().await.unwrap();
                kept.push(note(&service.app).await);
            }
        }
        let newest = *kept.last().unwrap();
        for old in &kept {
            let proved = service
                .app
                .consistency(old.size, newest.size)
                .await
                .unwrap();
            let (old, new) = ((old.size, &old.root), (newest.size, &newest.root));
            assert!(proof::consistent(old, new, &proved.path));
            for index in 0..old.0 {
                let proved = service.app.inclusion(index, old.0).await.unwrap();
                let hash: Hash = proved.leaf.hash();
                assert!(proof::included(&hash, index, old.0, &proved.path, old.1));
            }
        }
        let proved = service.app.inclusion_of(game(5), 21).await.unwrap();
        assert_eq!(proved.leaf.game, game(5));
        for beyond in [
            service.app.inclusion(21, 21).await.err(),
            service.app.inclusion(0, 22).await.err(),
            service.app.inclusion_of(game(99), 21).await.err(),
            service.app.inclusion_of(game(21), 3).await.err(),
            service.app.consistency(3, 22).await.err(),
            service.app.consistency(4, 3).await.err(),
        ] {
            assert!(matches!(beyond, Some(AppError::NotInTree)), "{beyond:?}");
        }
    });
}

/// More games than one growth takes.
#[test]
fn many_games_are_logged_in_several_growths() {
    run(async {
        let service = service();
        for n in 0..1_003_u16 {
            let mut one = creation(9);
            one.game.0[..2].copy_from_slice(&n.to_be_bytes());
            done(&*service.store, one).await;
        }
        let tree = service.app.checkpoint().await.unwrap();
        assert_eq!((tree.size, tree.games.created), (1_003, 1_003));
        let trees = service.app.trees(u64::MAX, 9).await.unwrap();
        let sizes: Vec<i64> = trees.iter().map(|tree| tree.size).collect();
        assert_eq!(sizes, [1_003, 1_000]);
    });
}

#[test]
fn the_key_and_the_name_of_the_log_outlive_a_rotation() {
    run(async {
        let store = service().store;
        let old = with_keys(store.clone(), Arc::new(Keys::generate(1).unwrap()));
        let keys = Keys::generate(1).unwrap();
        let before = with_keys(store.clone(), Arc::new(keys))
            .app
            .log_key()
            .clone();
        assert_ne!(&before, old.app.log_key());
        let folder = std::env::temp_dir().join(format!("pc-tree-{}", std::process::id()));
        let path = folder.join("keys.json");
        let (keys, _) = petits_chevaux::app::keys::file::load_or_create(&path, 1).unwrap();
        let before = with_keys(store.clone(), Arc::new(keys))
            .app
            .log_key()
            .clone();
        let keys = petits_chevaux::app::keys::file::rotate(&path, 2).unwrap();
        let after = with_keys(store, Arc::new(keys)).app.log_key().clone();
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!(before, after);
    });
}

/// Two processes over one database, both making checkpoints while games are created in both.
#[test]
fn checkpoints_of_two_processes_make_one_tree() {
    run(async {
        let folder = Folder::new();
        let store = connect(&folder.url(), Limits::default()).await.unwrap();
        store.migrate().await.unwrap();
        let one = over(store);
        let two = over(connect(&folder.url(), Limits::default()).await.unwrap());
        for n in 0..10 {
            create(&one, 2 * n + 1).await;
            create(&two, 2 * n + 2).await;
            let (left, right) = tokio::join!(one.app.checkpoint(), two.app.checkpoint());
            let games = i64::from(2 * n + 2);
            assert_eq!((left.unwrap().size, right.unwrap().size), (games, games));
        }
        let mut leaves = BTreeMap::new();
        for (index, leaf) in one.app.leaves(0, 99).await.unwrap() {
            assert_eq!(leaves.insert(leaf.game, index), None, "each game once");
        }
        assert_eq!(leaves.len(), 20);
    });
}
