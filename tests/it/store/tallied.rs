//! The audit of the dice as records.

use petits_chevaux::game::PlayerId;
use petits_chevaux::store::{
    AccountWrite, AuditFrom, AuditStep, DiceAudit, Grown, Player, Stepped, Tallied, TallyOf,
    TallyScope,
};

use super::ground::Ground;
use super::records::{creation, done, game, player};
use super::tree::growth;

fn audit(revision: i64) -> DiceAudit {
    DiceAudit {
        revision,
        state: format!("state {revision}"),
        published: format!("published {revision}"),
        standouts: String::new(),
    }
}

fn step(from: AuditFrom, revision: i64, tallies: Vec<Tallied>) -> AuditStep {
    AuditStep {
        from,
        audit: audit(revision),
        tallies,
    }
}

fn tallied(of: TallyOf, ln_e_millionths: i64) -> Tallied {
    let state = format!("{ln_e_millionths}");
    Tallied {
        of,
        ln_e_millionths,
        state,
    }
}

fn one(n: u8) -> TallyOf {
    TallyOf::Player(player(n))
}

pub async fn an_audit_goes_on_from_what_it_was_computed_on(ground: &Ground) {
    let (store, other) = (&ground.store, ground.second().await);
    assert_eq!(store.dice_audit().await.unwrap(), None);
    let early = step(AuditFrom::Revision(1), 2, Vec::new());
    assert_eq!(store.step_audit(&early).await.unwrap(), Stepped::Stale);
    let first = step(AuditFrom::Nothing, 1, vec![tallied(one(1), 5)]);
    assert_eq!(store.step_audit(&first).await.unwrap(), Stepped::Done);
    assert_eq!(other.step_audit(&first).await.unwrap(), Stepped::Stale);
    let second = step(AuditFrom::Revision(1), 2, vec![tallied(one(1), 7)]);
    assert_eq!(other.step_audit(&second).await.unwrap(), Stepped::Done);
    let late = step(AuditFrom::Revision(1), 2, vec![tallied(one(1), 9)]);
    assert_eq!(store.step_audit(&late).await.unwrap(), Stepped::Stale);
    assert_eq!(store.dice_audit().await.unwrap(), Some(audit(2)));
    let kept = store.tally(&one(1)).await.unwrap();
    assert_eq!(kept, Some(tallied(one(1), 7)));
    assert_eq!(store.tally(&one(2)).await.unwrap(), None);
}

pub async fn an_audit_that_begins_again_forgets_what_was_counted(ground: &Ground) {
    let store = &ground.store;
    let both = vec![tallied(one(1), 5), tallied(TallyOf::App("chez".into()), 6)];
    let first = step(AuditFrom::Nothing, 1, both);
    assert_eq!(store.step_audit(&first).await.unwrap(), Stepped::Done);
    let again = step(AuditFrom::Again(1), 2, vec![tallied(one(2), 1)]);
    assert_eq!(store.step_audit(&again).await.unwrap(), Stepped::Done);
    for (of, kept) in [
        (one(1), false),
        (one(2), true),
        (TallyOf::App("chez".into()), false),
    ] {
        assert_eq!(store.tally(&of).await.unwrap().is_some(), kept, "{of:?}");
    }
}

pub async fn only_the_rich_are_found_and_the_richest_first(ground: &Ground) {
    let store = &ground.store;
    let pair = TallyOf::Pair(player(1), player(2));
    let tallies = vec![
        tallied(one(1), 4_605_169),
        tallied(one(2), 4_605_170),
        tallied(one(3), 9_000_000),
        tallied(one(4), -3),
        tallied(pair, 7_000_000),
    ];
    let first = step(AuditFrom::Nothing, 1, tallies);
    assert_eq!(store.step_audit(&first).await.unwrap(), Stepped::Done);
    let players = store.rich_tallies(TallyScope::Players).await.unwrap();
    assert_eq!(players, [9_000_000, 4_605_170]);
    let pairs = store.rich_tallies(TallyScope::Pairs).await.unwrap();
    assert_eq!(pairs, [7_000_000]);
    let apps = store.rich_tallies(TallyScope::Apps).await.unwrap();
    assert!(apps.is_empty());
}

pub async fn a_checkpoint_follows_the_one_that_it_grew_from(ground: &Ground) {
    let store = &ground.store;
    assert_eq!(store.grown_from(0).await.unwrap(), None);
    for round in 0..2 {
        for n in 1..=2 {
            done(&**store, creation(10 * round + n)).await;
        }
        let growth = growth(&**store).await;
        assert_eq!(store.grow(&growth).await.unwrap(), Grown::Done);
    }
    let sizes = [0, 1, 2, 4].map(|size| store.grown_from(size));
    let mut next = Vec::new();
    for size in sizes {
        next.push(size.await.unwrap().map(|head| head.size));
    }
    assert_eq!(next, [Some(2), None, Some(4), None]);
}

pub async fn the_app_of_a_game_is_that_of_its_creator(ground: &Ground) {
    let store = &ground.store;
    let guest = |id: PlayerId, app: Option<&str>| AccountWrite::Guest {
        player: Player {
            id,
            name: "Ana".to_owned(),
            created_at_us: 1,
        },
        device: None,
        app: app.map(str::to_owned),
    };
    done(&**store, creation(1)).await;
    assert_eq!(store.app_of(game(1)).await.unwrap(), None);
    let nameless = guest(player(2), None);
    store.write_account(&nameless).await.unwrap();
    let named = guest(player(1), Some("chez-zoe"));
    store.write_account(&named).await.unwrap();
    let app = store.app_of(game(1)).await.unwrap();
    assert_eq!(app.as_deref(), Some("chez-zoe"));
    assert_eq!(store.app_of(game(9)).await.unwrap(), None);
}
