//! The program as a child process, with its files in a folder of its own.

use std::io::{BufRead, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

pub(super) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_petits-chevaux"));
    command.env_clear().env("PETITS_CHEVAUX_METRICS_LISTEN", "");
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// A folder that does not exist yet, gone afterwards.
pub(crate) struct Folder(pub(super) PathBuf);

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
pub(crate) struct Serving {
    pub(super) child: Child,
    log: BufReader<std::process::ChildStderr>,
    pub(super) seen: String,
}

impl Serving {
    /// Serves over the database file of that folder.
    pub(crate) fn start(folder: &Folder) -> Serving {
        Serving::over(folder, None)
    }

    /// Serves over a database of its own, with the key file of that folder.
    pub(super) fn over(folder: &Folder, database: Option<&str>) -> Serving {
        Serving::by(program(), folder, database)
    }

    /// The same by a program that was prepared.
    pub(super) fn by(mut program: Command, folder: &Folder, database: Option<&str>) -> Serving {
        let database = database.map(|url| ["--database-url", url]);
        let mut child = program
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--data-dir", folder.path()])
            .args(database.iter().flatten())
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

    pub(super) fn read_until(&mut self, word: &str) {
        let mut line = String::new();
        while !line.contains(word) {
            line.clear();
            let count = self.log.read_line(&mut line).unwrap();
            assert!(count > 0, "the log ended before {word}: {}", self.seen);
            self.seen.push_str(&line);
        }
    }

    /// The rest of the log, when the program has ended.
    pub(super) fn read_to_end(&mut self) -> &str {
        self.log.read_to_string(&mut self.seen).unwrap();
        &self.seen
    }

    pub(crate) fn address(&self) -> &str {
        self.seen
            .rsplit("address=")
            .next()
            .unwrap()
            .split_whitespace()
            .next()
            .unwrap()
    }

    pub(super) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// What no program can catch, as when the power fails.
    pub(super) fn kill(&self) {
        self.signal("-KILL");
    }

    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
