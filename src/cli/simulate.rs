//! `petits-chevaux simulate`: whole games without a server, and what they were like.

mod figures;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use self::figures::Figures;
use super::Failure;
use crate::advice::{Bot, Level};
use crate::dice::DieStream;
use crate::game::{SetupError, setup};
use crate::rules::{Fact, Phase, Position, Rules, Seat, SeatSet};

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
    /// Who plays: random, greedy, strong; several change seats from game to game
    #[arg(long, value_delimiter = ',', value_parser = level, default_value = "random")]
    seats: Vec<Level>,
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
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
        let bots: Vec<(Level, Bot<'_>)> = Level::ALL
            .into_iter()
            .map(|level| (level, Bot::new(level, rules)))
            .collect();
        let mut stream = DieStream::new(&key(self.seed));
        let mut figures = Figures::new(ruleset, players, self.seats.clone());
        let bar = progress(self.games);
        for game in 0..self.games as usize {
            let levels = self.seats.iter().cycle().skip(game % self.seats.len());
            let players = Players {
                seats: SeatSet::spread(rules.ruleset().seats, players),
                levels: levels.take(usize::from(players)).copied().collect(),
                bots: &bots,
            };
            players.game(rules, &mut stream, &mut figures);
            bar.inc(1);
        }
        bar.finish_and_clear();
        figures
    }
}

fn level(name: &str) -> Result<Level, String> {
    let names = Level::ALL.map(Level::name).join(", ");
    Level::from_name(name).ok_or_else(|| format!("a level is one of {names}"))
}

/// The players of one game, in the order of the seats.
struct Players<'r> {
    seats: SeatSet,
    levels: Vec<Level>,
    bots: &'r [(Level, Bot<'r>)],
}

impl Players<'_> {
    /// Plays one game; the seat that begins is drawn.
    fn game(&self, rules: &Rules, stream: &mut DieStream, figures: &mut Figures) {
        let order: Vec<Seat> = self.seats.iter().collect();
        let first = order[stream.word() as usize % order.len()];
        let mut position = Position::start(rules, self.seats, first);
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
                Phase::Move { seat, .. } => {
                    let seed = u64::from(stream.word());
                    let bot = self.bot(order.iter().position(|other| *other == seat));
                    bot.and_then(|bot| bot.choose(&position, seed))
                        .is_some_and(|mv| position.play(rules, mv, &mut count).is_ok())
                }
                Phase::Over => false,
            };
            if !acted {
                break;
            }
        }
        figures.rolls.push(rolls);
        figures.useless += useless;
        figures.captures += captures;
        let standings = position.standings(rules);
        let winner = standings.first().map(|standing| standing.seat);
        let winner = order.iter().position(|seat| Some(*seat) == winner);
        figures.count(&self.levels, winner);
    }

    fn bot(&self, player: Option<usize>) -> Option<&Bot<'_>> {
        let level = self.levels.get(player?)?;
        let found = self.bots.iter().find(|(other, _)| other == level);
        found.map(|(_, bot)| bot)
    }
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
