//! The program as an operator runs it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use petits_chevaux::api;

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_petits-chevaux"));
    command.env_clear().env("PETITS_CHEVAUX_METRICS_LISTEN", "");
    command
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A folder that does not exist yet, gone afterwards.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        Folder(std::env::temp_dir().join(format!("petits-chevaux-cli-{process}-{number}")))
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A running server, with its log up to the line that tells its address.
struct Serving {
    child: Child,
    log: BufReader<std::process::ChildStderr>,
    seen: String,
}

impl Serving {
    fn start(folder: &Folder) -> Serving {
        let mut child = program()
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--data-dir",
                folder.path(),
            ])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(child.stderr.take().unwrap());
        let mut serving = Serving {
            child,
            log,
            seen: String::new(),
        };
        serving.read_until("listening");
        serving
    }

    fn read_until(&mut self, word: &str) {
        let mut line = String::new();
        while !line.contains(word) {
            line.clear();
            let count = self.log.read_line(&mut line).unwrap();
            assert!(count > 0, "the log ended before {word}: {}", self.seen);
            self.seen.push_str(&line);
        }
    }

    fn address(&self) -> &str {
        self.seen
            .rsplit("address=")
            .next()
            .unwrap()
            .split_whitespace()
            .next()
            .unwrap()
    }

    fn terminate(&mut self) {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()
                .unwrap()
                .success()
        );
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

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
fn keys_are_rotated_and_shown() {
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
    drop(Serving::start(&folder));
    assert_eq!(count(), 2);
    assert!(
        run(&[&["keys", "rotate"], &data[..]].concat())
            .status
            .success()
    );
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
