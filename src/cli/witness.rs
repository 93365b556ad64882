//! `petits-chevaux witness`: somebody outside who remembers what the transparency log was.

mod held;
mod kept;
mod server;

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::audit::transparency::note::{Checkpoint, LogKey};
use crate::audit::transparency::wire;
use crate::audit::transparency::witness::{Verdict, judge};
use kept::Kept;
use server::{Refused, Server};

/// Watch the transparency log of a server: that it only grows, and has what you hold
///
/// Keeps the last good checkpoint. Exits with 1 when the log has forked or shrunk, and then prints
/// both checkpoints: together they are the evidence.
#[derive(Debug, Args)]
pub(super) struct WitnessOptions {
    /// The address of the server, without a path
    url: String,
    /// Where the last good checkpoint is kept
    #[arg(long, value_name = "FILE", default_value = "witness.json")]
    state: PathBuf,
    /// The key of the log, as /v1/transparency shows it [default: the one kept, at first the
    /// server's]
    #[arg(long, value_name = "KEY")]
    key: Option<LogKey>,
    /// Receipts and evidence packs whose games must be in the log
    #[arg(long, value_name = "FILE")]
    held: Vec<PathBuf>,
}

impl WitnessOptions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let receipts = held::read(&self.held)?;
        let server = Server::new(&self.url);
        let kept = Kept::read(&self.state)?;
        let key = self.key(&server, kept.as_ref())?;
        let note = server.get("/v1/transparency/checkpoint")?;
        let newer = Checkpoint::open(&note, &key)
            .map_err(|error| format!("{error} in this checkpoint:\n\n{note}"))?;
        if let Some(kept) = &kept {
            self.compare(&server, kept, (&newer, &note))?;
        }
        kept::write(&self.state, &key, &note)?;
        println!("{} has {} leaves", key.name(), newer.size);
        for receipt in &receipts {
            held::check(&server, &newer, receipt)?;
        }
        Ok(())
    }

    /// The key to check with: given, kept, or pinned now.
    fn key(&self, server: &Server, kept: Option<&Kept>) -> Result<LogKey, Failure> {
        match (&self.key, kept) {
            (Some(given), Some(kept)) if *given != kept.key => {
                Err(format!("{} is kept with another key", self.state.display()).into())
            }
            (Some(given), _) => Ok(given.clone()),
            (None, Some(kept)) => Ok(kept.key.clone()),
            (None, None) => {
                let key = server.log_key()?;
                println!("the key is pinned at first use: {key}");
                Ok(key)
            }
        }
    }

    fn compare(
        &self,
        server: &Server,
        kept: &Kept,
        (newer, note): (&Checkpoint, &str),
    ) -> Result<(), Failure> {
        let older = Checkpoint::open(&kept.note, &kept.key)?;
        let verdict = judge(&older, newer, &path(server, &older, newer)?);
        println!("{}", told(verdict));
        if verdict.is_good() {
            return Ok(());
        }
        let conflict = kept::write_conflict(&self.state, note)?;
        Err(format!(
            "keep both checkpoints ({} and {}):\n\n{}\n{note}",
            self.state.display(),
            conflict.display(),
            kept.note
        )
        .into())
    }
}

/// The proof that the log has kept everything; an empty one if the server has none to give.
fn path(server: &Server, older: &Checkpoint, newer: &Checkpoint) -> Result<Vec<[u8; 32]>, Failure> {
    let (from, to) = (older.size, newer.size);
    if from == 0 || from >= to {
        return Ok(Vec::new());
    }
    let asked = format!("/v1/transparency/consistency?from={from}&to={to}");
    match server.get(&asked) {
        Ok(text) => Ok(wire::read_path(&text).unwrap_or_default()),
        Err(Refused::Status(..)) => Ok(Vec::new()),
        Err(error @ Refused::Unreachable(_)) => Err(error.into()),
    }
}

fn told(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Same => "nothing was added since the last time",
        Verdict::Grown => "the log has grown and kept everything",
        Verdict::Shrunk => "THE LOG HAS SHRUNK",
        Verdict::Forked => "THE LOG HAS FORKED: two histories were signed",
        Verdict::Unproven => "THE LOG HAS FORKED: it does not prove that it kept everything",
    }
}
