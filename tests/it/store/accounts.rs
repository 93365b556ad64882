//! Players, devices, sessions.

use petits_chevaux::store::{
    AccountWrite, AccountWritten, Commit, Player, SecretHash, Session, SessionId, SessionState,
    SessionTokens, TokenUse,
};
use tokio::task::JoinSet;

use super::ground::Ground;
use super::records::{creation, done, game, player, step};

fn person(n: u8, name: &str) -> Player {
    Player {
        id: player(n),
        name: name.to_owned(),
        created_at_us: 5_000 + i64::from(n),
    }
}

fn guest(n: u8, name: &str, device: Option<u8>) -> AccountWrite {
    AccountWrite::Guest {
        app: None,
        player: person(n, name),
        device: device.map(|d| SecretHash([d; 32])),
    }
}

fn tokens(current: u8, previous: Option<u8>) -> SessionTokens {
    SessionTokens {
        current: SecretHash([current; 32]),
        previous: previous.map(|n| SecretHash([n; 32])),
        current_use: TokenUse::Fresh,
        expires_at_us: 10_000 + i64::from(current),
    }
}

fn session(n: u8) -> Session {
    Session {
        id: SessionId([n; 16]),
        player: player(n),
        tokens: tokens(n, None),
        state: SessionState::Open,
        created_at_us: 77,
    }
}

fn rotation(n: u8, expected: u8, next: SessionTokens) -> AccountWrite {
    let expected = SecretHash([expected; 32]);
    AccountWrite::Rotate {
        session: SessionId([n; 16]),
        expected,
        tokens: next,
    }
}

async fn write(ground: &Ground, write: AccountWrite) -> AccountWritten {
    ground.store.write_account(&write).await.unwrap()
}

pub async fn a_guest_is_added_once_for_a_device(ground: &Ground) {
    let ana = person(1, "Ana");
    assert_eq!(
        write(ground, guest(1, "Ana", Some(9))).await,
        AccountWritten::Added(ana.clone())
    );
    assert_eq!(
        write(ground, guest(2, "Bob", Some(9))).await,
        AccountWritten::Found(ana.clone())
    );
    assert_eq!(ground.store.player(player(1)).await.unwrap(), Some(ana));
    assert_eq!(ground.store.player(player(2)).await.unwrap(), None);
}

pub async fn a_guest_without_a_device_is_always_new(ground: &Ground) {
    for n in 1..=2 {
        let added = AccountWritten::Added(person(n, "Ève \u{1F3B2}"));
        assert_eq!(write(ground, guest(n, "Ève \u{1F3B2}", None)).await, added);
    }
    assert!(
        ground
            .store
            .write_account(&guest(1, "Ana", None))
            .await
            .is_err()
    );
}

pub async fn two_processes_meet_one_device_and_make_one_player(ground: &Ground) {
    let mut processes = JoinSet::new();
    for (n, store) in [(1, ground.store.clone()), (2, ground.second().await)] {
        processes.spawn(async move {
            match store
                .write_account(&guest(n, "Ana", Some(9)))
                .await
                .unwrap()
            {
                AccountWritten::Added(player) => (1, player.id),
                AccountWritten::Found(player) => (0, player.id),
                AccountWritten::Done | AccountWritten::Stale => panic!("a guest is added or found"),
            }
        });
    }
    let answers = processes.join_all().await;
    assert_eq!(answers[0].0 + answers[1].0, 1);
    assert_eq!(answers[0].1, answers[1].1);
}

pub async fn a_player_is_renamed(ground: &Ground) {
    write(ground, guest(1, "Ana", None)).await;
    let rename = |n| AccountWrite::Rename {
        player: player(n),
        name: "Anaïs".to_owned(),
    };
    assert_eq!(write(ground, rename(1)).await, AccountWritten::Done);
    assert_eq!(write(ground, rename(2)).await, AccountWritten::Stale);
    assert_eq!(
        ground.store.player(player(1)).await.unwrap(),
        Some(person(1, "Anaïs"))
    );
}

pub async fn the_players_at_a_table_have_names(ground: &Ground) {
    let store = &*ground.store;
    for (n, name) in [(2, "Bo"), (3, "Cléo"), (4, "Dan")] {
        write(ground, guest(n, name, None)).await;
    }
    done(store, creation(1)).await;
    let sits = |n: u8, at: i64| Commit {
        joined: vec![(player(n), 1)],
        ..step(1, at)
    };
    done(store, sits(3, 1)).await;
    done(store, sits(2, 3)).await;
    let seated = store.players_at(game(1)).await.unwrap();
    assert_eq!(
        seated
            .into_iter()
            .filter(|seated| seated.id != player(1))
            .collect::<Vec<_>>(),
        [person(2, "Bo"), person(3, "Cléo")]
    );
    assert_eq!(store.players_at(game(9)).await.unwrap(), []);
}

pub async fn a_session_is_opened_and_read(ground: &Ground) {
    assert_eq!(
        write(ground, AccountWrite::Open(session(1))).await,
        AccountWritten::Done
    );
    assert_eq!(
        ground.store.session(SessionId([1; 16])).await.unwrap(),
        Some(session(1))
    );
    assert_eq!(
        ground.store.session(SessionId([2; 16])).await.unwrap(),
        None
    );
    assert!(
        ground
            .store
            .write_account(&AccountWrite::Open(session(1)))
            .await
            .is_err()
    );
}

pub async fn tokens_rotate_only_from_the_expected_one(ground: &Ground) {
    write(ground, AccountWrite::Open(session(1))).await;
    let mut next = tokens(2, Some(1));
    next.current_use = TokenUse::Used;
    assert_eq!(
        write(ground, rotation(1, 1, next.clone())).await,
        AccountWritten::Done
    );
    assert_eq!(
        write(ground, rotation(1, 1, tokens(3, Some(1)))).await,
        AccountWritten::Stale
    );
    assert_eq!(
        write(ground, rotation(2, 1, tokens(3, Some(1)))).await,
        AccountWritten::Stale
    );
    let stored = ground
        .store
        .session(SessionId([1; 16]))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(stored.tokens, next);
}

pub async fn a_revoked_session_stays_and_cannot_rotate(ground: &Ground) {
    write(ground, AccountWrite::Open(session(1))).await;
    let revoke = AccountWrite::Revoke(SessionId([1; 16]));
    assert_eq!(write(ground, revoke.clone()).await, AccountWritten::Done);
    assert_eq!(write(ground, revoke).await, AccountWritten::Done);
    let other = AccountWrite::Revoke(SessionId([2; 16]));
    assert_eq!(write(ground, other).await, AccountWritten::Stale);
    assert_eq!(
        write(ground, rotation(1, 1, tokens(2, Some(1)))).await,
        AccountWritten::Stale
    );
    let stored = ground
        .store
        .session(SessionId([1; 16]))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        stored,
        Session {
            state: SessionState::Revoked,
            ..session(1)
        }
    );
}

pub async fn expired_sessions_are_forgotten(ground: &Ground) {
    for n in 1..=3 {
        write(ground, AccountWrite::Open(session(n))).await;
    }
    assert_eq!(ground.store.forget_sessions(10_003).await.unwrap(), 2);
    assert_eq!(
        ground.store.session(SessionId([2; 16])).await.unwrap(),
        None
    );
    assert!(
        ground
            .store
            .session(SessionId([3; 16]))
            .await
            .unwrap()
            .is_some()
    );
}
