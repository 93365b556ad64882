//! `petits-chevaux verify` as an auditor runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use super::corpus::{self, Case};
use super::forgeries::Forger;
use super::{Operator, log, pack};
use crate::cli::serving::{Folder, run, text};

/// An auditor's folder.
struct Desk(Folder);

impl Desk {
    fn new() -> Desk {
        let folder = Folder::new();
        fs::create_dir_all(folder.path()).unwrap();
        Desk(folder)
    }

    fn put(&self, name: &str, content: &[u8]) -> String {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(self.0.path()).join(name)
    }

    fn log(&self, case: &Case) -> String {
        self.put(&format!("{}.ndjson", case.game), &log(&case.lines))
    }
}

fn verify(arguments: &[&str]) -> Output {
    run(&[&["verify"], arguments].concat())
}

#[track_caller]
fn fails(arguments: &[&str], why: &str) {
    let output = verify(arguments);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains(why), "{why}: {told}");
}

#[test]
fn a_sound_game_exits_with_0_and_a_forged_one_with_1_and_its_code() {
    let (desk, mut case) = (Desk::new(), corpus::plain());
    let path = desk.log(&case);
    assert!(verify(&[&path]).status.success());
    let forger = Forger::new(&case);
    let roll = forger.find(&["die_rolled"], 7);
    let die = forger.event(roll)["die"].as_u64().unwrap();
    case.lines = forger.set(roll, "die", json!(1 + die % 6)).lines();
    desk.log(&case);
    let output = verify(&[&path]);
    assert_eq!(output.status.code(), Some(1));
    let words = text(&output.stdout);
    assert!(words.contains("formula       the log says"), "{words}");
    assert!(words.contains(&format!("event {roll}")), "{words}");
    fails(&[&path], "1 of 1 games are not sound");
    let report: Value = serde_json::from_slice(&verify(&[&path, "--json"]).stdout).unwrap();
    assert_eq!(report["findings"][0]["code"], "formula");
    assert_eq!(report["findings"][0]["event"], roll);
}

#[test]
fn the_game_is_named_by_its_file_or_by_an_option() {
    let (desk, case) = (Desk::new(), corpus::plain());
    let path = desk.put("game.ndjson", &log(&case.lines));
    fails(&[&path], "which game is it?");
    assert!(
        verify(&[&path, "--game", &case.game.to_string()])
            .status
            .success()
    );
    let other = "00000000-0000-4000-8000-000000000000";
    assert!(!verify(&[&path, "--game", other]).status.success());
    fails(
        &[desk.path("nothing.ndjson").to_str().unwrap()],
        "nothing.ndjson: ",
    );
}

#[test]
fn a_folder_is_audited_whole_and_told_in_one_line_and_the_defects() {
    let desk = Desk::new();
    let case = corpus::plain();
    fails(&[desk.0.path()], "there is no log");
    for number in 0..30 {
        desk.put(
            &format!("{number}.json"),
            pack(&case).to_string().as_bytes(),
        );
    }
    let good = verify(&[desk.0.path()]);
    assert!(good.status.success(), "{}", text(&good.stderr));
    let words = text(&good.stdout);
    assert_eq!(words.lines().count(), 1, "{words}");
    assert!(
        words.starts_with("30 games, ") && words.contains("30 games are sound"),
        "{words}"
    );
    let mut forged = pack(&case);
    forged["log"] = json!(case.lines[..10]);
    desk.put("forged.json", forged.to_string().as_bytes());
    desk.put("garbage.json", b"{}");
    let output = verify(&[desk.0.path()]);
    assert_eq!(output.status.code(), Some(1));
    let words = text(&output.stdout);
    assert!(
        words.contains("truncation") && words.contains("30 games are sound"),
        "{words}"
    );
    let errors = text(&output.stderr);
    assert!(
        errors.contains("garbage.json: not an evidence pack"),
        "{errors}"
    );
    assert!(errors.contains("2 of 32 games are not sound"), "{errors}");
}

#[test]
fn keys_that_the_auditor_has_count_more_than_those_of_a_pack() {
    let (desk, case) = (Desk::new(), corpus::plain());
    let path = desk.put("pack.json", pack(&case).to_string().as_bytes());
    assert!(verify(&[&path]).status.success());
    let none = desk.put("keys", b"{\"keys\":[]}");
    let output = verify(&[&path, "--jwks", &none]);
    assert!(
        text(&output.stdout).contains("unknown_key"),
        "{}",
        text(&output.stdout)
    );
    fails(&[&path, "--jwks", &path], "not a JSON Web Key Set");
}

#[test]
fn a_receipt_that_no_log_answers_is_not_passed_over() {
    let (desk, case) = (Desk::new(), corpus::plain());
    let log = desk.log(&case);
    let jwks = desk.put("keys", Operator::new().jwks().to_string().as_bytes());
    let kept = Operator::new().last_receipt(&case).to_json(case.game);
    let mine = desk.put("mine", kept.to_string().as_bytes());
    let nameless = desk.put("nameless", kept["receipt"].to_string().as_bytes());
    for receipt in [&mine, &nameless] {
        let output = verify(&[&log, "--jwks", &jwks, "--receipt", receipt]);
        assert!(text(&output.stdout).contains("1 held, 1 signed"));
    }
    let mut other = kept.clone();
    other["game"] = json!("00000000-0000-4000-8000-000000000000");
    let other = desk.put("other", other.to_string().as_bytes());
    fails(&[&log, "--receipt", &other], "whose log is not here");
    fails(&[&log, &log, "--receipt", &nameless], "are for one log");
    fails(&[&log, "--receipt", &jwks], "no receipt");
    assert!(
        verify(&[&log, &log, "--jwks", &jwks, "--receipt", &mine])
            .status
            .success()
    );
}
