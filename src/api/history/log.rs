//! A log as a body that is read piece by piece: a long game costs no more memory than a short one.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::web::Bytes;

use crate::app::{App, AppError};
use crate::game::GameId;

/// Events that are read at once.
const PIECE: u64 = 500;

type Piece = Pin<Box<dyn Future<Output = Result<Bytes, AppError>>>>;

/// The events of a game up to a version, one a line.
pub(super) struct LogBody {
    app: App,
    game: GameId,
    version: u64,
    next: u64,
    reading: Option<Piece>,
}

impl LogBody {
    pub(super) fn new(app: App, game: GameId, version: u64) -> Self {
        Self {
            app,
            game,
            version,
            next: 0,
            reading: None,
        }
    }

    fn read(&mut self) -> Piece {
        let (app, game, first) = (self.app.clone(), self.game, self.next);
        let count = PIECE.min(self.version + 1 - first);
        self.next = first + count;
        Box::pin(async move {
            let mut piece = String::new();
            for record in app.events(game, first, count).await? {
                piece.push_str(&record.payload);
                piece.push('\n');
            }
            Ok(piece.into())
        })
    }
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
