//! Whole games of random players: rolls a second with legal moves and their effects; decisions of
//! bots.

use divan::Bencher;
use divan::counter::ItemsCount;
use petits_chevaux::advice::playout::Policy;
use petits_chevaux::advice::{Bot, Level, hints};
use petits_chevaux::rules::{Die, Phase, Position, Preset, Rules, Seat, SeatSet, perft};

fn main() {
    divan::main();
}

/// Games of one measurement.
const GAMES: u64 = 20;

const SEED: u64 = 88_172_645_463_325_252;

/// xorshift: fast, and good enough to choose moves.
struct Luck(u64);

impl Luck {
    fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32
    }

    fn die(&mut self) -> Die {
        let face = (u64::from(self.word()) * 6) >> 32;
        Die::ALL[face as usize]
    }
}

fn start(rules: &Rules) -> Position {
    let ruleset = rules.ruleset();
    let seats = SeatSet::spread(ruleset.seats, ruleset.max_players);
    Position::start(rules, seats, Seat::ALL[0])
}

fn rules(name: &str) -> Rules {
    let preset = Preset::from_name(name).expect("a preset");
    Rules::new(preset.ruleset()).expect("presets are legal")
}

/// Plays games through the interface that the server uses; the rolls are counted.
fn play(rules: &Rules, luck: &mut Luck) -> u64 {
    let mut rolls = 0;
    for _ in 0..GAMES {
        let mut position = start(rules);
        loop {
            match position.phase() {
                Phase::Over => break,
                Phase::Roll { .. } => {
                    rolls += 1;
                    let die = luck.die();
                    position.roll(rules, die, &mut |_| {}).expect("a roll");
                }
                Phase::Move { .. } => {
                    let moves = position.legal_moves(rules);
                    let word = luck.word();
                    let mv = Policy::Random.choose(&position, rules, &moves, word);
                    position
                        .play(rules, mv.expect("a move"), &mut |_| {})
                        .expect("legal");
                }
            }
        }
    }
    rolls
}

const NAMES: [&str; 11] = [
    "six_seat_quick",
    "six_seat_long",
    "traditional",
    "quick",
    "no_passing",
    "parchis",
    "parchis_es",
    "ludo",
    "madn",
    "madn6",
    "eile_mit_weile",
];

/// The same seed each time, so that each run plays the same games.
#[divan::bench(args = NAMES)]
fn games(bencher: Bencher, name: &str) {
    let rules = rules(name);
    let rolls = play(&rules, &mut Luck(SEED));
    bencher
        .counter(ItemsCount::new(rolls))
        .bench_local(|| play(&rules, &mut Luck(SEED)));
}

/// A position in the middle of a game whose player has the most to choose from.
fn choice(rules: &Rules) -> Position {
    let mut luck = Luck(SEED);
    let mut widest = start(rules);
    let mut position = widest;
    for _ in 0..400 {
        match position.phase() {
            Phase::Over => break,
            Phase::Roll { .. } => position
                .roll(rules, luck.die(), &mut |_| {})
                .expect("a roll"),
            Phase::Move { .. } => {
                let moves = position.legal_moves(rules);
                if moves.len() > widest.legal_moves(rules).len() {
                    widest = position;
                }
                let mv = Policy::Random.choose(&position, rules, &moves, luck.word());
                let mv = mv.expect("a move");
                position.play(rules, mv, &mut |_| {}).expect("legal");
            }
        }
    }
    widest
}

/// One decision of the strong bot among several moves.
#[divan::bench(args = NAMES)]
fn decision(bencher: Bencher, name: &str) {
    let rules = rules(name);
    let (bot, position) = (Bot::new(Level::Strong, &rules), choice(&rules));
    bencher.bench_local(|| bot.choose(&position, 0));
}

/// Everything that is told about a position, its rules met for the first time.
#[divan::bench(args = NAMES)]
fn advice(bencher: Bencher, name: &str) {
    let rules = rules(name);
    let position = choice(&rules);
    bencher.bench_local(|| hints(&position, &rules));
}

#[divan::bench]
fn tree_of_six(bencher: Bencher) {
    let rules = rules("quick");
    let position = start(&rules);
    bencher.bench_local(|| perft(&position, &rules, 6));
}
