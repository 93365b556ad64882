//! A log as a body.

use actix_web::web::Bytes;
use serde_json::Value;

use crate::api::stream::Pieces;
use crate::app::{App, AppError, Stored};
use crate::game::GameId;

/// Events that are read at once.
const PIECE: u64 = 500;

/// How the lines of the log are wrapped.
pub(in crate::api) enum Wrapping {
    /// One a line.
    Lines,
    /// As strings in a list that ends a JSON object, after these fields of it.
    Field { name: &'static str, before: String },
}

/// The events of a game up to a version.
pub(in crate::api) struct LogBody {
    app: App,
    game: GameId,
    version: u64,
    next: u64,
    wrapping: Wrapping,
}

impl LogBody {
    pub(in crate::api) fn new(app: App, game: GameId, version: u64, wrapping: Wrapping) -> Self {
        Self {
            app,
            game,
            version,
            next: 0,
            wrapping,
        }
    }

    fn wrapped(&self, first: u64, stored: &[Stored]) -> String {
        match &self.wrapping {
            Wrapping::Lines => lines(stored),
            Wrapping::Field { name, before } => {
                let opening = (first == 0).then(|| format!("{{{before},\"{name}\":["));
                let closing = if self.next > self.version { "]}" } else { "," };
                opening.unwrap_or_default() + &strings(stored) + closing
            }
        }
    }
}

impl Pieces for LogBody {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, AppError> {
        if self.next > self.version {
            return Ok(None);
        }
        let first = self.next;
        let count = PIECE.min(self.version + 1 - first);
        self.next = first + count;
        let stored = self.app.events(self.game, first, count).await?;
        Ok(Some((self.wrapped(first, &stored).into(), self)))
    }
}

fn lines(stored: &[Stored]) -> String {
    let lines = stored.iter().flat_map(|record| [&record.payload, "\n"]);
    lines.collect()
}

fn strings(stored: &[Stored]) -> String {
    let quoted = |record: &Stored| Value::from(record.payload.as_str()).to_string();
    let strings: Vec<String> = stored.iter().map(quoted).collect();
    strings.join(",")
}
