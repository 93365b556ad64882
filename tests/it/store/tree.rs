//! The transparency log as records, and the catalogue of all games.

use petits_chevaux::store::{
    Grown, Growth, Leaf, Pending, Placed, Snapshot, Status, Store, TreeGames, TreeHead,
};

use super::ground::Ground;
use super::records::{creation, done, game, hash, step};

/// The growth by everything that is pending, as the floor above computes it; the nodes and the root
/// are only bytes here.
pub(super) async fn growth(store: &dyn Store) -> Growth {
    let head = store.tree_heads(i64::MAX, 1).await.unwrap().pop();
    let none = (0, TreeGames::default());
    let (first, mut games) = head.map_or(none, |head| (head.size, head.games));
    let pending = store.pending(None).await.unwrap();
    let changed: Vec<Pending> = pending.into_iter().filter(Pending::has_changed).collect();
    for pending in &changed {
        games = games.with(pending);
    }
    let leaves: Vec<Leaf> = changed.iter().map(|pending| pending.head).collect();
    let size = first + i64::try_from(leaves.len()).unwrap();
    Growth {
        first,
        nodes: (first..size).map(|at| (2 * at, hash(at))).collect(),
        head: TreeHead {
            size,
            root: hash(size),
            at_us: 1_000 + size,
            games,
        },
        leaves,
    }
}

async fn grow(store: &dyn Store) -> TreeHead {
    let growth = growth(store).await;
    assert_eq!(store.grow(&growth).await.unwrap(), Grown::Done);
    growth.head
}

async fn changed(store: &dyn Store) -> Vec<(u8, Option<i64>)> {
    let pending = store.pending(None).await.unwrap();
    let changed = pending.iter().filter(|pending| pending.has_changed());
    changed
        .map(|pending| (pending.head.game.0[0], pending.logged))
        .collect()
}

/// The last move of a game.
async fn end(store: &dyn Store, n: u8, at: i64, status: Status) {
    let mut last = step(n, at);
    last.snapshot = Snapshot {
        status,
        ..last.snapshot
    };
    done(store, last).await;
}

pub async fn every_created_game_waits_for_its_first_leaf(ground: &Ground) {
    let store = &*ground.store;
    for n in [3, 1, 2] {
        done(store, creation(n)).await;
    }
    assert_eq!(changed(store).await, [(1, None), (2, None), (3, None)]);
    let head = grow(store).await;
    assert_eq!((head.size, head.games.created), (3, 3));
    assert_eq!(changed(store).await, []);
    done(store, step(2, 1)).await;
    assert_eq!(changed(store).await, [(2, Some(1))]);
    let leaves = store.leaves(0, 99).await.unwrap();
    let first = Leaf {
        game: game(1),
        seq: 1,
        hash: hash(1),
        status: Status::Lobby,
    };
    assert_eq!(
        leaves[0],
        Placed {
            index: 0,
            leaf: first
        }
    );
    assert_eq!(leaves.len(), 3);
    let paged = store.pending(Some(game(1))).await.unwrap();
    assert_eq!(paged.len(), 2, "the games after the first");
}

pub async fn a_game_that_is_over_is_logged_once_more_and_never_again(ground: &Ground) {
    let store = &*ground.store;
    for n in 1..=3 {
        done(store, creation(n)).await;
    }
    grow(store).await;
    end(store, 1, 1, Status::Finished).await;
    end(store, 2, 1, Status::Aborted).await;
    let head = grow(store).await;
    assert_eq!(head.size, 5);
    let games = (head.games.created, head.games.finished, head.games.aborted);
    assert_eq!(games, (3, 1, 1));
    let left = store.pending(None).await.unwrap();
    assert_eq!(left.len(), 1, "only the game that goes on");
    let last = store.final_leaves(0, 9).await.unwrap();
    let found: Vec<_> = last
        .iter()
        .map(|placed| (placed.index, placed.leaf.seq))
        .collect();
    assert_eq!(found, [(3, 3), (4, 3)]);
    assert_eq!(store.final_leaves(4, 9).await.unwrap(), last[1..]);
    assert_eq!(store.final_leaves(0, 1).await.unwrap(), last[..1]);
}

pub async fn the_newest_leaf_of_a_game_is_found_in_each_tree(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    grow(store).await;
    for at in [1, 3] {
        done(store, step(1, at)).await;
        grow(store).await;
    }
    for size in 1..=3 {
        let leaf = store.leaf_of(game(1), size).await.unwrap().unwrap();
        assert_eq!((leaf.index, leaf.leaf.seq), (size - 1, 2 * size - 1));
    }
    assert_eq!(store.leaf_of(game(1), 0).await.unwrap(), None);
    assert_eq!(store.leaf_of(game(2), 9).await.unwrap(), None);
    let heads = store.tree_heads(2, 9).await.unwrap();
    let sizes: Vec<i64> = heads.iter().map(|head| head.size).collect();
    assert_eq!(sizes, [2, 1]);
}

pub async fn nodes_are_read_many_at_once(ground: &Ground) {
    let store = &*ground.store;
    for n in 1..=40 {
        done(store, creation(n)).await;
    }
    grow(store).await;
    let wanted: Vec<i64> = (0..45).map(|n| 2 * n).collect();
    let mut found = store.nodes(&wanted).await.unwrap();
    found.sort_unstable();
    let all: Vec<_> = (0..40).map(|n| (2 * n, hash(n))).collect();
    assert_eq!(found, all);
    assert_eq!(store.nodes(&[]).await.unwrap(), []);
}

pub async fn a_growth_is_written_once_and_only_on_its_own_tree(ground: &Ground) {
    let (one, two) = (&*ground.store, &*ground.second().await);
    for n in 1..=4 {
        done(one, creation(n)).await;
    }
    let growth = growth(one).await;
    let (left, right) = tokio::join!(one.grow(&growth), two.grow(&growth));
    let mut answers = [left.unwrap(), right.unwrap()];
    answers.sort_by_key(|grown| *grown == Grown::Stale);
    assert_eq!(answers, [Grown::Done, Grown::Stale]);
    assert_eq!(two.grow(&growth).await.unwrap(), Grown::Stale);
    assert_eq!(one.leaves(0, 99).await.unwrap().len(), 4);
    done(two, step(3, 1)).await;
    let head = grow(two).await;
    assert_eq!((head.size, head.games.created), (5, 4));
}

pub async fn the_catalogue_has_every_game_and_counts_them(ground: &Ground) {
    let store = &*ground.store;
    for n in 1..=5 {
        done(store, creation(n)).await;
    }
    done(store, step(2, 1)).await;
    end(store, 3, 1, Status::Finished).await;
    let all = store.catalogue(None, None, 9).await.unwrap();
    let games: Vec<u8> = all.iter().map(|row| row.head.game.0[0]).collect();
    assert_eq!(games, [1, 2, 3, 4, 5]);
    assert_eq!(all[1].head.seq, 3);
    assert_eq!(all[1].ruleset, "s001_quick");
    let rest = store.catalogue(None, Some(game(2)), 2).await.unwrap();
    assert_eq!(rest, all[2..4]);
    let lobby = store.catalogue(Some(Status::Lobby), Some(game(1)), 9).await;
    assert_eq!(lobby.unwrap(), all[3..]);
    let mut totals = store.totals().await.unwrap();
    totals.sort_by_key(|(status, _)| status.code());
    let expected = [
        (Status::Lobby, 3),
        (Status::Playing, 1),
        (Status::Finished, 1),
    ];
    assert_eq!(totals, expected);
}
