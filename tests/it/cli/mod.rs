//! The program as an operator runs it.

mod client;
mod crash;
mod export;
mod fairness;
mod replicas;
pub(crate) mod serving;
mod session;
mod simulate;
mod witness;

use std::path::Path;

use petits_chevaux::api;

use serving::{Folder, Serving, run, text};

#[test]
fn a_server_makes_its_files_answers_and_stops_gracefully() {
    let folder = Folder::new();
    let mut serving = Serving::start(&folder);
    for file in ["keys.json", "petits-chevaux.db"] {
        assert!(folder.0.join(file).is_file(), "{file}");
    }
    let health = run(&["health", "--listen", serving.address()]);
    assert!(health.status.success(), "{}", text(&health.stderr));
    serving.terminate();
    serving.read_until("stopped");
    assert!(serving.child.wait().unwrap().success());
}

#[test]
fn the_log_shows_the_configuration_without_secrets() {
    let folder = Folder::new();
    let serving = Serving::start(&folder);
    assert!(serving.seen.contains("keys_file="), "{}", serving.seen);
    let url = "postgres://joe:s3cret@127.0.0.1:1/games";
    let failed = run(&["--database-url", url, "--data-dir", folder.path()]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(
        text(&failed.stderr).contains("joe:***@127.0.0.1:1"),
        "{}",
        text(&failed.stderr)
    );
    assert!(
        !text(&failed.stderr).contains("s3cret"),
        "{}",
        text(&failed.stderr)
    );
}

#[test]
fn what_stops_a_start_is_told_in_a_sentence() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.0.join("keys.json"), "{}").unwrap();
    let failed = run(&["--data-dir", folder.path(), "--log", "off"]);
    assert_eq!(failed.status.code(), Some(1));
    let message = text(&failed.stderr);
    assert!(message.contains("keys.json is not usable"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    let failed = run(&["--listen", "here"]);
    assert_eq!(failed.status.code(), Some(2));
}

#[test]
fn keys_are_made_once_rotated_and_shown() {
    let folder = Folder::new();
    let data = ["--data-dir", folder.path()];
    let count = || {
        let shown = run(&[&["keys", "show"], &data[..]].concat());
        assert!(shown.status.success(), "{}", text(&shown.stderr));
        let keys: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
        keys["keys"].as_array().unwrap().len()
    };
    let missing = run(&[&["keys", "show"], &data[..]].concat());
    assert_eq!(missing.status.code(), Some(1));
    let done = |action| {
        run(&[&["keys", action], &data[..]].concat())
            .status
            .success()
    };
    assert!(done("create"));
    let file = folder.0.join("keys.json");
    let made = std::fs::read(&file).unwrap();
    drop(Serving::start(&folder));
    assert!(done("create"));
    assert_eq!(
        std::fs::read(&file).unwrap(),
        made,
        "keys that are there stay"
    );
    assert_eq!(count(), 2);
    assert!(done("rotate"));
    assert_eq!(count(), 4);
}

#[test]
fn the_schema_can_be_brought_up_to_date_by_hand() {
    let folder = Folder::new();
    for _ in 0..2 {
        let done = run(&["migrate", "--data-dir", folder.path()]);
        assert!(done.status.success(), "{}", text(&done.stderr));
    }
    assert!(Path::new(folder.path()).join("petits-chevaux.db").is_file());
}

#[test]
fn nobody_there_is_not_healthy() {
    let nobody = run(&["health", "--listen", "127.0.0.1:1"]);
    assert_eq!(nobody.status.code(), Some(1));
    assert!(
        text(&nobody.stderr).contains("does not answer"),
        "{}",
        text(&nobody.stderr)
    );
}

#[test]
fn documents_are_printed() {
    assert_eq!(text(&run(&["openapi"]).stdout), api::openapi::text());
    assert_eq!(
        text(&run(&["problems", "--markdown"]).stdout),
        api::problem_page()
    );
    assert!(text(&run(&["problems"]).stdout).contains("409 not-your-turn"));
}
