//! What some games were like.

use serde_json::{Map, Value, json};

use crate::advice::Level;

/// What some games were like.
pub(super) struct Figures {
    pub(super) ruleset: String,
    pub(super) rolls: Vec<u32>,
    pub(super) useless: u64,
    pub(super) captures: u64,
    pub(super) wins: Vec<u64>,
    pub(super) levels: Vec<Score>,
}

/// How the seats of one level fared.
pub(super) struct Score {
    pub(super) level: Level,
    pub(super) seats: u64,
    pub(super) wins: u64,
}

impl Score {
    /// What half of a 95 % interval around a share of so many games is.
    fn margin(share: f64, games: f64) -> f64 {
        1.96 * (share * (1.0 - share) / games).sqrt()
    }
}

impl Figures {
    /// Nothing yet.
    pub(super) fn new(ruleset: String, players: u8, mut levels: Vec<Level>) -> Figures {
        levels.sort_unstable();
        levels.dedup();
        let score = |level| Score {
            level,
            seats: 0,
            wins: 0,
        };
        Figures {
            ruleset,
            rolls: Vec::new(),
            useless: 0,
            captures: 0,
            wins: vec![0; usize::from(players)],
            levels: levels.into_iter().map(score).collect(),
        }
    }

    /// Counts the levels of one game, in the order of the seats, and who won.
    pub(super) fn count(&mut self, levels: &[Level], winner: Option<usize>) {
        for (player, level) in levels.iter().enumerate() {
            let won = u64::from(winner == Some(player));
            self.wins[player] += won;
            if let Some(score) = self.levels.iter_mut().find(|score| score.level == *level) {
                score.seats += 1;
                score.wins += won;
            }
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

    /// The share of the games that each level won, and what its share of the seats is.
    fn scores(&self) -> Map<String, Value> {
        let games = self.games();
        let told = |score: &Score| {
            let share = score.wins as f64 / games;
            let told = json!({
                "wins": score.wins,
                "share": round(share, 10_000.0),
                "margin": round(Score::margin(share, games), 10_000.0),
                "share_of_seats": round(self.share_of_seats(score), 10_000.0),
            });
            (score.level.name().to_owned(), told)
        };
        self.levels.iter().map(told).collect()
    }

    fn share_of_seats(&self, score: &Score) -> f64 {
        score.seats as f64 / (self.games() * self.wins.len() as f64)
    }

    /// One line a level, where there are several.
    fn scores_text(&self) -> String {
        let games = self.games();
        let line = |score: &Score| {
            let share = score.wins as f64 / games;
            format!(
                "\n{:15} won {:.1} % ± {:.1}, on {:.0} % of the seats",
                score.level.name(),
                share * 100.0,
                Score::margin(share, games) * 100.0,
                self.share_of_seats(score) * 100.0,
            )
        };
        match self.levels.as_slice() {
            [] | [_] => String::new(),
            levels => levels.iter().map(line).collect(),
        }
    }

    pub(super) fn json(&self) -> String {
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
            "wins_by_level": self.scores(),
        })
        .to_string()
    }

    pub(super) fn text(&self) -> String {
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
             wins by seat    {}{}",
            self.rolls.len(),
            self.ruleset,
            self.quantile(50),
            self.mean(),
            self.quantile(99),
            self.useless_share(),
            self.captures_per_game(),
            wins.join(", "),
            self.scores_text(),
        )
    }
}

fn round(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
