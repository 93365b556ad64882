//! Good games are found good, however they were played and wherever they stopped.

use petits_chevaux::audit::{Class, Evidence, MovesCheck, StageName, verify};

use super::corpus::{self, Case};
use super::timed;
use super::{Operator, audit, log};

#[test]
fn every_kind_of_game_is_sound_for_anybody() {
    let operator = Operator::new();
    for case in corpus::all().into_iter().chain(timed::all()) {
        let receipts = [operator.receipt(&case, 0), operator.last_receipt(&case)];
        let report = audit(case.game, &case.lines, &receipts);
        assert_eq!(report.findings, [], "{}", case.name);
        assert_eq!(report.moves, MovesCheck::Whole, "{}", case.name);
        assert_eq!(
            (report.rolls, report.receipts.signed),
            (report.rolls_right, 2)
        );
    }
}

#[test]
fn a_game_is_sound_wherever_a_command_ended() {
    let case = corpus::mixed();
    for end in (1..case.lines.len()).step_by(7) {
        let report = audit(case.game, &case.lines[..end], &[]);
        let cut_short = report
            .findings
            .iter()
            .all(|finding| finding.reason.code() == "rules");
        assert!(cut_short, "{end}: {:?}", report.findings);
    }
}

#[test]
fn the_report_says_what_was_checked() {
    let case = corpus::mixed();
    let report = audit(
        case.game,
        &case.lines,
        &[Operator::new().last_receipt(&case)],
    );
    let classes: Vec<Class> = report.seats.iter().map(|seat| seat.class).collect();
    assert_eq!(classes, [Class::Sealed, Class::Seeded, Class::Sealed]);
    assert_eq!(report.stage, StageName::Finished);
    let count = |kind: &str| case.lines.iter().filter(|line| line.contains(kind)).count();
    assert_eq!(report.rolls as usize, count("\"type\":\"die_rolled\""));
    assert_eq!(report.server_links, report.rolls);
    let links: u32 = report.seats.iter().map(|seat| seat.links).sum();
    assert_eq!(
        links as usize,
        count("\"link_no\":") - count("\"link_no\":null")
    );
    let words = report.to_string();
    for part in [
        "finished",
        "sealed",
        "seeded",
        "captures",
        "1 signed",
        "nothing is wrong",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
}

#[test]
fn a_report_without_receipts_says_what_it_cannot_know() {
    let Case { game, lines, .. } = corpus::plain();
    let words = audit(game, &lines, &[]).to_string();
    assert!(words.contains("a cut tail, another legal move"), "{words}");
}

#[test]
fn receipts_without_keys_are_held_against_the_log_but_called_unchecked() {
    let case = corpus::plain();
    let mut evidence = Evidence::of_log(case.game, &log(&case.lines));
    evidence.receipts.push(Operator::new().last_receipt(&case));
    let report = verify(&evidence);
    assert!(report.is_sound());
    assert_eq!(report.receipts.unchecked, 1);
    evidence.lines.pop();
    assert!(!verify(&evidence).is_sound());
}
