//! People: what changed for whom, and of what they are reminded.

use petits_chevaux::game::{GameId, PlayerId};
use petits_chevaux::store::{
    AccountWrite, Commit, Counts, Due, Horizon, Nearing, Nearness, PeopleWrite, PeopleWritten,
    Player, Reminder, Status, Store, VaultFate, Wait,
};

use super::ground::Ground;
use super::records::{creation, done, game, player, step};

async fn changed(store: &dyn Store, n: u8, since: &Horizon) -> Vec<(GameId, i64)> {
    let changed = store.changed_games(player(n), since).await.unwrap();
    let rows = changed.rows.iter();
    rows.map(|(_, one)| (one.game, one.version)).collect()
}

/// Step `at`, which waits for seats.
fn waiting(n: u8, at: i64, seats: i64, due: Due) -> Commit {
    Commit {
        wait: Wait { seats, due },
        ..step(n, at)
    }
}

pub async fn a_game_is_shown_once_after_each_look(ground: &Ground) {
    let store = &*ground.store;
    let begin = store.horizon().await.unwrap();
    for n in 1..=3 {
        done(store, creation(n)).await;
    }
    done(store, waiting(2, 1, 1, Due::At(77))).await;
    let found = store.changed_games(player(1), &begin).await.unwrap();
    let (stamps, found): (Vec<_>, Vec<_>) = found.rows.into_iter().unzip();
    let order: Vec<_> = found.iter().map(|one| (one.game, one.version)).collect();
    assert_eq!(order, [(game(1), 1), (game(3), 1), (game(2), 3)]);
    assert!(stamps.is_sorted());
    assert_eq!((found[2].awaited, found[2].due_us), (1, Some(77)));
    assert_eq!(found[2].status, Status::Playing);
    let now = store.horizon().await.unwrap();
    assert!(begin.is_before(&now));
    assert_eq!(changed(store, 1, &now).await, []);
    assert_eq!(changed(store, 2, &begin).await, []);
    done(store, step(1, 1)).await;
    assert_eq!(changed(store, 1, &now).await, [(game(1), 3)]);
    let later = store.horizon().await.unwrap();
    assert!(now.is_before(&later) && !later.is_before(&now));
}

pub async fn the_end_of_a_game_is_shown_and_then_costs_nothing(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    let before = store.horizon().await.unwrap();
    let mut end = Commit {
        drop_vault: VaultFate::Drop,
        ..waiting(1, 1, 1, Due::Never)
    };
    end.snapshot.status = Status::Finished;
    done(store, end).await;
    let shown = store.changed_games(player(1), &before).await.unwrap();
    assert_eq!(shown.rows[0].1.status, Status::Finished);
    let after = store.horizon().await.unwrap();
    assert_eq!(changed(store, 1, &after).await, []);
    assert_eq!(changed(store, 1, &after.restart()).await, [(game(1), 3)]);
}

pub(super) async fn write(store: &dyn Store, write: PeopleWrite) -> PeopleWritten {
    store.write_people(&write).await.unwrap()
}

async fn add_player(store: &dyn Store, n: u8) {
    let guest = AccountWrite::Guest {
        player: Player {
            id: player(n),
            name: n.to_string(),
            created_at_us: 0,
        },
        device: None,
        app: None,
    };
    store.write_account(&guest).await.unwrap();
}

pub async fn deadlines_come_near_for_who_wants_to_know(ground: &Ground) {
    let store = &*ground.store;
    for n in 1..=2 {
        add_player(store, n).await;
    }
    for n in 1..=4 {
        done(store, creation(n)).await;
    }
    let due = |n: u8| Due::At(1_000 + i64::from(n));
    for n in 1..=3 {
        done(store, waiting(n, 1, 1, due(n))).await;
    }
    done(store, waiting(4, 1, 0b10, due(4))).await;
    let nearness = Nearness {
        after_us: 1_001,
        upto_us: 1_010,
        wanted: 0b100,
    };
    let near = |after| store.nearing(nearness, after, 1);
    assert_eq!(near(None).await.unwrap(), []);
    let plan = |player: PlayerId, reminders| PeopleWrite::Plan { player, reminders };
    write(store, plan(player(1), 0b110)).await;
    assert_eq!(store.plan(player(1)).await.unwrap(), 0b110);
    let nobody = write(store, plan(player(9), 1)).await;
    assert_eq!(nobody, PeopleWritten::Stale);
    let found = |n: u8| Nearing {
        player: player(1),
        game: game(n),
        due_us: 1_000 + i64::from(n),
    };
    assert_eq!(near(None).await.unwrap(), [found(2)]);
    assert_eq!(near(Some(found(2))).await.unwrap(), [found(3)]);
    assert_eq!(near(Some(found(3))).await.unwrap(), []);
    let awaiting = store.counts(player(1), 0).await.unwrap();
    let expected = Counts {
        awaiting: 3,
        invitations: 0,
    };
    assert_eq!(awaiting, expected);
}

pub async fn a_reminder_comes_once_and_not_after_the_move(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    done(store, waiting(1, 1, 1, Due::At(1_000))).await;
    let begin = store.horizon().await.unwrap();
    let reminder = |roll, due_us| Reminder {
        player: player(1),
        game: game(1),
        roll,
        before_s: 900,
        due_us,
    };
    let remind = PeopleWrite::Remind(reminder(1, 1_000));
    let second = ground.second().await;
    let (one, other) = tokio::join!(store.write_people(&remind), second.write_people(&remind));
    let both = [one.unwrap(), other.unwrap()];
    assert!(both.contains(&PeopleWritten::Done) && both.contains(&PeopleWritten::Stale));
    let shown = store.changed_reminders(player(1), &begin).await.unwrap();
    assert_eq!(shown.rows.len(), 1);
    assert_eq!(shown.rows[0].1, reminder(1, 1_000));
    // The move was made; the same player is on turn again, with another deadline.
    done(store, waiting(1, 3, 1, Due::At(2_000))).await;
    let shown = store.changed_reminders(player(1), &begin).await.unwrap();
    assert_eq!(shown.rows, []);
    write(store, PeopleWrite::Remind(reminder(2, 2_000))).await;
    done(store, waiting(1, 5, 0, Due::Keep)).await;
    let shown = store.changed_reminders(player(1), &begin).await.unwrap();
    assert_eq!(shown.rows, []);
}

pub async fn how_far_things_have_come_is_remembered(ground: &Ground) {
    let store = &*ground.store;
    assert_eq!(store.reminded().await.unwrap(), None);
    let reminded = |upto_us| PeopleWrite::Reminded {
        upto_us,
        keep_us: 0,
    };
    assert_eq!(write(store, reminded(5)).await, PeopleWritten::Done);
    assert_eq!(write(store, reminded(4)).await, PeopleWritten::Stale);
    assert_eq!(store.reminded().await.unwrap(), Some(5));
    assert_eq!(store.mark(player(1)).await.unwrap(), None);
    for _ in 0..2 {
        let horizon = store.horizon().await.unwrap();
        let mark = PeopleWrite::Mark {
            player: player(1),
            horizon: horizon.clone(),
        };
        write(store, mark).await;
        assert_eq!(store.mark(player(1)).await.unwrap(), Some(horizon));
    }
}
