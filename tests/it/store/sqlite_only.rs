//! What only SQLite can show: one file, one process that may be killed.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use petits_chevaux::store::{Limits, connect};

use super::ground::{Folder, Ground, block_on};
use super::records::{creation, done, game, step};

/// Where the child of the test below writes; the test is its own child.
const CHILD: &str = "PETITS_CHEVAUX_TEST_CHILD";

#[test]
fn a_killed_process_loses_nothing_that_it_was_told_is_done() {
    if let Ok(url) = std::env::var(CHILD) {
        return block_on(write_until_killed(url));
    }
    let folder = Folder::new();
    let name = "store::sqlite_only::a_killed_process_loses_nothing_that_it_was_told_is_done";
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(CHILD, folder.url())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let told = lines
        .map(Result::unwrap)
        .filter_map(|line| {
            line.strip_prefix("done ")
                .and_then(|at| at.parse::<i64>().ok())
        })
        .find(|version| *version > 40)
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    block_on(async {
        let store = connect(&folder.url(), Limits::default()).await.unwrap();
        let version = store.snapshot(game(1)).await.unwrap().unwrap().version;
        assert!(version >= told, "told {told}, found {version}");
        let events = store.events(game(1), 1, version + 9).await.unwrap();
        let seqs: Vec<_> = events.iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (1..=version).collect::<Vec<_>>());
    });
}

async fn write_until_killed(url: String) {
    let ground = Ground::open(url).await;
    done(&*ground.store, creation(1)).await;
    for at in (1..).step_by(2) {
        done(&*ground.store, step(1, at)).await;
        println!("done {}", at + 2);
    }
}

#[test]
fn a_url_of_another_database_is_refused_with_a_remedy() {
    block_on(async {
        for url in ["mysql://localhost/x", "", "games.db"] {
            let refused = connect(url, Limits::default()).await.unwrap_err();
            assert!(
                refused.to_string().contains("sqlite: or postgres:"),
                "{refused}"
            );
            assert!(!refused.is_transient());
        }
    });
}
