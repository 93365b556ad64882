//! `fairness`: the same figures as in memory, in words, in JSON and in pictures; and its exit code.

use petits_chevaux::fairness::{GameAudit, Report};
use serde_json::Value;

use super::serving::{Folder, run, text};
use crate::game::table::{Bench, GAME};

/// A folder with the log of one played game, named by its id.
fn folder() -> (Folder, Bench) {
    let mut bench = Bench::started("traditional", 2, 3);
    while bench.act().is_some() {}
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    write(&folder, &GAME.to_string(), &bench, |line| line);
    (folder, bench)
}

fn write(folder: &Folder, name: &str, bench: &Bench, change: impl Fn(String) -> String) {
    let lines = bench.lines.iter();
    let log: String = lines
        .map(|line| change(line.payload.clone()) + "\n")
        .collect();
    std::fs::write(folder.0.join(name).with_extension("ndjson"), log).unwrap();
}

#[test]
fn the_report_of_logs_is_the_report_in_memory() {
    let (folder, bench) = folder();
    let output = run(&["fairness", folder.path(), "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let lines = bench.lines.iter().map(|line| line.payload.as_str());
    let audit = GameAudit::of_log(GAME, lines).unwrap();
    let own = serde_json::to_value(Report::new(&audit.watch())).unwrap();
    assert_eq!(told["report"]["strata"], own["strata"]);
    assert_eq!(told["report"]["chances"], own["chances"]);
    assert_eq!(told["fates"]["finished"], 1);
    assert_eq!(told["damaged"], Value::Array(Vec::new()));
}

#[test]
fn players_are_told_in_their_language() {
    let (folder, _) = folder();
    let log = folder.0.join(GAME.to_string()).with_extension("ndjson");
    let log = log.to_str().unwrap();
    let english = run(&["fairness", log]);
    for words in [
        "Seat 1:",
        "Longest wait:",
        "1 euro",
        "No alarm",
        "on the stair",
    ] {
        let told = text(&english.stdout);
        assert!(told.contains(words), "{words}: {told}");
    }
    let french = run(&["fairness", log, "--lang", "fr"]);
    for words in [
        "Place 2 :",
        "lancers sans six",
        "1 euro",
        "Aucune alarme",
        "escalier",
    ] {
        let told = text(&french.stdout);
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn pictures_are_drawn() {
    let (folder, _) = folder();
    let pictures = folder.0.join("pictures");
    let output = run(&[
        "fairness",
        folder.path(),
        "--svg",
        pictures.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for name in ["faces", "sixes", "pairs", "fortune"] {
        let picture = std::fs::read_to_string(pictures.join(name).with_extension("svg")).unwrap();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert!(
            !picture.contains("NaN") && !picture.contains("inf"),
            "{picture}"
        );
    }
}

#[test]
fn a_log_that_is_not_sound_is_named_and_fails() {
    let (folder, bench) = folder();
    let other = "0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c";
    write(&folder, other, &bench, |line| line);
    let output = run(&["fairness", folder.path()]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(
        told.contains(other) && told.contains("logs are not sound: 1"),
        "{told}"
    );
    assert!(
        text(&output.stdout).contains("Games: 1 "),
        "the sound one is told"
    );
}

#[test]
fn a_game_that_is_there_twice_is_counted_once() {
    let (folder, bench) = folder();
    write(&folder, "a-copy", &bench, |line| line);
    let paths = [folder.path(), "--json"];
    let output = run(&[&["fairness"], &paths[..]].concat());
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["games"], 1);
    let log = folder.0.join(GAME.to_string()).with_extension("ndjson");
    let log = log.to_str().unwrap();
    let output = run(&["fairness", log, log]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("is here twice"), "{told}");
}

#[test]
fn a_log_without_the_name_of_its_game_needs_one() {
    let (folder, bench) = folder();
    write(&folder, "holidays", &bench, |line| line);
    let log = folder.0.join("holidays.ndjson");
    let output = run(&["fairness", log.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(
        told.contains("holidays.ndjson: which game is it?"),
        "{told}"
    );
    let game = GAME.to_string();
    let named = run(&["fairness", log.to_str().unwrap(), "--game", &game]);
    assert!(named.status.success(), "{}", text(&named.stderr));
    let several = run(&["fairness", folder.path(), "--game", &game]);
    assert!(text(&several.stderr).contains("--game is for one log"));
    let nothing = run(&["fairness", "/nowhere/at/all.ndjson"]);
    assert_eq!(nothing.status.code(), Some(1));
}

#[test]
fn a_folder_of_evidence_is_read_as_verify_reads_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/audit");
    let output = run(&["fairness", folder]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(told.starts_with("Games: 1 (1 "), "{told}");
}
