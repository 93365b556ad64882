//! Forged logs: what an operator could write, re-hash and sign anew.

use serde_json::{Value, json};

use super::corpus::{self, Case};

/// A forgery with the codes that it has to be found by, without and with a receipt.
pub(crate) struct Forgery {
    pub(crate) name: &'static str,
    pub(crate) lines: Vec<String>,
    pub(crate) alone: &'static [&'static str],
    pub(crate) with_receipt: &'static str,
}

/// The log under forgery.
pub(crate) struct Forger {
    lines: Vec<String>,
}

impl Forger {
    pub(crate) fn new(case: &Case) -> Forger {
        Forger {
            lines: case.lines.clone(),
        }
    }

    /// The number of the `nth` event that has all these parts.
    pub(crate) fn find(&self, parts: &[&str], nth: usize) -> usize {
        let has = |line: &String| parts.iter().all(|part| line.contains(part));
        let mut found = (0..).zip(&self.lines).filter(|(_, line)| has(line));
        found.nth(nth).unwrap().0
    }

    pub(crate) fn event(&self, at: usize) -> Value {
        serde_json::from_str(&self.lines[at]).unwrap()
    }

    pub(crate) fn set(mut self, at: usize, key: &str, value: Value) -> Forger {
        let mut event = self.event(at);
        assert_ne!(event[key], value, "the change changes something");
        event[key] = value;
        self.lines[at] = serde_json_canonicalizer::to_string(&event).unwrap();
        self
    }

    pub(super) fn unset(mut self, at: usize, key: &str) -> Forger {
        let mut event = self.event(at);
        let gone = event.as_object_mut().unwrap().remove(key);
        assert!(gone.is_some(), "{key} is there");
        self.lines[at] = serde_json_canonicalizer::to_string(&event).unwrap();
        self
    }

    pub(crate) fn remove(mut self, at: usize) -> Forger {
        self.lines.remove(at);
        self
    }

    pub(crate) fn swap(mut self, one: usize, other: usize) -> Forger {
        self.lines.swap(one, other);
        self
    }

    pub(crate) fn truncate(mut self, length: usize) -> Forger {
        self.lines.truncate(length);
        self
    }

    pub(crate) fn insert(mut self, at: usize, event: &Value) -> Forger {
        let line = serde_json_canonicalizer::to_string(event).unwrap();
        self.lines.insert(at, line);
        self
    }

    fn raw(mut self, at: usize, from: &str, to: &str) -> Forger {
        assert!(self.lines[at].contains(from), "{from}: {}", self.lines[at]);
        self.lines[at] = self.lines[at].replacen(from, to, 1);
        self
    }

    /// Renumbers the rolls from an event on.
    fn renumber(mut self, from: usize) -> Forger {
        for at in from..self.lines.len() {
            if let Some(roll) = self.event(at)["roll"].as_u64() {
                self = self.set(at, "roll", json!(roll - 1));
            }
        }
        self
    }

    pub(crate) fn lines(self) -> Vec<String> {
        self.lines
    }

    pub(super) fn is(self, name: &'static str, alone: &'static [&'static str]) -> Forgery {
        Forgery {
            name,
            lines: self.lines,
            alone,
            with_receipt: "fork",
        }
    }

    /// Everything that was signed for is there, and more.
    fn grows(self, name: &'static str, alone: &'static [&'static str]) -> Forgery {
        Forgery {
            with_receipt: alone[0],
            ..self.is(name, alone)
        }
    }

    /// Fewer events than were signed for.
    fn cuts(self, name: &'static str, alone: &'static [&'static str]) -> Forgery {
        Forgery {
            with_receipt: "truncation",
            ..self.is(name, alone)
        }
    }
}

const TURN: [&str; 1] = ["\"kind\":\"turn\""];

/// All forgeries, most of them of one game with two sealed seats and a seeded one.
pub(crate) fn all(case: &Case) -> Vec<Forgery> {
    let mut all = dice(case);
    all.extend(links(case));
    all.extend(order(case));
    all.extend(histories(case));
    all.extend(bytes(case));
    all
}

fn other_die(event: &Value) -> Value {
    json!(1 + event["die"].as_u64().unwrap() % 6)
}

/// T1–T6, T12, T13: the rolls.
fn dice(case: &Case) -> Vec<Forgery> {
    let new = || Forger::new(case);
    let at = |nth| new().find(&TURN, nth);
    let (early, late) = (new().event(at(5)), new().event(at(9)));
    assert_ne!(early["die"], late["die"]);
    let other_seat = json!(if early["seat"] == json!(1) { 3 } else { 1 });
    let mut again = new().event(at(5));
    again["roll"] = json!(again["roll"].as_u64().unwrap() + 1);
    vec![
        new()
            .set(at(5), "die", other_die(&early))
            .is("T1 flip a die", &["formula"]),
        new().remove(at(5)).cuts(
            "T2 drop a roll",
            &["roll_number", "seat_chain", "server_chain"],
        ),
        new().remove(at(5)).renumber(at(5)).cuts(
            "T3 drop a roll and renumber",
            &["formula", "seat_chain", "server_chain"],
        ),
        new().swap(at(5), at(9)).is(
            "T5 swap two rolls",
            &["formula", "roll_number", "seat_chain", "server_chain"],
        ),
        new()
            .set(at(5), "die", late["die"].clone())
            .set(at(9), "die", early["die"].clone())
            .is("T6 swap two dice", &["formula"]),
        new()
            .set(at(5), "seat", other_seat)
            .is("T12 change the roller", &["formula", "seat_chain"]),
        new().insert(at(5) + 1, &again).is(
            "T13 roll again",
            &["formula", "roll_number", "seat_chain", "server_chain"],
        ),
        new().set(at(5), "roll", json!(999)).is(
            "renumber one roll",
            &["formula", "roll_number", "server_chain"],
        ),
    ]
}

/// T7–T11: the chains.
fn links(case: &Case) -> Vec<Forgery> {
    let new = || Forger::new(case);
    let other = || json!("11".repeat(32));
    let joined = |seat: &str| new().find(&["player_joined", seat], 0);
    let ready = new().find(&["seat_ready"], 0);
    let roll = new().find(&["\"kind\":\"turn\"", "\"seat\":1"], 2);
    let number = new().event(roll)["link_no"].as_u64().unwrap();
    let unlinked = new()
        .set(roll, "link", Value::Null)
        .set(roll, "link_no", Value::Null);
    vec![
        new()
            .set(joined("\"seat\":1"), "seat_anchor", other())
            .is("T7 change the anchor of a chain", &["seat_chain"]),
        new()
            .set(joined("\"seat\":2"), "seat_anchor", other())
            .is("T7 change a seed", &["formula"]),
        new()
            .set(joined("\"seat\":2"), "seat_anchor", Value::Null)
            .is("T7 drop a seed", &["formula"]),
        new()
            .set(roll, "link", other())
            .is("T8 change a link", &["formula", "seat_chain"]),
        new()
            .set(ready, "link", other())
            .is("T8 change a first link", &["formula", "seat_chain"]),
        unlinked.is("T8 drop a link", &["formula", "seat_chain"]),
        new()
            .set(roll, "link_no", json!(number + 1))
            .is("T9 skip a link number", &["seat_chain"]),
        new()
            .set(roll, "link_no", json!(number - 1))
            .is("T9 reuse a link number", &["seat_chain"]),
        new()
            .set(0, "server_anchor", other())
            .is("T10 replace the server's anchor", &["server_chain"]),
        new()
            .set(roll, "server_link", other())
            .is("T11 replace a server's link", &["formula", "server_chain"]),
        new()
            .set(
                joined("\"seat\":3"),
                "seat_anchor",
                new().event(joined("\"seat\":1"))["seat_anchor"].clone(),
            )
            .is("bring the anchor of another", &["anchor", "seat_chain"]),
        new()
            .set(joined("\"seat\":1"), "seat_links", json!(4095))
            .is("a shorter chain", &["anchor", "formula", "seat_chain"]),
        new()
            .set(joined("\"seat\":1"), "seat_links", json!(4097))
            .is("a longer chain", &["anchor", "formula", "seat_chain"]),
    ]
}

/// T4: what is no roll, and the order of a game.
fn order(case: &Case) -> Vec<Forgery> {
    let new = || Forger::new(case);
    let moved = new().find(&["piece_moved"], 3);
    let started = new().find(&["game_started"], 0);
    let ended = case.lines.len() - 1;
    let first = new().event(started)["first_seat"].as_u64().unwrap();
    vec![
        new().remove(moved).cuts("T4 drop a move", &["rules"]),
        new().remove(started).cuts("T4 drop the start", &["order"]),
        new().remove(0).cuts("T4 drop the creation", &["creation"]),
        new()
            .remove(new().find(&["seat_ready"], 0))
            .cuts("T4 drop a ready", &["formula", "order", "seat_chain"]),
        new()
            .remove(new().find(&["player_joined"], 1))
            .cuts("T4 drop a player", &["formula", "order"]),
        new()
            .set(moved, "to", json!("home"))
            .is("move too far", &["rules"]),
        new()
            .set(moved, "captured", json!([{ "seat": 3, "piece": 1 }]))
            .is("invent a capture", &["rules"]),
        new()
            .set(
                new().find(&["turn_passed", "\"seat\":3"], 1),
                "reason",
                json!("skipped"),
            )
            .is(
                "a skipped turn that burns no link",
                &["rules", "seat_chain"],
            ),
        new()
            .set(started, "first_seat", json!(1 + first % 3))
            .is("another begins", &["order"]),
        new()
            .set(ended, "standings", json!([]))
            .is("another ranking", &["rules"]),
        new()
            .set(moved, "seat", json!(9))
            .is("a seat that is not there", &["order"]),
        new()
            .set(moved, "type", json!("piece_flown"))
            .is("an event that is not there", &["format"]),
        new()
            .set(0, "ruleset_hash", json!("00".repeat(32)))
            .is("another hash of the rules", &["creation"]),
        new()
            .set(0, "dice", json!("pc-dice/0"))
            .is("another protocol", &["creation"]),
        new()
            .set(0, "sealed_only", json!(true))
            .is("seats that were not allowed", &["anchor"]),
        new()
            .insert(ended + 1, &new().event(moved))
            .grows("go on after the end", &["order"]),
    ]
}

/// T14–T16: consistent histories that never were.
fn histories(case: &Case) -> Vec<Forgery> {
    let new = || Forger::new(case);
    let pass = new().find(&["turn_passed"], 4);
    let other = corpus::Party::of("quick", 3, 47)
        .sealed(1)
        .seeded(2)
        .sealed(3)
        .ready();
    let other = Forger::new(&other.play(100).case("other"));
    let mut spliced = new();
    let from = new().find(&TURN, 8);
    let theirs = other.find(&TURN, 8);
    spliced.lines.truncate(from);
    spliced.lines.extend_from_slice(&other.lines[theirs..]);
    vec![
        new().truncate(pass + 1).cuts("T14 cut the tail", &[]),
        new()
            .truncate(case.lines.len() - 1)
            .cuts("T14 cut the end", &["rules"]),
        new()
            .set(pass, "at", json!("2026-12-24T18:00:00.000Z"))
            .is("T15 another time", &[]),
        new()
            .set(
                new().find(&["player_joined"], 0),
                "player",
                json!("stranger"),
            )
            .is("T15 another name", &[]),
        spliced.cuts(
            "T16 splice another game",
            &["formula", "seat_chain", "server_chain"],
        ),
    ]
}

/// T19: the same meaning in other bytes.
fn bytes(case: &Case) -> Vec<Forgery> {
    let new = || Forger::new(case);
    let roll = new().find(&TURN, 4);
    let event = new().event(roll);
    let die = format!("\"die\":{}", event["die"]);
    let link = event["server_link"].as_str().unwrap();
    vec![
        new()
            .raw(roll, ",\"die\"", ", \"die\"")
            .is("T19 a space", &["canonical"]),
        new()
            .raw(roll, &die, &format!("{die},{die}"))
            .is("T19 a key twice", &["canonical"]),
        new()
            .raw(roll, &die, &format!("{die}.0"))
            .is("T19 a float", &["canonical"]),
        new().raw(roll, &die, "\"die\":9007199254740992").is(
            "T19 too large",
            &[
                "canonical",
                "format",
                "roll_number",
                "seat_chain",
                "server_chain",
            ],
        ),
        new()
            .raw(roll, link, &link.to_uppercase())
            .is("T19 upper case", &["canonical"]),
        new()
            .raw(roll, "turn", "t\\u0075rn")
            .is("T19 an escape", &["canonical"]),
        new().raw(roll, "}", "").is(
            "T19 no object",
            &["canonical", "roll_number", "seat_chain", "server_chain"],
        ),
        new()
            .raw(roll, "\"type\"", "\"kind\":\"turn\",\"type\"")
            .is("T19 keys out of order", &["canonical"]),
        new()
            .raw(roll, "}", "}\r")
            .is("T19 another line end", &["canonical"]),
    ]
}
