//! The game of docs/AUDIT.md: committed, sound, and every value of the page is what a shell prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use petits_chevaux::game::Spec;
use serde_json::json;

use super::corpus::{Case, Party};
use super::{Operator, audit, log};
use crate::cli::serving::{run, text};

const PAGE: &str = include_str!("../../../docs/AUDIT.md");

/// Seat 1 is sealed, seat 2 seeded and rolled for; one horse each, and one capture.
fn game() -> Case {
    let overlay = json!({ "horses": 1, "horses_to_finish": 1 });
    let spec = Spec {
        ruleset: "quick".to_owned(),
        overlay: overlay.as_object().unwrap().clone(),
        seats: Some(2),
        ..Spec::default()
    };
    let party = Party::new(&spec, 70).sealed(1).seeded(2).ready();
    party.play(1_000).case("walk")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn file(name: &str) -> PathBuf {
    root().join("tests/data/audit").join(name)
}

/// `UPDATE=1` writes the files; without it they must be what the engine makes today. That they no
/// longer are is a break of the log's format, or of the rules of `quick/1`: old logs no longer
/// replay then.
fn assert_committed(name: &str, bytes: &[u8]) {
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(root().join("tests/data/audit")).unwrap();
        fs::write(file(name), bytes).unwrap();
    }
    assert!(
        fs::read(file(name)).unwrap() == bytes,
        "{name} differs from what is committed"
    );
}

#[test]
fn the_committed_game_is_made_again_byte_for_byte() {
    let (case, operator) = (game(), Operator::new());
    let receipt = operator.last_receipt(&case);
    let kept = receipt.to_json(case.game).to_string() + "\n";
    assert_committed(&format!("{}.ndjson", case.game), &log(&case.lines));
    assert_committed(&format!("{}.receipt.json", case.game), kept.as_bytes());
    assert_committed("jwks.json", (operator.jwks().to_string() + "\n").as_bytes());
    assert!(audit(case.game, &case.lines, &[receipt]).is_sound());
}

/// The blocks of one language under a heading of the page, each with the heading's text removed.
fn blocks(language: &str) -> Vec<&'static str> {
    let under = PAGE.split_once("\n## 14. ").unwrap().1;
    let under = under.split("\n## ").next().unwrap();
    let fence = format!("```{language}\n");
    let opened = under.split(&fence).skip(1);
    opened
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

#[test]
fn the_walk_in_a_shell_prints_what_the_page_says() {
    let (typed, shown) = (blocks("sh"), blocks("text"));
    assert!(typed.len() >= 5 && shown.len() >= 5, "the walk is there");
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &typed.concat()])
        .current_dir(root())
        .output()
        .expect("bash is there");
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
    assert_eq!(printed, shown.concat());
}

#[test]
fn the_committed_game_is_verified_by_the_program() {
    let folder = file("");
    let (folder, keys) = (folder.to_str().unwrap(), file("jwks.json"));
    let keys = ["--jwks", keys.to_str().unwrap()];
    let verified = run(&[&["verify", folder], &keys[..]].concat());
    let words = text(&verified.stdout);
    assert!(verified.status.success(), "{words}");
    assert!(words.contains("1 held, 1 signed"), "{words}");
    assert!(words.contains("nothing is wrong"), "{words}");
}
