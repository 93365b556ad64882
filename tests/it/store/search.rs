//! The search for a game in the lobby.

use petits_chevaux::game::GameId;
use petits_chevaux::store::{Commit, Due, Guard, Opening, Page, Search, Status, Visibility, Wait};

use super::ground::Ground;
use super::records::{commit, creation, game, listing, record, snapshot, vault};

const ANY: Search = Search {
    status: Status::Lobby,
    ruleset: String::new(),
    seats: (0, i64::MAX),
    free: 0,
    clock_s: (0, i64::MAX),
};

fn offered(n: u8, ruleset: &str, seats: i64, clock_s: i64, free: i64) -> Commit {
    let mut listing = listing(Visibility::Public);
    ruleset.clone_into(&mut listing.ruleset);
    Commit {
        guard: Guard::Create {
            listing,
            opening: Opening {
                seats,
                clock_s,
                ..Opening::default()
            },
            vault: vault(),
        },
        wait: Wait {
            seats: free,
            due: Due::Keep,
        },
        ..creation(n)
    }
}

pub async fn games_are_found_by_what_they_offer(ground: &Ground) {
    let store = &*ground.store;
    let round = [
        offered(1, "quick/1", 2, 0, 0b01),
        offered(2, "quick/1+", 4, 86_400, 0b1110),
        offered(3, "quicker/1", 4, 0, 0b11),
        offered(4, "ludo/1", 6, 259_200, 0b11_1111),
    ];
    assert_eq!(commit(store, &round).await, ["done"; 4]);
    let page = Page {
        before: None,
        limit: 9,
    };
    let searches = [
        (ANY, vec![4, 3, 2, 1]),
        (
            Search {
                ruleset: "quick/".to_owned(),
                ..ANY
            },
            vec![2, 1],
        ),
        (
            Search {
                seats: (4, 4),
                ..ANY
            },
            vec![3, 2],
        ),
        (Search { free: 3, ..ANY }, vec![4, 2]),
        (
            Search {
                clock_s: (0, 0),
                ..ANY
            },
            vec![3, 1],
        ),
        (
            Search {
                clock_s: (1, 86_400),
                ..ANY
            },
            vec![2],
        ),
        (
            Search {
                status: Status::Playing,
                ..ANY
            },
            vec![],
        ),
    ];
    for (search, expected) in searches {
        let found = store.search(&search, page).await.unwrap();
        let ids: Vec<_> = found.rows.iter().map(|row| row.game).collect();
        let expected: Vec<_> = expected.into_iter().map(game).collect();
        assert_eq!((ids, found.upto), (expected, None), "{search:?}");
    }
}

/// A game with that number among many.
fn many(n: u16) -> Commit {
    let mut id = [1; 16];
    id[14..].copy_from_slice(&n.to_be_bytes());
    let clock_s = if n == 3 { 600 } else { 0 };
    Commit {
        game: GameId(id),
        snapshot: snapshot(1, Status::Lobby),
        records: vec![record(1)],
        ..offered(1, "quick/1", 2, clock_s, 1)
    }
}

pub async fn a_page_of_a_search_looks_at_so_many_games_and_goes_on(ground: &Ground) {
    let store = &*ground.store;
    let games: Vec<_> = (0..1_200).map(many).collect();
    for round in games.chunks(240) {
        assert_eq!(commit(store, round).await, ["done"; 240]);
    }
    let rare = Search {
        clock_s: (1, i64::MAX),
        ..ANY
    };
    let page = |before| Page { before, limit: 5 };
    let first = store.search(&rare, page(None)).await.unwrap();
    assert_eq!((first.rows.len(), first.upto), (0, Some(many(200).game)));
    let second = store.search(&rare, page(first.upto)).await.unwrap();
    let ids: Vec<_> = second.rows.iter().map(|row| row.game).collect();
    assert_eq!((ids, second.upto), (vec![many(3).game], None));
    let common = store.search(&ANY, page(None)).await.unwrap();
    assert_eq!(
        (common.rows.len(), common.upto),
        (5, Some(many(1_195).game))
    );
}
