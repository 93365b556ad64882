//! Each forgery is found, for the reason that it has (PC-DICE/1, T1–T16, T19, T20).

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::corpus;
use super::{Operator, audit, codes, log};
use super::{causes, forgeries, signatures};
use crate::game::table::GAME;
use petits_chevaux::audit::{Evidence, KeysAtHand, verify};

#[test]
fn each_forgery_is_found_without_a_receipt_by_what_it_contradicts() {
    let case = corpus::mixed();
    let mut wrong = Vec::new();
    for forgery in forgeries::all(&case) {
        let report = audit(case.game, &forgery.lines, &[]);
        let expected: BTreeSet<&str> = forgery.alone.iter().copied().collect();
        if codes(&report) != expected {
            wrong.push(format!("{}: not {expected:?}\n{report}", forgery.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn each_forged_cause_and_deadline_is_found_without_a_receipt() {
    let wrong = |forgery: &forgeries::Forgery| {
        let report = audit(GAME, &forgery.lines, &[]);
        let expected: BTreeSet<&str> = forgery.alone.iter().copied().collect();
        let other = codes(&report) != expected;
        other.then(|| format!("{}: not {expected:?}\n{report}", forgery.name))
    };
    let wrong: Vec<String> = causes::all().iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn with_a_receipt_each_forgery_is_found() {
    let case = corpus::mixed();
    let receipt = Operator::new().last_receipt(&case);
    for forgery in forgeries::all(&case) {
        let report = audit(case.game, &forgery.lines, std::slice::from_ref(&receipt));
        let mut expected: BTreeSet<&str> = forgery.alone.iter().copied().collect();
        expected.insert(forgery.with_receipt);
        assert_eq!(codes(&report), expected, "{}", forgery.name);
    }
}

#[test]
fn whoever_signs_needs_no_receipt_to_show_what_was_not_played() {
    let case = corpus::signed();
    assert!(audit(case.game, &case.lines, &[]).is_sound());
    for forgery in signatures::all(&case) {
        let found = codes(&audit(case.game, &forgery.lines, &[]));
        assert!(
            found.contains("player_signature"),
            "{}: {found:?}",
            forgery.name
        );
    }
}

#[test]
fn a_legal_move_that_was_not_played_is_found_with_a_receipt_only() {
    let case = corpus::plain();
    let other = corpus::Party::of("quick", 2, 42).none(1).none(2);
    let lines = other.play_otherwise(200).case("another").lines;
    assert_ne!(case.lines[..200], lines[..200]);
    assert!(audit(case.game, &lines, &[]).is_sound());
    let receipt = Operator::new().receipt(&case, 150);
    let report = audit(case.game, &lines, &[receipt]);
    assert_eq!(codes(&report), BTreeSet::from(["fork"]));
}

#[test]
fn a_log_is_not_sound_under_the_id_of_another_game() {
    let case = corpus::plain();
    let other = petits_chevaux::game::GameId(*b"another game ...");
    let report = audit(other, &case.lines, &[]);
    assert!(
        codes(&report).contains("server_chain"),
        "{:?}",
        report.findings
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_byte_can_be_changed_under_a_receipt(at in any::<prop::sample::Index>(), to in 0_u8..) {
        let case = corpus::Party::of("quick", 2, 48).sealed(1).seeded(2).ready();
        let case = case.play(20).case("short");
        let mut bytes = log(&case.lines);
        let at = at.index(bytes.len() - 1);
        prop_assume!(bytes[at] != to);
        bytes[at] = to;
        let mut evidence = Evidence::of_log(case.game, &bytes);
        evidence.keys = KeysAtHand::Own(Operator::new().keys());
        evidence.receipts.push(Operator::new().last_receipt(&case));
        let report = verify(&evidence);
        let found = codes(&report);
        prop_assert!(found.contains("fork") || found.contains("truncation"), "{:?}", found);
    }
}
