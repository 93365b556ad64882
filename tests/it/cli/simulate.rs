//! `simulate`: the same seed gives the same games, and the statistics are what they have to be.

use serde_json::Value;

use super::serving::{run, text};

fn simulate(arguments: &[&str]) -> Value {
    let output = run(&[&["simulate", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_seed_gives_the_same_games_again() {
    let some = ["--ruleset", "quick", "--players", "2", "--games", "20"];
    assert_eq!(simulate(&some), simulate(&some));
    assert_ne!(
        simulate(&some),
        simulate(&[&some[..], &["--seed", "2"]].concat())
    );
}

#[test]
fn useless_rolls_and_lengths_are_those_of_the_known_games() {
    let known = |ruleset| {
        simulate(&[
            "--ruleset",
            ruleset,
            "--players",
            "4",
            "--horses",
            "4",
            "--games",
            "300",
        ])
    };
    let (traditional, quick) = (known("traditional"), known("quick"));
    let share = |figures: &Value| figures["useless_share"].as_f64().unwrap();
    assert!((share(&traditional) - 0.187).abs() < 0.02, "{traditional}");
    assert!((share(&quick) - 0.160).abs() < 0.02, "{quick}");
    let mean = |figures: &Value| figures["rolls"]["mean"].as_f64().unwrap();
    let ratio = mean(&traditional) / mean(&quick);
    assert!((1.8..2.2).contains(&ratio), "{ratio}");
    let wins = traditional["wins_by_seat"].as_array().unwrap();
    assert_eq!(wins.iter().filter_map(Value::as_u64).sum::<u64>(), 300);
}

#[test]
fn levels_play_each_other_on_changing_seats() {
    let figures = simulate(&[
        "--ruleset",
        "quick",
        "--players",
        "2",
        "--horses",
        "1",
        "--games",
        "40",
        "--seats",
        "greedy,random",
    ]);
    let level = |name: &str| figures["wins_by_level"][name].clone();
    let wins = |name: &str| level(name)["wins"].as_u64().unwrap();
    assert_eq!(wins("greedy") + wins("random"), 40);
    assert_eq!(level("greedy")["share_of_seats"], 0.5);
    let share = level("greedy")["share"].as_f64().unwrap();
    let margin = level("greedy")["margin"].as_f64().unwrap();
    assert!((share - wins("greedy") as f64 / 40.0).abs() < 1e-4);
    assert!((margin - 1.96 * (share * (1.0 - share) / 40.0).sqrt()).abs() < 1e-4);
    let told = run(&[
        "simulate",
        "--games",
        "2",
        "--seats",
        "strong,greedy,random",
    ]);
    let told = text(&told.stdout);
    assert!(told.contains("strong") && told.contains("random"), "{told}");
}

#[test]
fn what_makes_no_game_is_told_in_one_sentence() {
    for (arguments, told) in [
        (["--ruleset", "chess"], "no ruleset called chess"),
        (["--players", "9"], "2 to 4 players"),
        (
            ["--overlay", "{\"tries\": \"many\"}"],
            "tries: expected a number",
        ),
        (
            [
                "--overlay",
                "{\"barrier\": \"own_pair\", \"own_landing\": \"illegal\"}",
            ],
            "own_landing",
        ),
        (["--overlay", "nonsense"], "--overlay"),
    ] {
        let output = run(&[&["simulate"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(1));
        let error = text(&output.stderr);
        assert!(
            error.contains(told) && error.lines().count() == 1,
            "{error}"
        );
    }
}
