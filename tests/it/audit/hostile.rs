//! Logs that were made to hurt the auditor: told, never a panic, never taken for sound by luck.

use petits_chevaux::audit::{Evidence, verify};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::corpus::{self, Case};
use super::log;

/// A stream of numbers that is the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn value(&mut self) -> Value {
        let values = [
            json!(null),
            json!(0),
            json!(-1),
            json!(1),
            json!(2),
            json!(6),
            json!(7),
            json!(255),
            json!(256),
            json!(4096),
            json!(16_384),
            json!(9_007_199_254_740_991_u64),
            json!(u64::MAX),
            json!(0.5),
            json!(true),
            json!("home"),
            json!("s9"),
            json!("skipped"),
            json!("automatic"),
            json!("draw"),
            json!("00".repeat(32)),
            json!([]),
            json!([1, 1, 2]),
            json!({}),
        ];
        values[self.below(values.len())].clone()
    }

    /// One change of a log: a field, a type, an order, a part.
    fn damage(&mut self, lines: &mut Vec<String>) {
        // The creation is as rare as any event, and worth more attention.
        let at = self.below(lines.len()) * usize::from(self.below(4) > 0);
        let other = self.below(lines.len());
        match self.below(6) {
            0 => lines.swap(at, other),
            1 => drop(lines.remove(at)),
            2 => lines.insert(at, lines[other].clone()),
            _ => {
                let mut event: Value = serde_json::from_str(&lines[at]).unwrap();
                let fields: Vec<String> = event.as_object().unwrap().keys().cloned().collect();
                let field = &fields[self.below(fields.len())];
                match event[field].as_object_mut() {
                    Some(ruleset) if !ruleset.is_empty() => {
                        let keys: Vec<String> = ruleset.keys().cloned().collect();
                        ruleset.insert(keys[self.below(keys.len())].clone(), self.value());
                        let bytes = serde_json_canonicalizer::to_vec(ruleset).unwrap();
                        event["ruleset_hash"] = json!(hex::encode(Sha256::digest(bytes)));
                    }
                    _ => event[field] = self.value(),
                }
                lines[at] = serde_json_canonicalizer::to_string(&event).unwrap();
            }
        }
        if lines.is_empty() {
            lines.push("{}".to_owned());
        }
    }
}

#[test]
fn any_damage_is_survived_and_reported() {
    let games = [
        corpus::Party::of("quick", 3, 60)
            .sealed(1)
            .seeded(2)
            .none(3),
        corpus::Party::of("parchis_es", 2, 61).sealed(1).none(2),
        corpus::Party::of("six_seat_quick", 2, 62)
            .none(1)
            .sealed_automatic(2),
    ];
    let mut chance = Chance(1);
    for game in games {
        let case: Case = game.ready().play(60).case("short");
        for _ in 0..400 {
            let mut lines = case.lines.clone();
            for _ in 0..=chance.below(4) {
                chance.damage(&mut lines);
            }
            let report = verify(&Evidence::of_log(case.game, &log(&lines)));
            let words = report.to_string();
            assert_eq!(report.is_sound(), words.contains("nothing is wrong"));
            assert!(report.rolls_right <= report.rolls);
        }
    }
}

#[test]
fn garbage_is_no_game() {
    let game = corpus::plain().game;
    for garbage in [
        &b""[..],
        b"\n",
        b"\n\n\n",
        b"\xff",
        b"{}",
        b"[]",
        b"null\n{}",
        b"\r\n",
    ] {
        let report = verify(&Evidence::of_log(game, garbage));
        assert!(!report.is_sound(), "{garbage:?}");
    }
    let deep = "[".repeat(1_000_000);
    assert!(!verify(&Evidence::of_log(game, deep.as_bytes())).is_sound());
}
