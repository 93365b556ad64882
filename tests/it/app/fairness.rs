//! The audit of the dice over a service: whoever does it, and however often it is cut off.

use std::sync::Arc;

use petits_chevaux::app::App;
use petits_chevaux::app::keys::Keys;
use petits_chevaux::fairness::Recount;
use petits_chevaux::game::GameId;
use petits_chevaux::store::{Limits, connect};

use super::service::{Service, run, with_keys};
use crate::store::ground::Folder;

/// What a stranger computes from leaves, checkpoints and logs.
async fn recounted(app: &App) -> String {
    let mut recount = Recount::default();
    let mut trees = app.trees(u64::MAX, 1_000).await.unwrap();
    trees.reverse();
    for tree in trees {
        let size = u64::try_from(tree.size).unwrap();
        while recount.leaves() < size {
            let mut leaves = app.leaves(recount.leaves(), 1).await.unwrap();
            let (_, leaf) = leaves.pop().unwrap();
            let events = app.events(leaf.game, 0, leaf.seq + 1).await.unwrap();
            let lines = events.iter().map(|event| event.payload.as_str());
            recount.take(&leaf, lines).unwrap();
        }
        recount.close(&tree.root).unwrap();
    }
    recount.publication().text()
}

async fn two_processes(folder: &Folder) -> [Service; 2] {
    let keys = Arc::new(Keys::generate(1).unwrap());
    let mut processes = Vec::new();
    for _ in 0..2 {
        let store = connect(&folder.url(), Limits::default()).await.unwrap();
        store.migrate().await.unwrap();
        processes.push(with_keys(store, keys.clone()));
    }
    processes.try_into().unwrap_or_else(|_| unreachable!())
}

#[test]
fn two_processes_that_audit_at_once_publish_what_a_stranger_recomputes() {
    run(async {
        let folder = Folder::new();
        let [one, other] = two_processes(&folder).await;
        let mut state = one.started_alone("quick", 2).await;
        // More games than a step takes.
        for n in 1..=104 {
            let id = GameId([n; 16]);
            one.create_as(id, "quick", 2, None).await.unwrap();
        }
        for _ in 0..4 {
            for _ in 0..25 {
                if let Some(turn) = one.act(&state).await {
                    state = turn.game;
                }
            }
            one.app.checkpoint().await.unwrap();
            let (a, b) = tokio::join!(one.app.audit_dice(), other.app.audit_dice());
            a.unwrap();
            b.unwrap();
        }
        let size = other.app.audit_dice().await.unwrap();
        assert_eq!(size, 108);
        let published = one.app.published().await.unwrap();
        assert_eq!(published.report, recounted(&one.app).await);
        let again = one.app.audit_dice().await.unwrap();
        assert_eq!(again, size, "nothing is left to do");
    });
}
