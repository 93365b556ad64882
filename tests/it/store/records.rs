//! Values for the cases, short to write and easy to tell apart.

use petits_chevaux::game::{GameId, PlayerId};
use petits_chevaux::store::{
    Answer, Commit, Committed, Due, Guard, InvitesFate, Listing, Opening, OrdersFate, Record,
    Snapshot, Status, Store, Vault, VaultFate, Visibility, Wait,
};

/// Nobody is awaited, and no deadline changes.
pub const WAIT: Wait = Wait {
    seats: 0,
    due: Due::Keep,
};

pub fn game(n: u8) -> GameId {
    GameId([n; 16])
}

pub fn player(n: u8) -> PlayerId {
    PlayerId([n; 16])
}

/// The event with that number; even ones carry a roll.
pub fn record(seq: i64) -> Record {
    let roll = (seq % 2 == 0).then_some(seq / 2);
    Record {
        seq,
        roll,
        payload: format!(r#"{{"seq":{seq}}}"#),
        hash: hash(seq),
    }
}

pub fn hash(seq: i64) -> [u8; 32] {
    [seq.to_be_bytes(); 4].concat().try_into().unwrap()
}

pub fn snapshot(version: i64, status: Status) -> Snapshot {
    let state = format!("state after {version}");
    Snapshot {
        version,
        head: hash(version),
        status,
        state,
        segment: vec![7, 0, 255],
    }
}

pub fn listing(public: Visibility) -> Listing {
    Listing {
        owner: player(1),
        public,
        created_at_us: 1_700_000_000_000_000,
        ruleset: "s001_quick".to_owned(),
        title: "Dimanche".to_owned(),
    }
}

pub fn vault() -> Vault {
    Vault {
        secret: vec![1, 2, 3],
        tops: vec![4, 5, 6, 7],
    }
}

/// A public game of player 1, created by one event.
pub fn creation(n: u8) -> Commit {
    Commit {
        game: game(n),
        guard: Guard::Create {
            listing: listing(Visibility::Public),
            opening: Opening::default(),
            vault: vault(),
        },
        snapshot: snapshot(1, Status::Lobby),
        records: vec![record(1)],
        answer: None,
        joined: vec![(player(1), 1)],
        left: Vec::new(),
        drop_vault: VaultFate::Keep,
        wait: WAIT,
        orders: OrdersFate::Keep,
        invites: InvitesFate::Keep,
    }
}

/// A plain move of two events.
pub fn step(n: u8, at: i64) -> Commit {
    Commit {
        game: game(n),
        guard: Guard::At(at),
        snapshot: snapshot(at + 2, Status::Playing),
        records: vec![record(at + 1), record(at + 2)],
        answer: None,
        joined: Vec::new(),
        left: Vec::new(),
        drop_vault: VaultFate::Keep,
        wait: WAIT,
        orders: OrdersFate::Keep,
        invites: InvitesFate::Keep,
    }
}

pub fn answer(principal: u8, key: &str, seq: i64) -> Answer {
    Answer {
        principal: player(principal),
        key: key.to_owned(),
        fingerprint: [9; 32],
        first_seq: seq,
        last_seq: seq + 1,
        at_us: 1_000 + seq,
    }
}

pub fn with_key(commit: Commit, principal: u8, key: &str) -> Commit {
    let first = commit.records.first().unwrap().seq;
    Commit {
        answer: Some(answer(principal, key, first)),
        ..commit
    }
}

/// One word an answer, so that a case can say what it expects.
pub fn word(committed: &Committed) -> &'static str {
    match committed {
        Committed::Done => "done",
        Committed::Stale => "stale",
        Committed::KeyTaken => "key taken",
        Committed::Failed(_) => "failed",
    }
}

/// Commits a round and says what became of it.
pub async fn commit(store: &dyn Store, round: &[Commit]) -> Vec<&'static str> {
    store
        .commit(round)
        .await
        .unwrap()
        .iter()
        .map(word)
        .collect()
}

/// Commits one command that must be written.
pub async fn done(store: &dyn Store, one: Commit) {
    assert_eq!(commit(store, &[one]).await, ["done"]);
}
