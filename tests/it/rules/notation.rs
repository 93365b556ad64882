//! The one-line notation: what it says, what it refuses, and that nothing makes it panic.

use petits_chevaux::rules::{NotationError, Phase, Position, Preset, Rules, Task};
use proptest::prelude::{Strategy, any, prop};
use proptest::{prop_assert, prop_assert_eq, proptest};

use super::support::rules;

fn parse(ruleset: &str, text: &str) -> Result<Position, NotationError> {
    Position::parse(text, &rules(ruleset))
}

#[test]
fn what_is_as_expected_is_left_out() {
    for (ruleset, given, printed) in [
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a ? tries=3",
            "E,E,E,E/E,E,E,E/./. a ?",
        ),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a ? tries=1",
            "E,E,E,E/E,E,E,E/./. a ? tries=1",
        ),
        (
            "quick",
            "10,E,E,E/E,E,E,E/./. a ? tries=1",
            "10,E,E,E/E,E,E,E/./. a ?",
        ),
        (
            "quick",
            "  10,E,E,E/E,E,E,E/./.   b   6 ",
            "10,E,E,E/E,E,E,E/./. b 6",
        ),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a 6 tries=2",
            "E,E,E,E/E,E,E,E/./. a 6",
        ),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a 3 tries=2",
            "E,E,E,E/E,E,E,E/./. a 3 tries=2",
        ),
        (
            "quick",
            "F,F,F,F/E,E,E,E/./. - - done=a",
            "F,F,F,F/E,E,E,E/./. - -",
        ),
        (
            "quick end=play_for_places",
            "F,F,F,F/F,F,F,F/E,E,E,E/1,E,E,E c ? done=b,a",
            "F,F,F,F/F,F,F,F/E,E,E,E/1,E,E,E c ? done=b,a",
        ),
        (
            "parchis",
            "E,E,E,E/51,E,E,E/E,E,E,E/17,E,E,E a 5 sixes=0 late=d1",
            "E,E,E,E/51,E,E,E/E,E,E,E/17,E,E,E a 5",
        ),
        (
            "parchis",
            "E,E,E,E/51,E,E,E/E,E,E,E/17,E,E,E a 5 late=b1",
            "E,E,E,E/51,E,E,E/E,E,E,E/17,E,E,E a 5 late=b1",
        ),
    ] {
        let rules = rules(ruleset);
        let position = Position::parse(given, &rules).unwrap();
        assert_eq!(position.notation(&rules).to_string(), printed);
    }
}

#[test]
fn a_die_is_a_task_and_a_question_mark_a_roll() {
    let position = parse("parchis", "3,E,E,E/E,E,E,E/./. a 6").unwrap();
    let Phase::Move { task, .. } = position.phase() else {
        panic!("no move")
    };
    assert_eq!(task, Task::Advance { squares: 6 });
    let position = parse("parchis", "3,F,F,F/E,E,E,E/./. a 6").unwrap();
    let Phase::Move { task, .. } = position.phase() else {
        panic!("no move")
    };
    assert_eq!(task, Task::Advance { squares: 7 });
    let position = parse("parchis", "3,F,F,F/E,E,E,E/./. a 6 bonus=20,10").unwrap();
    let Phase::Move { task, .. } = position.phase() else {
        panic!("no move")
    };
    assert_eq!(task, Task::Bonus { squares: 20 });
    let position = parse("parchis", "3,F,F,F/E,E,E,E/./. b ?").unwrap();
    assert!(matches!(position.phase(), Phase::Roll { .. }));
}

#[test]
fn nonsense_is_refused_with_its_reason() {
    let table = [
        ("quick", "", "missing_part"),
        ("quick", "E,E,E,E/E,E,E,E/./.", "missing_part"),
        ("quick", "E,E,E,E/E,E,E,E/./. a", "missing_part"),
        ("quick", "E,E,E,E/E,E,E,E a ?", "seat_count"),
        ("quick", "E,E,E,E/E,E,E,E/./././. a ?", "seat_count"),
        ("quick", "E,E,E/E,E,E,E/./. a ?", "horse_count"),
        ("quick horses=2", "E,E,E,E/E,E,E,E/./. a ?", "horse_count"),
        ("quick", "E,E,E,x/E,E,E,E/./. a ?", "bad_place"),
        ("quick", "E,E,E,01/E,E,E,E/./. a ?", "bad_place"),
        ("quick", "E,E,E,-1/E,E,E,E/./. a ?", "bad_place"),
        ("quick", "E,E,E,s0/E,E,E,E/./. a ?", "bad_place"),
        ("quick", "E,E,E,256/E,E,E,E/./. a ?", "bad_place"),
        ("quick", "E,E,E,/E,E,E,E/./. a ?", "bad_place"),
        ("quick", "E,E,E,56/E,E,E,E/./. a ?", "no_such_place"),
        ("quick", "E,E,E,255/E,E,E,E/./. a ?", "no_such_place"),
        ("quick", "E,E,E,s7/E,E,E,E/./. a ?", "no_such_place"),
        ("quick", "E,E,E,s255/E,E,E,E/./. a ?", "no_such_place"),
        (
            "six_seat_quick",
            "E,E,E,F/E,E,E,E/./././. a ?",
            "no_such_place",
        ),
        ("ludo", "E,E,E,51/E,E,E,E/./. a ?", "no_such_place"),
        ("quick", "10,10,E,E/E,E,E,E/./. a ?", "crowded"),
        ("quick", "14,E,E,E/0,E,E,E/./. a ?", "crowded"),
        ("quick", "s3,s3,E,E/E,E,E,E/./. a ?", "crowded"),
        ("parchis", "8,E,E,E/59,E,E,E/./. a ?", "crowded"),
        ("parchis", "10,10,10,E/E,E,E,E/./. a ?", "crowded"),
        ("quick", "./././. a ?", "no_seats"),
        ("quick", "E,E,E,E/E,E,E,E/./. c ?", "bad_mover"),
        ("quick", "E,E,E,E/E,E,E,E/./. aa ?", "bad_mover"),
        ("quick", "E,E,E,E/E,E,E,E/./. - ?", "bad_mover"),
        ("quick", "E,E,E,E/E,E,E,E/./. a 7", "bad_die"),
        ("quick", "E,E,E,E/E,E,E,E/./. a 06", "bad_die"),
        ("quick", "E,E,E,E/E,E,E,E/./. a -", "bad_die"),
        ("quick", "F,F,F,F/E,E,E,E/./. b ?", "game_over"),
        ("quick", "F,F,F,E/E,E,E,E/./. - -", "game_not_over"),
        ("quick", "E,E,E,E/E,E,E,E/./. a ? luck=1", "unknown_key"),
        ("quick", "E,E,E,E/E,E,E,E/./. a ? tries", "unknown_key"),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a ? tries=1 tries=1",
            "repeated_key",
        ),
        ("quick", "E,E,E,E/E,E,E,E/./. a ? tries=0", "bad_value"),
        ("quick", "E,E,E,E/E,E,E,E/./. a ? tries=4", "bad_value"),
        ("quick", "E,E,E,E/E,E,E,E/./. a ? tries=+1", "bad_value"),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a ? sixes=1",
            "meaningless_key",
        ),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a ? rolls=1",
            "meaningless_key",
        ),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a ? last=a1",
            "meaningless_key",
        ),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a ? late=a1",
            "meaningless_key",
        ),
        (
            "quick",
            "E,E,E,E/E,E,E,E/./. a 3 again=1",
            "meaningless_key",
        ),
        ("quick", "E,E,E,E/E,E,E,E/./. a 3 bonus=20", "bad_value"),
        ("parchis", "E,E,E,E/E,E,E,E/./. a ? sixes=3", "bad_value"),
        ("parchis", "E,E,E,E/E,E,E,E/./. a ? last=b1", "bad_value"),
        ("parchis", "E,E,E,E/E,E,E,E/./. a ? last=a5", "bad_value"),
        (
            "parchis",
            "E,E,E,E/E,E,E,E/./. a ? bonus=20",
            "meaningless_key",
        ),
        (
            "parchis",
            "E,E,E,E/E,E,E,E/./. a 6 sixes=2 bonus=20",
            "meaningless_key",
        ),
        ("parchis", "E,E,E,E/E,E,E,E/./. a 3 bonus=21", "bad_value"),
        ("parchis", "E,E,E,E/E,E,E,E/./. a 3 late=a1", "bad_value"),
        ("parchis", "3,E,E,E/E,E,E,E/./. a 3 late=a1", "bad_value"),
        ("quick", "3,E,E,E/E,E,E,E/E,E,E,E/. b ? out=a", "bad_value"),
        ("quick", "E,E,E,E/E,E,E,E/E,E,E,E/. b ? out=d", "bad_value"),
        ("quick", "E,E,E,E/E,E,E,E/E,E,E,E/. a ? out=a", "bad_mover"),
        ("quick", "E,E,E,E/E,E,E,E/./. b ? out=a", "game_over"),
        ("quick", "F,F,F,F/E,E,E,E/./. - - done=b", "bad_value"),
        (
            "quick",
            "F,F,F,F/E,E,E,E/./. - - tries=1",
            "meaningless_key",
        ),
    ];
    for (ruleset, text, code) in table {
        match parse(ruleset, text) {
            Err(error) => assert_eq!(error.code(), code, "{text}: {error}"),
            Ok(_) => panic!("{ruleset} {text} is no position"),
        }
    }
}

#[test]
fn a_reason_says_where_and_what_was_expected() {
    let error = parse("quick", "E,E,E,E/E,57,E,E/./. a ?").unwrap_err();
    assert_eq!(
        error.to_string(),
        "horse b2 cannot be at 57: the way has no such place"
    );
    let long = "E".repeat(500);
    assert_eq!(parse("quick", &long).unwrap_err().code(), "too_long");
}

fn any_rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Preset::ALL.to_vec())
        .prop_map(|preset| Rules::new(preset.ruleset()).unwrap())
}

/// Words that look like parts of a position.
const SCRAPS: &str = "(E|F|s?[0-9]{1,3}|[.,/ a-g?=-]|tries=|sixes=|rolls=|last=|bonus=|again=|\
                      late=|out=|done=){0,40}";
const LIKELY: &str = "((E|F|0|s?[0-9]{1,2}),){3}E/((E|F|s?[0-9]{1,2}),){3}E/\\./\\. [a-c] [1-6?]\
                      ( (tries|sixes|rolls|again)=[0-4]| last=[a-c][1-4]| bonus=(20|10)(,20)?|\
                       late=[ab][1-4]| out=[ab]| done=[ab])?";

proptest! {
    #[test]
    fn no_text_at_all_makes_it_panic(text in any::<String>(), rules in any_rules()) {
        prop_assert!(Position::parse(&text, &rules).is_err());
    }

    #[test]
    fn a_text_is_refused_or_has_one_canonical_form(
        text in prop::sample::select(vec![SCRAPS, LIKELY]).prop_flat_map(|pattern| {
            prop::string::string_regex(pattern).unwrap()
        }),
        rules in any_rules(),
    ) {
        if let Ok(position) = Position::parse(&text, &rules) {
            let printed = position.notation(&rules).to_string();
            prop_assert_eq!(Position::parse(&printed, &rules), Ok(position));
        }
    }
}
