//! A log that was tampered with does not replay, even when its hashes were made anew.

use petits_chevaux::game::{ReplayError, line};
use serde_json::{Value, json};

use super::seating::ready;
use super::table::{Bench, Client, GAME, take, take_sealed};

/// A finished game with one sealed seat, as lines.
fn good() -> Vec<String> {
    let client = Client::new(1);
    let mut bench = Bench::new("quick", 2, 30);
    bench.ok("p1", &take_sealed(1, &client));
    bench.ok("p2", &take(2));
    bench.ok("p1", &ready(1, &client, 1));
    let mut next = 2;
    while let Some((seat, caller)) = bench.mover() {
        if seat.0 == 1 && bench.game.choices().is_empty() {
            let link = Some((next, client.link(next)));
            next += 1;
            let roll = petits_chevaux::game::Command::Roll {
                seat: None,
                roll: None,
                link,
            };
            bench.ok(&caller, &roll);
        } else {
            bench.act();
        }
    }
    bench.lines.into_iter().map(|line| line.payload).collect()
}

fn replay(lines: &[String]) -> Result<(), (u64, ReplayError)> {
    line::replay(GAME, lines.iter().map(String::as_str)).map(drop)
}

fn at(lines: &[String], kind: &str, nth: usize) -> usize {
    let found = |line: &&(usize, &String)| line.1.contains(&format!("\"type\":\"{kind}\""));
    lines
        .iter()
        .enumerate()
        .collect::<Vec<_>>()
        .iter()
        .filter(found)
        .nth(nth)
        .unwrap()
        .0
}

fn change(lines: &mut [String], index: usize, key: &str, value: Value) {
    let mut event: Value = serde_json::from_str(&lines[index]).unwrap();
    assert_ne!(event[key], value, "the change changes something");
    event[key] = value;
    lines[index] = event.to_string();
}

#[test]
fn the_untouched_log_replays() {
    assert_eq!(replay(&good()), Ok(()));
}

/// What, in which event, which key, and its new value.
type Tampering = (&'static str, usize, &'static str, Value);

fn tamperings(lines: &[String]) -> Vec<Tampering> {
    let roll = at(lines, "die_rolled", 9);
    let moved = at(lines, "piece_moved", 3);
    let event: Value = serde_json::from_str(&lines[roll]).unwrap();
    let other_die = json!(1 + event["die"].as_u64().unwrap() % 6);
    let other = json!("11".repeat(32));
    let (joined, ready) = (at(lines, "player_joined", 0), at(lines, "seat_ready", 0));
    let (started, ended) = (at(lines, "game_started", 0), at(lines, "game_ended", 0));
    let capture = json!([{ "seat": 1, "piece": 1 }]);
    vec![
        ("flip a die", roll, "die", other_die),
        ("renumber a roll", roll, "roll", json!(999)),
        ("change a server link", roll, "server_link", other.clone()),
        ("change who rolled", roll, "seat", json!(3)),
        ("change the kind of a roll", roll, "kind", json!("draw")),
        ("change an anchor", joined, "seat_anchor", other.clone()),
        ("change a link", ready, "link", other.clone()),
        ("change a link number", ready, "link_no", json!(2)),
        (
            "replace the server anchor",
            0,
            "server_anchor",
            other.clone(),
        ),
        ("change the ruleset's hash", 0, "ruleset_hash", other),
        ("change a destination", moved, "to", json!("home")),
        ("invent a capture", moved, "captured", capture),
        ("change who begins", started, "first_seat", json!(3)),
        ("change the standings", ended, "standings", json!([])),
    ]
}

#[test]
fn each_tampering_is_refused_at_its_event() {
    let lines = good();
    for (what, index, key, value) in tamperings(&lines) {
        let mut forged = lines.clone();
        change(&mut forged, index, key, value);
        assert!(replay(&forged).is_err(), "{what}");
    }
}

#[test]
fn dropping_swapping_or_repeating_an_event_is_refused() {
    let lines = good();
    for index in 0..lines.len() - 1 {
        let mut dropped = lines.clone();
        dropped.remove(index);
        assert!(replay(&dropped).is_err(), "drop {index}");
        if index > 0 && lines[index] != lines[index + 1] {
            let mut swapped = lines.clone();
            swapped.swap(index, index + 1);
            let joins = lines[index].contains("player_joined")
                && lines[index + 1].contains("player_joined");
            assert!(joins || replay(&swapped).is_err(), "swap {index}");
        }
        let mut repeated = lines.clone();
        repeated.insert(index, lines[index].clone());
        assert!(replay(&repeated).is_err(), "repeat {index}");
    }
}

#[test]
fn a_log_of_another_game_does_not_replay_under_this_id() {
    let lines = good();
    let other = petits_chevaux::game::GameId(*b"another game ...");
    assert!(line::replay(other, lines.iter().map(String::as_str)).is_err());
}
