//! A log as a body that is read piece by piece: a long game costs no more memory than a short one.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::web::Bytes;
use serde_json::Value;

use crate::app::{App, AppError, Stored};
use crate::game::GameId;

/// Events that are read at once.
const PIECE: u64 = 500;

type Piece = Pin<Box<dyn Future<Output = Result<Bytes, AppError>>>>;

/// How the lines of the log are wrapped.
#[derive(Clone)]
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
    reading: Option<Piece>,
}

impl LogBody {
    pub(in crate::api) fn new(app: App, game: GameId, version: u64, wrapping: Wrapping) -> Self {
        Self {
            app,
            game,
            version,
            next: 0,
            wrapping,
            reading: None,
        }
    }

    fn read(&mut self) -> Piece {
        let (app, game, first) = (self.app.clone(), self.game, self.next);
        let (wrapping, version) = (self.wrapping.clone(), self.version);
        let count = PIECE.min(version + 1 - first);
        self.next = first + count;
        Box::pin(async move {
            let stored = app.events(game, first, count).await?;
            Ok(match wrapping {
                Wrapping::Lines => lines(&stored),
                Wrapping::Field { name, before } => {
                    let opening = (first == 0).then(|| format!("{{{before},\"{name}\":["));
                    let closing = if first + count > version { "]}" } else { "," };
                    opening.unwrap_or_default() + &strings(&stored) + closing
                }
            }
            .into())
        })
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

impl MessageBody for LogBody {
    type Error = AppError;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    /// An error breaks the connection, so that a cut log is never taken for a whole one.
    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, AppError>>> {
        let mut reading = match self.reading.take() {
            Some(reading) => reading,
            None if self.next > self.version => return Poll::Ready(None),
            None => self.read(),
        };
        match reading.as_mut().poll(context) {
            Poll::Ready(piece) => Poll::Ready(Some(piece)),
            Poll::Pending => {
                self.reading = Some(reading);
                Poll::Pending
            }
        }
    }
}
