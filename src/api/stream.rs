//! Bodies that are made piece by piece, so that a long one costs no more memory than a short one.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::web::Bytes;

use crate::app::AppError;

/// A body that is not made yet.
pub(super) trait Pieces: Sized + Unpin + 'static {
    /// The next piece and what comes after it; `None` at the end.
    fn next(self) -> impl Future<Output = Result<Option<(Bytes, Self)>, AppError>>;
}

type Step<P> = Pin<Box<dyn Future<Output = Result<Option<(Bytes, P)>, AppError>>>>;

/// What is left of a body.
pub(super) enum Streamed<P> {
    /// Nobody waits for a piece.
    Rest(P),
    /// The next piece is being made.
    Making(Step<P>),
    /// It is at its end.
    Done,
}

impl<P: Pieces> MessageBody for Streamed<P> {
    type Error = AppError;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    /// An error breaks the connection, so that a cut body is never taken for a whole one.
    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, AppError>>> {
        let mut step: Step<P> = match std::mem::replace(&mut *self, Streamed::Done) {
            Streamed::Rest(rest) => Box::pin(rest.next()),
            Streamed::Making(step) => step,
            Streamed::Done => return Poll::Ready(None),
        };
        match step.as_mut().poll(context) {
            Poll::Ready(Ok(Some((piece, rest)))) => {
                *self = Streamed::Rest(rest);
                Poll::Ready(Some(Ok(piece)))
            }
            Poll::Ready(Ok(None)) => Poll::Ready(None),
            Poll::Ready(Err(error)) => Poll::Ready(Some(Err(error))),
            Poll::Pending => {
                *self = Streamed::Making(step);
                Poll::Pending
            }
        }
    }
}
