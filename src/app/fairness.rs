//! The statistical audit: of a game from its log, and of the server along its transparency log.

mod counted;
mod projector;

pub use counted::{Counted, Published};

use super::writer::number;
use super::{App, AppError};
use crate::fairness::GameAudit;
use crate::game::{GameId, ReplayError};
use crate::store::Record;

/// Events that are read in one piece.
const PIECE: u64 = 500;

impl App {
    /// Audits the dice of a game up to its last event.
    ///
    /// # Errors
    /// [`AppError::NoSuchGame`]; [`AppError::Damaged`] if the log does not replay.
    pub async fn fairness(&self, id: GameId) -> Result<GameAudit, AppError> {
        let version = self.version(id).await?;
        let audit = self.begin_audit(id).await?;
        self.go_on(audit, version).await
    }

    async fn begin_audit(&self, id: GameId) -> Result<GameAudit, AppError> {
        let created = self.events(id, 0, 1).await?;
        let created = created.first().ok_or(AppError::NoSuchGame)?;
        GameAudit::begin(id, &created.payload).map_err(|error| AppError::Damaged { seq: 0, error })
    }

    /// Goes on to the event of that number.
    async fn go_on(&self, mut audit: GameAudit, version: u64) -> Result<GameAudit, AppError> {
        while audit.version() < version {
            let next = audit.version() + 1;
            let last = version.min(next + PIECE - 1);
            let game = audit.id();
            let records = self.store.events(game, number(next), number(last)).await?;
            if records.is_empty() {
                return Err(AppError::NoSuchEvent(next));
            }
            // A long log costs CPU: not on a thread that others wait for.
            let replayed = tokio::task::spawn_blocking(move || replayed(audit, &records));
            audit = replayed.await.map_err(|_| AppError::Panicked)??;
        }
        Ok(audit)
    }
}

fn replayed(mut audit: GameAudit, records: &[Record]) -> Result<GameAudit, AppError> {
    for record in records {
        let seq = audit.version() + 1;
        let damaged = |error: ReplayError| AppError::Damaged { seq, error };
        audit.advance(&record.payload).map_err(damaged)?;
    }
    Ok(audit)
}
