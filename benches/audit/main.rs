//! Audits of games that are made in memory: one log of a thousand events, and ten thousand games
//! on every core.
//!
//! The games are those of the tests: two sealed seats and a seeded one, so that every kind of link
//! is walked. Nothing is read from a disk.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "it prints what it measured, and stops when a game is not sound"
)]

#[path = "../../tests/it/audit/corpus.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod corpus;

#[path = "../../tests/it/audit/timed.rs"]
#[expect(dead_code, reason = "the tests use it")]
mod timed;

mod game;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use petits_chevaux::audit::{Evidence, Report, verify};

use corpus::{Case, Party};

/// Different games; they are audited again and again.
const DIFFERENT: u8 = 50;

const GAMES: usize = 10_000;

const EVENTS: usize = 1_000;

/// An unfinished game of so many events at most.
fn game(ruleset: &str, secret: u8, commands: usize) -> Case {
    let party = Party::of(ruleset, 3, secret).sealed(1).seeded(2).sealed(3);
    party.ready().play(commands).case("measured")
}

fn evidence(case: &Case) -> Evidence {
    let lines: Vec<u8> = case.lines.join("\n").into_bytes();
    Evidence::of_log(case.game, &lines)
}

fn audited(evidence: &Evidence) -> Report {
    let report = verify(evidence);
    assert!(report.is_sound(), "{report}");
    report
}

/// The best of a few runs, which is what the work costs when nobody disturbs it.
fn one() {
    let mut case = game("traditional", 1, EVENTS);
    let passed = |line: &String| line.contains("\"turn_passed\"");
    let end = case.lines[..EVENTS].iter().rposition(passed).unwrap();
    case.lines.truncate(end + 1);
    let evidence = evidence(&case);
    let runs = (0..20).map(|_| {
        let began = Instant::now();
        audited(&evidence);
        began.elapsed()
    });
    let best = runs.min().unwrap_or_default();
    let events = evidence.lines.len();
    println!(
        "one log of {events} events: {:.1} ms of one core",
        best.as_secs_f64() * 1e3
    );
}

fn many() {
    let games: Vec<Evidence> = (0..DIFFERENT)
        .map(|secret| evidence(&game("quick", secret, 5_000)))
        .collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (next, began) = (AtomicUsize::new(0), Instant::now());
    let work = || {
        let (mut events, mut rolls) = (0, 0);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= GAMES {
                return (events, rolls);
            }
            let report = audited(&games[index % games.len()]);
            events += report.events;
            rolls += u64::from(report.rolls);
        }
    };
    let totals: Vec<(usize, u64)> = thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        started
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let seconds = began.elapsed().as_secs_f64();
    let events: usize = totals.iter().map(|total| total.0).sum();
    let rolls: u64 = totals.iter().map(|total| total.1).sum();
    println!(
        "{GAMES} games on {threads} cores: {seconds:.1} s, {:.0} games/s, {:.0} events/s, \
         {:.0} rolls/s",
        GAMES as f64 / seconds,
        events as f64 / seconds,
        rolls as f64 / seconds,
    );
}

fn main() {
    one();
    many();
}
