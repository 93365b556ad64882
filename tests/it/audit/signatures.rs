//! Forgeries of actions that a player signed.

use serde_json::{Value, json};

use super::corpus::Case;
use super::forgeries::{Forger, Forgery};

/// What was done to the actions of a game in which seat 1 signs.
pub(super) fn all(case: &Case) -> Vec<Forgery> {
    let new = || Forger::new(case);
    let moved = new().find(&["piece_moved", "\"sig\""], 2);
    let rolled = new().find(&["\"seat\":1", "\"sig\"", "die_rolled"], 4);
    let theirs = new().find(&["die_rolled", "\"seat\":2", "turn"], 2);
    let mut other = new().event(moved);
    let horse = other["piece"].as_u64().unwrap();
    other["piece"] = json!(1 + horse % 2);
    let sig = |at: usize| new().event(at)["sig"].clone();
    let upper = sig(moved).as_str().unwrap().to_uppercase();
    let whole = &["player_signature"];
    vec![
        new()
            .set(moved, "sig", Value::Null)
            .is("drop a signature", whole),
        new()
            .set(moved, "sig", sig(rolled))
            .is("the signature of another action", whole),
        new()
            .set(moved, "sig", json!(upper))
            .is("a signature in upper case", whole),
        new()
            .set(theirs, "sig", sig(rolled))
            .is("a signature of a seat without a key", whole),
        new().set(moved, "piece", json!(1 + horse % 2)).is(
            "play another horse of a seat that signs",
            &["player_signature", "rules"],
        ),
        new()
            .set(1, "seat_key", json!("11".repeat(32)))
            .is("another key", &["player_signature"]),
        new()
            .set(1, "seat_key", Value::Null)
            .is("drop the key", whole),
        new()
            .set(theirs, "at", json!("2026-12-24T18:00:00.000Z"))
            .is("change what came before a signed action", whole),
    ]
}
