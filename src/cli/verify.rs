//! `petits-chevaux verify`: what anybody can check with the network off.

pub(super) mod files;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::Failure;
use crate::audit::{self, Report};
use crate::game::GameId;
use files::{Held, Log};

/// Check games offline: every byte, link, die, move and receipt
///
/// Exits with 1 when something is wrong. The codes of the defects are explained in docs/AUDIT.md.
#[derive(Debug, Args)]
pub(super) struct VerifyOptions {
    /// Logs (one event a line), evidence packs (.json), or folders of both
    #[arg(required = true, value_name = "LOG")]
    logs: Vec<PathBuf>,
    /// The id of the game; unless the pack or the name of the file says it
    #[arg(long, value_name = "UUID")]
    game: Option<GameId>,
    /// The keys of the operator, saved from /.well-known/jwks.json
    #[arg(long, value_name = "FILE")]
    jwks: Option<PathBuf>,
    /// Receipts that you kept: a receipt, a whole answer, or a list of either
    #[arg(long, value_name = "FILE")]
    receipt: Vec<PathBuf>,
    /// Print JSON, one line a game
    #[arg(long)]
    json: bool,
}

/// A game's report, or why there is none.
type Audited = Result<Report, String>;

impl VerifyOptions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let logs = files::logs(&self.logs)?;
        let held = Held::read(self.jwks.as_deref(), &self.receipt)?;
        if logs.len() > 1 && (self.game.is_some() || held.has_nameless_receipts()) {
            let why = "--game, and a receipt that does not say its game, are for one log";
            return Err(why.into());
        }
        let audited = audit_all(&logs, &held, self.game);
        held.check_all_used(audited.iter().flatten().map(|report| report.game))?;
        self.print(&logs, &audited);
        let wrong = audited.iter().filter(|audited| !is_sound(audited)).count();
        match wrong {
            0 => Ok(()),
            _ => Err(format!("{wrong} of {} games are not sound", audited.len()).into()),
        }
    }

    fn print(&self, logs: &[Log], audited: &[Audited]) {
        let one = logs.len() == 1;
        for (log, audited) in logs.iter().zip(audited) {
            match audited {
                Ok(report) if self.json => println!("{}", report.to_json()),
                Ok(report) if one || !report.is_sound() => println!("{report}"),
                Ok(_) => {}
                Err(why) => eprintln!("{}: {why}", log.path.display()),
            }
        }
        if !one && !self.json {
            println!("{}", summary(audited));
        }
    }
}

fn is_sound(audited: &Audited) -> bool {
    audited.as_ref().is_ok_and(Report::is_sound)
}

fn summary(audited: &[Audited]) -> String {
    let reports: Vec<&Report> = audited.iter().flatten().collect();
    let events: usize = reports.iter().map(|report| report.events).sum();
    let rolls: u64 = reports.iter().map(|report| u64::from(report.rolls)).sum();
    let sound = audited.iter().filter(|audited| is_sound(audited)).count();
    format!(
        "{} games, {events} events, {rolls} rolls recomputed: {sound} games are sound",
        audited.len()
    )
}

/// Audits on every core; the reports come in the order of the logs.
fn audit_all(logs: &[Log], held: &Held, game: Option<GameId>) -> Vec<Audited> {
    let bar = progress(logs.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((index, log)) = take(logs, &next) {
            done.push((index, audit_one(log, held, game)));
            bar.inc(1);
        }
        done
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, Audited)> = thread::scope(|scope| {
        let started: Vec<_> = (0..threads.min(logs.len()))
            .map(|_| scope.spawn(work))
            .collect();
        let joined = started.into_iter().map(thread::ScopedJoinHandle::join);
        joined.flatten().flatten().collect()
    });
    bar.finish_and_clear();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, audited)| audited).collect()
}

fn take<'a>(logs: &'a [Log], next: &AtomicUsize) -> Option<(usize, &'a Log)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    logs.get(index).map(|log| (index, log))
}

fn audit_one(log: &Log, held: &Held, game: Option<GameId>) -> Audited {
    let evidence = log.read(game)?;
    Ok(audit::verify(&held.add_to(evidence)))
}

fn progress(logs: usize) -> ProgressBar {
    if logs == 1 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(logs as u64);
    style
        .map(|style| bar.clone().with_style(style))
        .unwrap_or(bar)
}
