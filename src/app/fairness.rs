//! The statistical audit of a game, from its log.

use super::writer::number;
use super::{App, AppError};
use crate::fairness::GameAudit;
use crate::game::{GameId, ReplayError};

/// Events that are read in one piece.
const PIECE: u64 = 500;

impl App {
    /// Audits the dice of a game up to its last event.
    ///
    /// # Errors
    /// [`AppError::NoSuchGame`]; [`AppError::Damaged`] if the log does not replay.
    pub async fn fairness(&self, id: GameId) -> Result<GameAudit, AppError> {
        let version = self.version(id).await?;
        let created = self.events(id, 0, 1).await?;
        let created = created.first().ok_or(AppError::NoSuchGame)?;
        let mut audit = GameAudit::begin(id, &created.payload).map_err(damaged(0))?;
        while audit.version() < version {
            let next = audit.version() + 1;
            let last = version.min(next + PIECE - 1);
            let records = self.store.events(id, number(next), number(last)).await?;
            if records.is_empty() {
                return Err(AppError::NoSuchEvent(next));
            }
            for record in records {
                let seq = audit.version() + 1;
                audit.advance(&record.payload).map_err(damaged(seq))?;
            }
        }
        Ok(audit)
    }
}

fn damaged(seq: u64) -> impl Fn(ReplayError) -> AppError {
    move |error| AppError::Damaged { seq, error }
}
