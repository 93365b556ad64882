//! What a commit writes, and when it writes nothing.

use petits_chevaux::store::{Committed, Status, StoreError, Visibility};
use tokio::task::JoinSet;

use super::ground::Ground;
use super::records::{
    answer, commit, creation, done, game, listing, player, record, snapshot, step, vault, with_key,
};

pub async fn a_created_game_can_be_read_back(ground: &Ground) {
    let store = &*ground.store;
    done(store, with_key(creation(1), 1, "k")).await;
    assert_eq!(
        store.snapshot(game(1)).await.unwrap(),
        Some(snapshot(1, Status::Lobby))
    );
    assert_eq!(
        store.listing(game(1)).await.unwrap(),
        Some(listing(Visibility::Public))
    );
    assert_eq!(store.vault(game(1)).await.unwrap(), Some(vault()));
    assert_eq!(store.events(game(1), 1, 9).await.unwrap(), [record(1)]);
    let answered = Some((game(1), answer(1, "k", 1)));
    assert_eq!(store.answer(player(1), "k").await.unwrap(), answered);
}

pub async fn a_taken_id_is_stale_and_stays_as_it_was(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, step(1, 1)).await;
    let again = with_key(creation(1), 1, "k");
    assert_eq!(commit(store, &[again]).await, ["stale"]);
    assert_eq!(store.snapshot(game(1)).await.unwrap().unwrap().version, 3);
    assert_eq!(store.answer(player(1), "k").await.unwrap(), None);
}

pub async fn a_move_at_the_version_is_done(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, with_key(step(1, 1), 1, "k")).await;
    assert_eq!(
        store.snapshot(game(1)).await.unwrap(),
        Some(snapshot(3, Status::Playing))
    );
    assert_eq!(
        store.events(game(1), 1, 9).await.unwrap(),
        [record(1), record(2), record(3)]
    );
    let answered = Some((game(1), answer(1, "k", 2)));
    assert_eq!(store.answer(player(1), "k").await.unwrap(), answered);
}

pub async fn a_move_at_another_version_writes_nothing(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    for at in [0, 2, 17] {
        assert_eq!(
            commit(store, &[with_key(step(1, at), 1, "k")]).await,
            ["stale"]
        );
    }
    assert_eq!(
        store.snapshot(game(1)).await.unwrap(),
        Some(snapshot(1, Status::Lobby))
    );
    assert_eq!(store.events(game(1), 1, 99).await.unwrap(), [record(1)]);
    assert_eq!(store.answer(player(1), "k").await.unwrap(), None);
}

pub async fn a_move_to_no_game_is_stale(ground: &Ground) {
    let store = &*ground.store;
    assert_eq!(
        commit(store, &[step(1, 0), step(2, 4)]).await,
        ["stale", "stale"]
    );
    assert_eq!(store.events(game(1), 1, 9).await.unwrap(), []);
}

pub async fn the_same_commit_again_is_never_written_twice(ground: &Ground) {
    let store = &*ground.store;
    let create = creation(1);
    let keyed = with_key(step(1, 1), 1, "k");
    let bare = step(1, 3);
    for commit in [&create, &keyed, &bare] {
        done(store, commit.clone()).await;
    }
    assert_eq!(commit(store, &[create]).await, ["stale"]);
    assert_eq!(commit(store, &[keyed]).await, ["key taken"]);
    assert_eq!(commit(store, &[bare]).await, ["stale"]);
    assert_eq!(store.events(game(1), 1, 99).await.unwrap().len(), 5);
}

pub async fn a_taken_key_writes_nothing_whatever_the_version(ground: &Ground) {
    let store = &*ground.store;
    done(store, with_key(creation(1), 1, "k")).await;
    done(store, creation(2)).await;
    let round = [
        with_key(step(1, 1), 1, "k"),
        with_key(step(2, 8), 1, "k"),
        with_key(creation(3), 1, "k"),
    ];
    assert_eq!(commit(store, &round).await, ["key taken"; 3]);
    assert_eq!(store.snapshot(game(1)).await.unwrap().unwrap().version, 1);
    assert_eq!(store.snapshot(game(3)).await.unwrap(), None);
    let answered = Some((game(1), answer(1, "k", 1)));
    assert_eq!(store.answer(player(1), "k").await.unwrap(), answered);
}

pub async fn the_key_of_another_player_is_free(ground: &Ground) {
    let store = &*ground.store;
    done(store, with_key(creation(1), 1, "k")).await;
    done(store, with_key(step(1, 1), 2, "k")).await;
    assert_eq!(
        store
            .answer(player(2), "k")
            .await
            .unwrap()
            .unwrap()
            .1
            .first_seq,
        2
    );
}

pub async fn a_round_answers_each_commit_in_its_place(ground: &Ground) {
    let store = &*ground.store;
    let first = [creation(3), creation(1), with_key(creation(2), 1, "k")];
    assert_eq!(commit(store, &first).await, ["done"; 3]);
    let moves = [
        step(3, 1),
        step(9, 1),
        with_key(step(2, 1), 1, "k"),
        step(1, 1),
    ];
    assert_eq!(
        commit(store, &moves).await,
        ["done", "stale", "key taken", "done"]
    );
    let mixed = [step(3, 3), creation(1), creation(4), step(1, 1), step(2, 1)];
    assert_eq!(
        commit(store, &mixed).await,
        ["done", "stale", "done", "stale", "done"]
    );
    for (n, version) in [(1, 3), (2, 3), (3, 5), (4, 1)] {
        assert_eq!(
            store.snapshot(game(n)).await.unwrap().unwrap().version,
            version
        );
        let events = store.events(game(n), 1, 9).await.unwrap();
        assert_eq!(events.last().unwrap().seq, version);
    }
}

pub async fn a_poisoned_commit_does_not_hurt_its_neighbours(ground: &Ground) {
    let store = &*ground.store;
    for n in 1..=3 {
        done(store, creation(n)).await;
    }
    let mut poisoned = with_key(step(2, 1), 1, "k");
    poisoned.records[1].seq = 1;
    let round = [step(1, 1), poisoned.clone(), creation(4), step(3, 1)];
    let answers = store.commit(&round).await.unwrap();
    assert!(matches!(
        answers.as_slice(),
        [
            Committed::Done,
            Committed::Failed(StoreError::Contradiction),
            Committed::Done,
            Committed::Done
        ]
    ));
    assert_eq!(
        store.snapshot(game(2)).await.unwrap(),
        Some(snapshot(1, Status::Lobby))
    );
    assert_eq!(store.events(game(2), 1, 99).await.unwrap(), [record(1)]);
    assert_eq!(store.answer(player(1), "k").await.unwrap(), None);
    assert_eq!(store.events(game(3), 1, 99).await.unwrap().len(), 3);
    assert_eq!(commit(store, &[poisoned]).await, ["failed"]);
    done(store, step(2, 1)).await;
}

pub async fn a_roll_is_recorded_once(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, creation(2)).await;
    done(store, step(1, 1)).await;
    let mut again = step(1, 3);
    again.records[0].roll = Some(1);
    again.records[1].roll = None;
    assert_eq!(
        commit(store, &[again, step(2, 1)]).await,
        ["failed", "done"]
    );
    assert_eq!(
        store.event_of_roll(game(1), 1).await.unwrap(),
        Some(record(2))
    );
    assert_eq!(store.snapshot(game(1)).await.unwrap().unwrap().version, 3);
}

pub async fn two_commits_to_one_game_are_judged_in_turn(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    let round = [step(1, 1), step(1, 1), step(1, 3), step(1, 5)];
    assert_eq!(
        commit(store, &round).await,
        ["done", "stale", "done", "done"]
    );
    assert_eq!(store.snapshot(game(1)).await.unwrap().unwrap().version, 7);
    let created = [creation(2), step(2, 1), creation(2)];
    assert_eq!(commit(store, &created).await, ["done", "done", "stale"]);
}

pub async fn two_commits_with_one_key_write_once(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, creation(2)).await;
    let round = [with_key(step(1, 1), 1, "k"), with_key(step(2, 1), 1, "k")];
    assert_eq!(commit(store, &round).await, ["done", "key taken"]);
    assert_eq!(store.snapshot(game(2)).await.unwrap().unwrap().version, 1);
}

pub async fn one_of_many_writers_at_one_version_wins(ground: &Ground) {
    done(&*ground.store, creation(1)).await;
    let mut writers = JoinSet::new();
    for n in 0..16_u8 {
        let store = ground.store.clone();
        let one = with_key(step(1, 1), n, "k");
        writers.spawn(async move { commit(&*store, &[one]).await[0] });
    }
    let answers = writers.join_all().await;
    assert_eq!(
        answers.iter().filter(|answer| **answer == "done").count(),
        1
    );
    assert_eq!(
        answers.iter().filter(|answer| **answer == "stale").count(),
        15
    );
    assert_eq!(ground.store.events(game(1), 1, 99).await.unwrap().len(), 3);
}

pub async fn one_of_two_processes_wins_each_version(ground: &Ground) {
    const MOVES: i64 = 20;
    done(&*ground.store, creation(1)).await;
    let mut processes = JoinSet::new();
    for store in [ground.store.clone(), ground.second().await] {
        processes.spawn(async move {
            let mut won = 0;
            for at in (1..).step_by(2).take(usize::try_from(MOVES).unwrap()) {
                match commit(&*store, &[step(1, at)]).await[0] {
                    "done" => won += 1,
                    other => assert_eq!(other, "stale"),
                }
            }
            won
        });
    }
    let won: i64 = processes.join_all().await.iter().sum();
    let reached = ground
        .store
        .snapshot(game(1))
        .await
        .unwrap()
        .unwrap()
        .version;
    assert_eq!(reached, 1 + 2 * won);
    let events = ground.store.events(game(1), 1, 99).await.unwrap();
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), {
        (1..=reached).collect::<Vec<_>>()
    });
}

/// Whichever order the games of a round stand in, two processes lock them in one order.
pub async fn crossing_rounds_of_two_processes_are_all_answered(ground: &Ground) {
    const ROUNDS: usize = 20;
    let games = 1..=8_u8;
    let created: Vec<_> = games.clone().map(creation).collect();
    assert_eq!(commit(&*ground.store, &created).await, ["done"; 8]);
    let mut processes = JoinSet::new();
    let backwards: Vec<_> = games.clone().rev().collect();
    for (order, store) in [
        (games.clone().collect(), ground.store.clone()),
        (backwards, ground.second().await),
    ] {
        processes.spawn(async move {
            let mut won = 0;
            for _ in 0..ROUNDS {
                let loaded = store
                    .load(&(1..=8).map(game).collect::<Vec<_>>())
                    .await
                    .unwrap();
                let version = |n| {
                    loaded
                        .iter()
                        .find(|(id, _)| *id == game(n))
                        .unwrap()
                        .1
                        .version
                };
                let round: Vec<_> = order.iter().map(|n| step(*n, version(*n))).collect();
                let answers = commit(&*store, &round).await;
                assert!(!answers.contains(&"failed"));
                won += answers.iter().filter(|answer| **answer == "done").count();
            }
            won
        });
    }
    let won: usize = processes.join_all().await.iter().sum();
    let loaded = ground
        .store
        .load(&games.map(game).collect::<Vec<_>>())
        .await
        .unwrap();
    let reached: i64 = loaded
        .iter()
        .map(|(_, snapshot)| (snapshot.version - 1) / 2)
        .sum();
    assert_eq!(usize::try_from(reached).unwrap(), won);
}

pub async fn an_empty_round_has_no_answers(ground: &Ground) {
    assert_eq!(commit(&*ground.store, &[]).await, [""; 0]);
}
