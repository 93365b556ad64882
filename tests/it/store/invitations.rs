//! Invitations and rematches.

use petits_chevaux::store::{
    Commit, Guard, Invitation, InvitationKey, InvitationState, InvitesFate, Opening, PeopleWrite,
    PeopleWritten, Side, Status, Store, Visibility,
};

use super::ground::Ground;
use super::people::write;
use super::records::{commit, creation, done, game, listing, player, step, vault};

fn invitation(n: u8, to: u8) -> Invitation {
    Invitation {
        game: game(n),
        player: player(to),
        sender: player(1),
        seats: 0b10,
        state: InvitationState::Open,
        created_at_us: 100,
        expires_at_us: 200 + i64::from(n),
    }
}

fn key(n: u8, to: u8) -> InvitationKey {
    invitation(n, to).key()
}

async fn invite(store: &dyn Store, n: u8, to: u8) -> PeopleWritten {
    write(store, PeopleWrite::Invite(invitation(n, to))).await
}

async fn state(store: &dyn Store, n: u8, to: u8) -> InvitationState {
    store.invitation(key(n, to)).await.unwrap().unwrap().state
}

pub async fn an_invitation_is_open_once_and_answered_once(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    let begin = store.horizon().await.unwrap();
    assert_eq!(invite(store, 1, 2).await, PeopleWritten::Done);
    assert_eq!(invite(store, 1, 2).await, PeopleWritten::Stale);
    let found = store.invitation(key(1, 2)).await.unwrap();
    assert_eq!(found, Some(invitation(1, 2)));
    for side in [1, 2] {
        let news = store
            .changed_invitations(player(side), &begin)
            .await
            .unwrap();
        assert_eq!(news.rows.len(), 1, "player {side}");
        assert_eq!(news.rows[0].1, invitation(1, 2));
    }
    let now = store.horizon().await.unwrap();
    let decline = PeopleWrite::Settle(key(1, 2), InvitationState::Declined);
    assert_eq!(write(store, decline.clone()).await, PeopleWritten::Done);
    assert_eq!(write(store, decline).await, PeopleWritten::Stale);
    let withdraw = PeopleWrite::Settle(key(1, 2), InvitationState::Withdrawn);
    assert_eq!(write(store, withdraw).await, PeopleWritten::Stale);
    let news = store.changed_invitations(player(1), &now).await.unwrap();
    assert_eq!(news.rows[0].1.state, InvitationState::Declined);
    assert_eq!(invite(store, 1, 2).await, PeopleWritten::Done);
    assert_eq!(state(store, 1, 2).await, InvitationState::Open);
}

pub async fn a_seat_accepts_and_the_start_closes(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    for to in 2..=4 {
        invite(store, 1, to).await;
    }
    let withdraw = PeopleWrite::Settle(key(1, 4), InvitationState::Withdrawn);
    write(store, withdraw).await;
    let joining = Commit {
        joined: vec![(player(2), 0b10)],
        ..step(1, 1)
    };
    done(store, joining).await;
    assert_eq!(state(store, 1, 2).await, InvitationState::Accepted);
    assert_eq!(state(store, 1, 3).await, InvitationState::Open);
    let before = store.horizon().await.unwrap();
    let start = Commit {
        invites: InvitesFate::Close,
        ..step(1, 3)
    };
    done(store, start).await;
    assert_eq!(state(store, 1, 3).await, InvitationState::Closed);
    assert_eq!(state(store, 1, 4).await, InvitationState::Withdrawn);
    let news = store.changed_invitations(player(3), &before).await.unwrap();
    assert_eq!(news.rows.len(), 1);
    let news = store.changed_invitations(player(4), &before).await.unwrap();
    assert_eq!(news.rows.len(), 0);
}

pub async fn an_invitation_expires_once(ground: &Ground) {
    let store = &*ground.store;
    for n in 1..=3 {
        done(store, creation(n)).await;
        invite(store, n, 2).await;
    }
    assert!(!store.expiring(200).await.unwrap());
    assert!(store.expiring(202).await.unwrap());
    let counts = |now_us| store.counts(player(2), now_us);
    assert_eq!(counts(202).await.unwrap().invitations, 1);
    let second = ground.second().await;
    let expire = PeopleWrite::Expire { by_us: 202 };
    let (one, other) = tokio::join!(store.write_people(&expire), second.write_people(&expire));
    let mut expired = Vec::new();
    for written in [one.unwrap(), other.unwrap()] {
        let PeopleWritten::Expired(some) = written else {
            panic!("{written:?}");
        };
        expired.extend(some.iter().map(Invitation::key));
    }
    expired.sort_unstable();
    assert_eq!(expired, [key(1, 2), key(2, 2)]);
    assert_eq!(state(store, 2, 2).await, InvitationState::Expired);
    assert_eq!(state(store, 3, 2).await, InvitationState::Open);
    // One that has expired before anybody said so is no obstacle to another.
    let again = Invitation {
        created_at_us: 300,
        expires_at_us: 400,
        ..invitation(3, 2)
    };
    let written = write(store, PeopleWrite::Invite(again)).await;
    assert_eq!(written, PeopleWritten::Done);
}

pub async fn invitations_are_paged_from_both_sides(ground: &Ground) {
    let store = &*ground.store;
    let mut all = Vec::new();
    for n in 1..=3 {
        done(store, creation(n)).await;
        for to in 2..=3 {
            invite(store, n, to).await;
            all.push(key(n, to));
        }
    }
    all.reverse();
    let received: Vec<_> = [3, 2, 1].map(|n| key(n, 2)).into();
    let both = [(1, Side::Sent, all), (2, Side::Received, received)];
    for (n, side, expected) in both {
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let page = store.invitations(player(n), side, before, 2).await.unwrap();
            let Some(last) = page.last() else { break };
            before = Some(last.key());
            seen.extend(page.iter().map(Invitation::key));
        }
        assert_eq!(seen, expected);
    }
    let of_game = store.invited(game(2)).await.unwrap();
    let of_game: Vec<_> = of_game.iter().map(Invitation::key).collect();
    assert_eq!(of_game, [key(2, 2), key(2, 3)]);
}

fn follower(n: u8, of: u8) -> Commit {
    Commit {
        guard: Guard::Create {
            listing: listing(Visibility::Private),
            opening: Opening {
                follows: Some(game(of)),
                invitations: vec![invitation(n, 2)],
                ..Opening::default()
            },
            vault: vault(),
        },
        ..creation(n)
    }
}

pub async fn a_game_is_followed_by_one_game(ground: &Ground) {
    let store = &*ground.store;
    done(store, creation(1)).await;
    let second = ground.second().await;
    let (two, three) = ([follower(2, 1)], [follower(3, 1)]);
    let (one, other) = tokio::join!(commit(store, &two), commit(&*second, &three));
    let (winner, loser) = match (one[0], other[0]) {
        ("done", "stale") => (2, 3),
        ("stale", "done") => (3, 2),
        both => panic!("{both:?}"),
    };
    assert_eq!(store.rematch(game(1)).await.unwrap(), Some(game(winner)));
    assert_eq!(store.snapshot(game(loser)).await.unwrap(), None);
    assert_eq!(state(store, winner, 2).await, InvitationState::Open);
    assert_eq!(store.invitation(key(loser, 2)).await.unwrap(), None);
    let mut off = step(winner, 1);
    off.snapshot.status = Status::Aborted;
    done(store, off).await;
    done(store, follower(4, 1)).await;
    assert_eq!(store.rematch(game(1)).await.unwrap(), Some(game(4)));
}
