//! `petits-chevaux simulate`: whole games without a server, and what they were like.

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::Failure;
use crate::advice::playout::Policy;
use crate::dice::DieStream;
use crate::game::{SetupError, setup};
use crate::rules::{Fact, Phase, Position, Rules, SeatSet};

/// Play games in memory and print statistics
#[derive(Debug, Args)]
pub(super) struct SimulateOptions {
    /// The ruleset's name
    #[arg(long, default_value = "traditional")]
    ruleset: String,
    /// Keys that differ from it, as JSON, such as '{"tries": 3}'
    #[arg(long, default_value = "{}")]
    overlay: String,
    /// How many players; as many as the rules take if absent
    #[arg(long)]
    players: Option<u8>,
    /// How many horses each; as many as the rules say if absent
    #[arg(long)]
    horses: Option<u8>,
    /// How many games
    #[arg(long, default_value_t = 2_000)]
    games: u32,
    /// How the players choose
    #[arg(long, value_enum, default_value = "random")]
    policy: PolicyName,
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PolicyName {
    /// Any legal move
    Random,
    /// A capture, else an arrival, else an exit, else an advance
    Greedy,
}

/// What some games were like.
struct Figures {
    ruleset: String,
    rolls: Vec<u32>,
    useless: u64,
    captures: u64,
    wins: Vec<u64>,
}

impl SimulateOptions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let (name, rules) = self.rules().map_err(|error| sentence(&error))?;
        let (min, max) = (rules.ruleset().min_players, rules.ruleset().max_players);
        let players = self.players.unwrap_or(max);
        if players < min || players > max {
            return Err(sentence(&SetupError::Seats { min, max }));
        }
        let figures = self.play(name, &rules, players);
        println!(
            "{}",
            if self.json {
                figures.json()
            } else {
                figures.text()
            }
        );
        Ok(())
    }

    fn rules(&self) -> Result<(String, Rules), SetupError> {
        let unreadable = |error: serde_json::Error| {
            SetupError::Overlay(vec![crate::game::ruleset::KeyError {
                key: "--overlay".to_owned(),
                problem: error.to_string(),
            }])
        };
        let mut overlay: serde_json::Map<_, _> =
            serde_json::from_str(&self.overlay).map_err(unreadable)?;
        if let Some(horses) = self.horses {
            overlay.insert("horses".to_owned(), horses.into());
        }
        setup::rules(&self.ruleset, &overlay)
    }

    fn play(&self, ruleset: String, rules: &Rules, players: u8) -> Figures {
        let seats = SeatSet::spread(rules.ruleset().seats, players);
        let mut stream = DieStream::new(&key(self.seed));
        let mut figures = Figures {
            ruleset,
            rolls: Vec::new(),
            useless: 0,
            captures: 0,
            wins: vec![0; usize::from(players)],
        };
        let bar = progress(self.games);
        for _ in 0..self.games {
            figures.game(rules, seats, self.policy.policy(), &mut stream);
            bar.inc(1);
        }
        bar.finish_and_clear();
        figures
    }
}

impl PolicyName {
    fn policy(self) -> Policy {
        match self {
            PolicyName::Random => Policy::Random,
            PolicyName::Greedy => Policy::Eager,
        }
    }
}

impl Figures {
    /// Plays one game; the seat that begins is drawn.
    fn game(&mut self, rules: &Rules, seats: SeatSet, policy: Policy, stream: &mut DieStream) {
        let order: Vec<_> = seats.iter().collect();
        let first = order[stream.word() as usize % order.len()];
        let mut position = Position::start(rules, seats, first);
        let (mut rolls, mut useless, mut captures) = (0, 0, 0);
        let mut count = |fact: Fact| {
            if let Fact::NoMove { .. } = fact {
                useless += 1;
            }
            if let Fact::Moved {
                captures: taken, ..
            } = fact
            {
                captures += taken.len() as u64;
            }
        };
        loop {
            let acted = match position.phase() {
                Phase::Roll { .. } => {
                    rolls += 1;
                    position.roll(rules, stream.die(), &mut count).is_ok()
                }
                Phase::Move { .. } => {
                    let moves = position.legal_moves(rules);
                    policy
                        .choose(&position, rules, &moves, stream.word())
                        .is_some_and(|mv| position.play(rules, mv, &mut count).is_ok())
                }
                Phase::Over => false,
            };
            if !acted {
                break;
            }
        }
        self.rolls.push(rolls);
        self.useless += useless;
        self.captures += captures;
        if let Some(standing) = position.standings(rules).first()
            && let Some(winner) = order.iter().position(|seat| *seat == standing.seat)
        {
            self.wins[winner] += 1;
        }
    }

    fn mean(&self) -> f64 {
        self.total() / self.games()
    }

    fn total(&self) -> f64 {
        self.rolls.iter().map(|rolls| f64::from(*rolls)).sum()
    }

    fn games(&self) -> f64 {
        self.rolls.len().max(1) as f64
    }

    /// The number of rolls that so many of a hundred games do not exceed.
    fn quantile(&self, percent: usize) -> u32 {
        let mut sorted = self.rolls.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        let rank = (sorted.len() * percent / 100).min(last);
        sorted.get(rank).copied().unwrap_or(0)
    }

    fn useless_share(&self) -> f64 {
        self.useless as f64 / self.total().max(1.0)
    }

    fn captures_per_game(&self) -> f64 {
        self.captures as f64 / self.games()
    }

    fn json(&self) -> String {
        json!({
            "ruleset": self.ruleset,
            "games": self.rolls.len(),
            "rolls": {
                "median": self.quantile(50),
                "mean": round(self.mean(), 10.0),
                "p99": self.quantile(99),
            },
            "useless_share": round(self.useless_share(), 10_000.0),
            "captures_per_game": round(self.captures_per_game(), 100.0),
            "wins_by_seat": self.wins,
        })
        .to_string()
    }

    fn text(&self) -> String {
        let wins: Vec<String> = self
            .wins
            .iter()
            .map(|wins| format!("{:.1} %", *wins as f64 * 100.0 / self.games()))
            .collect();
        format!(
            "{} games of {}\n\
             rolls per game  median {}, mean {:.1}, p99 {}\n\
             useless rolls   {:.4} of all\n\
             captures        {:.1} per game\n\
             wins by seat    {}",
            self.rolls.len(),
            self.ruleset,
            self.quantile(50),
            self.mean(),
            self.quantile(99),
            self.useless_share(),
            self.captures_per_game(),
            wins.join(", "),
        )
    }
}

fn round(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

fn key(seed: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

fn progress(games: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(u64::from(games));
    style
        .map(|style| bar.clone().with_style(style))
        .unwrap_or(bar)
}

/// A set-up error with all its reasons in one line.
fn sentence(error: &SetupError) -> Failure {
    let reasons: Vec<String> = match error {
        SetupError::Overlay(keys) => keys.iter().map(ToString::to_string).collect(),
        SetupError::Illegal(errors) => errors.iter().map(ToString::to_string).collect(),
        SetupError::UnknownRuleset(_)
        | SetupError::Seats { .. }
        | SetupError::Corners(_)
        | SetupError::First(_)
        | SetupError::Clock(_) => Vec::new(),
    };
    if reasons.is_empty() {
        return error.to_string().into();
    }
    format!("{error}: {}", reasons.join("; ")).into()
}
