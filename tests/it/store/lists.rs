//! Pages of games.

use petits_chevaux::game::GameId;
use petits_chevaux::store::{
    Commit, GameFilter, Guard, Opening, Page, Status, Store, VaultFate, Visibility,
};

use super::ground::Ground;
use super::records::{commit, creation, done, game, listing, player, snapshot, step, vault};

const FIRST: Page = Page {
    before: None,
    limit: 50,
};

async fn ids(store: &dyn Store, filter: GameFilter, page: Page) -> Vec<GameId> {
    store
        .games(filter, page)
        .await
        .unwrap()
        .iter()
        .map(|row| row.game)
        .collect()
}

pub async fn pages_are_complete_and_stable(ground: &Ground) {
    let store = &*ground.store;
    for n in 1..=10 {
        done(store, creation(n)).await;
    }
    let filter = GameFilter::Public(Status::Lobby);
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let page = ids(store, filter, Page { before, limit: 3 }).await;
        let Some(last) = page.last() else { break };
        before = Some(*last);
        seen.extend(page);
        // A game that comes meanwhile is newer than every page that follows.
        let newer = 100 + u8::try_from(seen.len()).unwrap();
        done(store, creation(newer)).await;
    }
    assert_eq!(seen, (1..=10).rev().map(game).collect::<Vec<_>>());
}

pub async fn a_private_game_is_in_no_public_list(ground: &Ground) {
    let store = &*ground.store;
    let listing = listing(Visibility::Private);
    let private = Commit {
        guard: Guard::Create {
            listing: listing.clone(),
            opening: Opening::default(),
            vault: vault(),
        },
        ..creation(1)
    };
    assert_eq!(commit(store, &[private, creation(2)]).await, ["done"; 2]);
    assert_eq!(
        ids(store, GameFilter::Public(Status::Lobby), FIRST).await,
        [game(2)]
    );
    let mine = store.games(GameFilter::Of(player(1)), FIRST).await.unwrap();
    assert_eq!(mine[1].listing, listing);
    assert_eq!(mine[1].snapshot, snapshot(1, Status::Lobby));
}

pub async fn a_game_moves_between_the_lists_of_its_status(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    for status in Status::ALL {
        let at = store.snapshot(game(1)).await.unwrap().unwrap().version;
        let mut moved = step(1, at);
        moved.snapshot.status = status;
        done(store, moved).await;
        for other in Status::ALL {
            let expected = if other == status {
                vec![game(1)]
            } else {
                Vec::new()
            };
            assert_eq!(ids(store, GameFilter::Public(other), FIRST).await, expected);
            assert_eq!(
                ids(store, GameFilter::OfIn(player(1), other), FIRST).await,
                expected
            );
        }
    }
}

pub async fn the_list_of_a_player_follows_the_seats(ground: &Ground) {
    let store = &*ground.store;
    for n in 1..=3 {
        done(store, creation(n)).await;
    }
    let filter = GameFilter::Of(player(2));
    assert_eq!(ids(store, filter, FIRST).await, []);
    let joins = [1, 3].map(|n| Commit {
        joined: vec![(player(2), 1)],
        ..step(n, 1)
    });
    assert_eq!(commit(store, &joins).await, ["done"; 2]);
    assert_eq!(ids(store, filter, FIRST).await, [game(3), game(1)]);
    let page = Page {
        before: Some(game(3)),
        limit: 1,
    };
    assert_eq!(ids(store, filter, page).await, [game(1)]);
    done(
        store,
        Commit {
            joined: vec![(player(2), 1)],
            ..step(1, 3)
        },
    )
    .await;
    assert_eq!(ids(store, filter, FIRST).await, [game(3), game(1)]);
    let leaving = Commit {
        left: vec![player(2)],
        drop_vault: VaultFate::Drop,
        ..step(3, 3)
    };
    done(store, leaving).await;
    assert_eq!(ids(store, filter, FIRST).await, [game(1)]);
    assert_eq!(
        ids(store, GameFilter::Of(player(1)), FIRST).await,
        [3, 2, 1].map(game)
    );
}

pub async fn the_longest_page_is_bounded(ground: &Ground) {
    let round: Vec<_> = (1..=120).map(creation).collect();
    assert_eq!(commit(&*ground.store, &round).await, ["done"; 120]);
    let filter = GameFilter::Public(Status::Lobby);
    let most = Page {
        before: None,
        limit: u32::MAX,
    };
    assert_eq!(ids(&*ground.store, filter, most).await.len(), 100);
    let least = Page {
        before: None,
        limit: 0,
    };
    assert_eq!(ids(&*ground.store, filter, least).await, [game(120)]);
}
