//! Forgeries of what happens by itself: causes, absence, deadlines.

use serde_json::json;

use super::forgeries::{Forger, Forgery};
use super::timed;

/// What an operator could claim about who acted, and when.
pub(super) fn all() -> Vec<Forgery> {
    let mut all = absence();
    let (bots, changed) = (timed::bots(), timed::changed());
    let bot = Forger::new(&bots);
    let rolled = bot.find(&["die_rolled", "\"cause\":\"bot\""], 3);
    let mind = Forger::new(&changed);
    let set = mind.find(&["automation_set"], 0);
    all.extend([
        bot.unset(rolled, "cause")
            .is("a player rolls for a bot", &["order"]),
        mind.remove(set).is("a roll that nobody wished", &["order"]),
    ]);
    all
}

/// Whoever is absent here signs, and comes back: that spoils a signature too.
fn absence() -> Vec<Forgery> {
    let case = timed::absence();
    let new = || Forger::new(&case);
    let rolled = new().find(&["die_rolled", "\"cause\":\"timeout\""], 0);
    let absent = new().find(&["seat_absent"], 0);
    let deadline = new().find(&["deadline_set", "\"seat\":1"], 0);
    let late = new().find(&["turn_timed_out"], 0);
    let before = new().event(late - 1)["at"].clone();
    let base = new().event(deadline)["base"].as_u64().unwrap();
    vec![
        new()
            .unset(rolled, "cause")
            .is("an absent player rolls", &["order", "player_signature"]),
        new().remove(absent).is(
            "a bot plays for a player who is there",
            &["order", "player_signature", "rules"],
        ),
        new().set(deadline, "base", json!(base - 3_600)).is(
            "a deadline that does not add up",
            &["player_signature", "rules"],
        ),
        new().set(late, "at", before).is(
            "a turn that is called early",
            &["player_signature", "rules"],
        ),
    ]
}
