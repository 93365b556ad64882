//! The scenarios of `tests/data/rules/scenarios.txt`, each by its id.

use petits_chevaux::rules::{Fact, PassReason, Phase};

use super::support::{die, exact, expected_moves, mover, moves, position, rules};

const TABLE: &str = include_str!("../../data/rules/scenarios.txt");

struct Scenario<'a> {
    id: &'a str,
    ruleset: &'a str,
    position: &'a str,
    moves: &'a str,
    reasons: Option<&'a str>,
}

fn scenarios() -> Vec<Scenario<'static>> {
    let lines = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut scenarios = Vec::new();
    for line in lines {
        let mut columns = line.split('|').map(str::trim);
        let id = columns.next().unwrap();
        let rulesets = columns.next().unwrap();
        let position = columns.next().unwrap();
        let moves = columns.next().unwrap();
        let reasons = columns.next();
        for ruleset in rulesets.split(',').map(str::trim) {
            scenarios.push(Scenario {
                id,
                ruleset,
                position,
                moves,
                reasons,
            });
        }
    }
    scenarios
}

/// Every difference between what a scenario says and what the rules say.
fn differences(scenario: &Scenario<'_>) -> Vec<String> {
    let rules = rules(scenario.ruleset);
    let position = position(scenario.position, &rules);
    let mut differences = Vec::new();
    let mut compare = |what: &str, found: String, expected: String| {
        if found != expected {
            let Scenario {
                id,
                ruleset,
                position,
                ..
            } = scenario;
            differences.push(format!(
                "{id} {ruleset} {position}\n  {what} {found}, not {expected}"
            ));
        }
    };
    if let Some(then) = scenario.moves.strip_prefix("none ") {
        compare("moves", moves(&position, &rules).join("; "), String::new());
        compare("then", after_no_move(scenario, &rules), then.to_owned());
    } else {
        let mut expected = expected_moves(scenario.moves, mover(&position), &rules);
        let mut found = moves(&position, &rules);
        expected.sort();
        found.sort();
        compare("moves", found.join("; "), expected.join("; "));
    }
    if let Some(reasons) = scenario.reasons {
        let blocked = position.blocked(&rules);
        let found: Vec<&str> = position
            .horse_ids()
            .map(|horse| {
                blocked
                    .get(horse)
                    .map_or("-", petits_chevaux::rules::Blocked::code)
            })
            .collect();
        compare("reasons", found.join(","), reasons.to_owned());
    }
    differences
}

/// What the roll leads to when it moves nothing: it is rolled from the position before it.
fn after_no_move(scenario: &Scenario<'_>, rules: &petits_chevaux::rules::Rules) -> String {
    let text = exact(scenario.position, rules);
    let mut parts: Vec<&str> = text.split(' ').collect();
    if parts.iter().any(|part| part.starts_with("bonus=")) {
        // A bonus that nobody can use is never waited for: see `bonuses.rs`.
        return "again".to_owned();
    }
    let face = die(std::mem::replace(&mut parts[2], "?")).unwrap();
    let mut next = position(&parts.join(" "), rules);
    let seat = mover(&next);
    let tries = next.tries_left();
    let mut passed = false;
    next.roll(rules, face, &mut |fact| {
        passed |= matches!(
            fact,
            Fact::Passed {
                reason: PassReason::NoMove,
                ..
            }
        );
        passed |= matches!(fact, Fact::ThirdSix { .. });
    })
    .unwrap();
    match next.phase() {
        Phase::Roll { .. } if passed => "next",
        Phase::Roll { seat: again } if again == seat && next.tries_left() < tries => "try",
        Phase::Roll { .. } => "again",
        Phase::Move { .. } | Phase::Over => "something else",
    }
    .to_owned()
}

#[test]
fn every_scenario_of_the_table_holds() {
    let differences: Vec<String> = scenarios().iter().flat_map(differences).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// A face that was rolled and a face that is written in the notation are the same thing.
#[test]
fn a_roll_leads_to_the_position_that_the_table_writes() {
    for scenario in scenarios()
        .iter()
        .filter(|scenario| !scenario.moves.starts_with("none "))
    {
        let rules = rules(scenario.ruleset);
        let text = exact(scenario.position, &rules);
        let mut parts: Vec<&str> = text.split(' ').collect();
        if parts.iter().any(|part| part.starts_with("bonus=")) {
            continue;
        }
        let face = die(std::mem::replace(&mut parts[2], "?")).unwrap();
        let mut rolled = position(&parts.join(" "), &rules);
        rolled.roll(&rules, face, &mut |_| {}).unwrap();
        assert_eq!(
            moves(&rolled, &rules),
            moves(&position(&text, &rules), &rules),
            "{text}"
        );
    }
}
