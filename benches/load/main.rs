//! A load generator that plays: one blocking connection a game, and every answer is verified.
//!
//! Each answer's events are folded with the strict replay, so a wrong die, link, move, consequence
//! or version stops the run; the head must be the one that the receipt names, and every
//! [`CHECKED`]th signature is verified. General tools hide two thirds of a server on two cores;
//! this one needs a few microseconds of CPU an action.
//!
//! `load ADDRESS [--games 1,16,64] [--seconds 5] [--ruleset quick] [--pid PID] [--json]`

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it prints what it measured over a length of time"
)]

mod client;
mod figures;
mod player;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use figures::Figures;
use player::Player;

/// One signature in so many is verified: a check costs as much as the server's signing.
const CHECKED: u64 = 64;

struct Options {
    address: String,
    games: Vec<usize>,
    seconds: f64,
    ruleset: String,
    pids: Vec<u32>,
    json: bool,
}

fn main() {
    let Some(options) = options(std::env::args().skip(1)) else {
        println!(
            "load ADDRESS [--games 1,16,64] [--seconds 5] [--ruleset quick] [--pid PID]… [--json]"
        );
        return;
    };
    for games in &options.games {
        let figures = run(&options, *games);
        println!(
            "{}",
            if options.json {
                figures.json()
            } else {
                figures.text()
            }
        );
    }
}

fn options(mut args: impl Iterator<Item = String>) -> Option<Options> {
    let mut options = Options {
        address: args.next().filter(|first| !first.starts_with('-'))?,
        games: vec![1, 16, 64],
        seconds: 5.0,
        ruleset: "quick".to_owned(),
        pids: Vec::new(),
        json: false,
    };
    while let Some(flag) = args.next() {
        match flag.as_str() {
            "--json" => options.json = true,
            "--games" => {
                let list = args.next()?;
                options.games = list.split(',').filter_map(|n| n.parse().ok()).collect();
            }
            "--seconds" => options.seconds = args.next()?.parse().ok()?,
            "--ruleset" => options.ruleset = args.next()?,
            "--pid" => options.pids.push(args.next()?.parse().ok()?),
            _ => return None,
        }
    }
    Some(options)
}

/// Plays so many games at once for a while; games that end are followed by new ones.
fn run(options: &Options, games: usize) -> Figures {
    let keys = Arc::new(client::keys(&options.address));
    let (stop, start) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(Barrier::new(games + 1)),
    );
    let players: Vec<_> = (0..games)
        .map(|number| {
            let mut player = Player::new(&options.address, &options.ruleset, number, keys.clone());
            let (stop, start) = (stop.clone(), start.clone());
            std::thread::spawn(move || {
                start.wait();
                while !stop.load(Ordering::Relaxed) {
                    player.act();
                }
                player.latencies
            })
        })
        .collect();
    start.wait();
    let (began, cpu) = (Instant::now(), figures::cpu(&options.pids));
    std::thread::sleep(Duration::from_secs_f64(options.seconds));
    stop.store(true, Ordering::Relaxed);
    let (elapsed, cpu) = (
        began.elapsed(),
        figures::cpu(&options.pids).saturating_sub(cpu),
    );
    let latencies = players
        .into_iter()
        .flat_map(|player| player.join().expect("a player found a wrong answer"))
        .collect();
    Figures::new(games, elapsed, cpu, latencies)
}
