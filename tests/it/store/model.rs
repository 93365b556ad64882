//! Random histories: whatever is asked, every store answers as the reference in memory does.

use petits_chevaux::store::{
    AccountWrite, Answer, Commit, Due, DueGame, GameFilter, Guard, Horizon, Invitation,
    InvitationKey, InvitationState, InvitesFate, MemoryStore, Opening, OrdersFate, Page,
    PeopleStore, PeopleWrite, Player, Reminder, SecretHash, Side, Status, Store, VaultFate,
    Visibility, Wait,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::ground::Ground;
use super::records::{commit, game, listing, player, record, snapshot, vault};

/// One commit of a random round, in small numbers so that things collide.
#[derive(Clone, Debug)]
struct Step {
    game: u8,
    create: Option<bool>,
    /// How far the guard is from the version that the reference has.
    off: i64,
    events: i64,
    status: usize,
    key: Option<(u8, u8)>,
    joins: Option<u8>,
    leaves: Option<u8>,
    ends: VaultFate,
    wait: Wait,
    orders: OrdersFate,
    invites: InvitesFate,
}

fn times() -> impl Strategy<Value = (Wait, OrdersFate)> {
    let due = prop_oneof![
        2 => Just(Due::Keep),
        2 => (0..4_i64).prop_map(Due::At),
        1 => Just(Due::Never)
    ];
    let orders = prop_oneof![
        3 => Just(OrdersFate::Keep),
        1 => (0..3_u8).prop_map(|n| OrdersFate::Put(n.to_string())),
        1 => Just(OrdersFate::Drop)
    ];
    (0..8_i64, due, orders).prop_map(|(seats, due, orders)| (Wait { seats, due }, orders))
}

fn step() -> impl Strategy<Value = Step> {
    let guard = (
        0..5_u8,
        prop::option::weighted(0.3, any::<bool>()),
        -1..=9_i64,
        1..4_i64,
    );
    let rest = (
        0..4_usize,
        prop::option::weighted(0.5, (0..3_u8, 0..9_u8)),
        prop::option::weighted(0.2, 0..3_u8),
        prop::option::weighted(0.2, 0..3_u8),
        prop_oneof![5 => Just(VaultFate::Keep), 1 => Just(VaultFate::Drop)],
        prop_oneof![4 => Just(InvitesFate::Keep), 1 => Just(InvitesFate::Close)],
    );
    (guard, rest, times()).prop_map(
        |(
            (game, create, off, events),
            (status, key, joins, leaves, ends, invites),
            (wait, orders),
        )| {
            // Most guards hold.
            let off = if off > 1 { 0 } else { off };
            Step {
                game,
                create,
                off,
                events,
                status,
                key,
                joins,
                leaves,
                ends,
                wait,
                orders,
                invites,
            }
        },
    )
}

impl Step {
    async fn commit(&self, reference: &dyn Store) -> Commit {
        let stored = reference.snapshot(game(self.game)).await.unwrap();
        let at = stored.map_or(0, |snapshot| snapshot.version) + self.off;
        let (guard, at) = match self.create {
            Some(true) => (creation(Visibility::Public), 0),
            Some(false) => (creation(Visibility::Private), 0),
            None => (Guard::At(at), at),
        };
        let answer = self.key.map(|(principal, key)| Answer {
            principal: player(principal),
            key: key.to_string(),
            fingerprint: [key; 32],
            first_seq: at + 1,
            last_seq: at + self.events,
            at_us: at,
        });
        Commit {
            game: game(self.game),
            guard,
            snapshot: snapshot(at + self.events, Status::ALL[self.status]),
            records: (at + 1..=at + self.events).map(record).collect(),
            answer,
            joined: self
                .joins
                .map(|n| (player(n), 1 << n))
                .into_iter()
                .collect(),
            left: self.leaves.map(player).into_iter().collect(),
            drop_vault: self.ends,
            wait: self.wait,
            orders: self.orders.clone(),
            invites: self.invites,
        }
    }
}

fn creation(public: Visibility) -> Guard {
    Guard::Create {
        listing: listing(public),
        opening: Opening {
            seats: 4,
            clock_s: 600,
            ..Opening::default()
        },
        vault: vault(),
    }
}

async fn same_answers(store: &dyn Store, reference: &dyn Store, round: &[Step]) {
    let mut commits = Vec::new();
    for step in round {
        commits.push(step.commit(reference).await);
    }
    assert_eq!(
        commit(store, &commits).await,
        commit(reference, &commits).await,
        "{commits:?}"
    );
}

async fn same_contents(store: &dyn Store, reference: &dyn Store) {
    for n in 0..5 {
        let id = game(n);
        assert_eq!(
            store.snapshot(id).await.unwrap(),
            reference.snapshot(id).await.unwrap()
        );
        assert_eq!(
            store.vault(id).await.unwrap(),
            reference.vault(id).await.unwrap()
        );
        let log = store.events(id, 0, 999).await.unwrap();
        assert_eq!(log, reference.events(id, 0, 999).await.unwrap());
        let roll = i64::from(n);
        let rolled = store.event_of_roll(id, roll).await.unwrap();
        assert_eq!(rolled, reference.event_of_roll(id, roll).await.unwrap());
    }
    let players = (0..3).flat_map(|n| {
        let mine = Status::ALL.map(|status| GameFilter::OfIn(player(n), status));
        mine.into_iter().chain([GameFilter::Of(player(n))])
    });
    for filter in Status::ALL
        .map(GameFilter::Public)
        .into_iter()
        .chain(players)
    {
        let page = Page {
            before: Some(game(4)),
            limit: 3,
        };
        let listed = store.games(filter, page).await.unwrap();
        assert_eq!(listed, reference.games(filter, page).await.unwrap());
    }
    for (principal, key) in (0..3).flat_map(|n| (0..9).map(move |key| (n, key.to_string()))) {
        let answered = store.answer(player(principal), &key).await.unwrap();
        assert_eq!(
            answered,
            reference.answer(player(principal), &key).await.unwrap()
        );
    }
}

async fn same_times(store: &dyn Store, reference: &dyn Store, nth: i64) {
    for n in 0..5 {
        let orders = store.orders(game(n)).await.unwrap();
        assert_eq!(orders, reference.orders(game(n)).await.unwrap());
    }
    let middle = DueGame {
        due_us: 1,
        game: game(2),
    };
    for after in [None, Some(middle)] {
        let due = store.due(2, after, 3).await.unwrap();
        assert_eq!(due, reference.due(2, after, 3).await.unwrap());
        for n in 0..3 {
            let waiting = store.awaiting(player(n), after, 2).await.unwrap();
            assert_eq!(
                waiting,
                reference.awaiting(player(n), after, 2).await.unwrap()
            );
        }
    }
    // Signs of life at 0, 1, 4, 9 … seconds: from some time on the gap is an outage.
    let now_us = nth * nth;
    for one in [store, reference] {
        one.beat(now_us, 20).await.unwrap();
    }
    let outages = store.outages(150, 900).await.unwrap();
    assert_eq!(outages, reference.outages(150, 900).await.unwrap());
}

/// What changed since the last look, the same in both; a look now and then, so that things change
/// more than once between.
async fn same_people(store: &dyn Store, reference: &dyn Store, seen: &mut [Horizon; 2], nth: u8) {
    let write = people_write(nth);
    let written = store.write_people(&write).await.unwrap();
    assert_eq!(written, reference.write_people(&write).await.unwrap());
    if !nth.is_multiple_of(3) {
        return;
    }
    for n in 0..3 {
        let mut sides = Vec::new();
        for (one, since) in [store, reference].into_iter().zip(&*seen) {
            sides.push(changes(one, since, n).await);
        }
        assert_eq!(sides[0], sides[1], "player {n} after round {nth}");
        for side in [Side::Received, Side::Sent] {
            let listed = store.invitations(player(n), side, None, 9).await.unwrap();
            let wanted = reference.invitations(player(n), side, None, 9).await;
            assert_eq!(listed, wanted.unwrap());
        }
        let counts = store.counts(player(n), 5).await.unwrap();
        assert_eq!(counts, reference.counts(player(n), 5).await.unwrap());
    }
    *seen = [
        store.horizon().await.unwrap(),
        reference.horizon().await.unwrap(),
    ];
}

/// What changed, without the stamps, which differ: one a round on one side, one a commit on the
/// other.
async fn changes(store: &dyn Store, since: &Horizon, n: u8) -> Vec<String> {
    let games = store.changed_games(player(n), since).await.unwrap();
    let mut all: Vec<_> = games
        .rows
        .iter()
        .map(|(_, one)| format!("{one:?}"))
        .collect();
    let invitations = store.changed_invitations(player(n), since).await.unwrap();
    all.extend(invitations.rows.iter().map(|(_, one)| format!("{one:?}")));
    let reminders = store.changed_reminders(player(n), since).await.unwrap();
    all.extend(reminders.rows.iter().map(|(_, one)| format!("{one:?}")));
    all.sort();
    all
}

fn people_write(nth: u8) -> PeopleWrite {
    let key = InvitationKey {
        game: game(nth % 5),
        player: player(nth % 3),
    };
    let number = |modulus| i64::from(nth % modulus);
    match nth % 5 {
        0 => {
            let state = InvitationState::ALL[usize::from(nth / 4 % 6)];
            PeopleWrite::Settle(key, state)
        }
        1 => PeopleWrite::Expire { by_us: number(7) },
        2 => PeopleWrite::Remind(Reminder {
            player: key.player,
            game: key.game,
            roll: number(4),
            before_s: 900,
            due_us: number(4),
        }),
        _ => PeopleWrite::Invite(Invitation {
            game: key.game,
            player: key.player,
            sender: player((nth + 1) % 3),
            seats: 0,
            state: InvitationState::Open,
            created_at_us: number(4),
            expires_at_us: number(9),
        }),
    }
}

async fn same_guests(store: &dyn Store, reference: &dyn Store, n: u8) {
    let player = Player {
        id: player(n),
        name: n.to_string(),
        created_at_us: 0,
    };
    let guest = AccountWrite::Guest {
        app: None,
        player,
        device: Some(SecretHash([n % 3; 32])),
    };
    let written = store.write_account(&guest).await.ok();
    assert_eq!(written, reference.write_account(&guest).await.ok());
}

/// One long history a backend: 60 rounds drawn from a fixed seed, so a failure repeats.
pub async fn random_histories_agree_with_the_reference(ground: &Ground) {
    let reference = MemoryStore::new();
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), seed);
    let round = vec(step(), 1..6);
    let mut seen = [
        ground.store.horizon().await.unwrap(),
        reference.horizon().await.unwrap(),
    ];
    for nth in 0..60 {
        let drawn = round.new_tree(&mut runner).unwrap().current();
        same_answers(&*ground.store, &reference, &drawn).await;
        same_guests(&*ground.store, &reference, nth % 5).await;
        same_contents(&*ground.store, &reference).await;
        same_times(&*ground.store, &reference, nth.into()).await;
        same_people(&*ground.store, &reference, &mut seen, nth).await;
    }
}
