//! Why a request to the app has no ordinary answer.

use super::keys::SealError;
use crate::game::{Game, Refusal, ReplayError, SetupError};
use crate::store::StoreError;

/// What went wrong, and whose fault it is.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// No such game.
    #[error("there is no game with that id")]
    NoSuchGame,
    /// No event with that number.
    #[error("the game has no event {0}")]
    NoSuchEvent(u64),
    /// The rules say no; the state as it stands says why.
    #[error("{refusal}")]
    Refused {
        /// Why.
        refusal: Refusal,
        /// The game, unchanged.
        game: Box<Game>,
    },
    /// The transparency log has no such leaf, or never had that size.
    #[error("the transparency log has no such leaf or size")]
    NotInTree,
    /// The client knew another version.
    #[error("the game is at version {}", game.version)]
    Stale {
        /// The game as it stands.
        game: Box<Game>,
    },
    /// The private game asks for an invitation.
    #[error("this game is private: bring its invitation")]
    NotInvited,
    /// No such player.
    #[error("there is no player with that id")]
    NoSuchPlayer,
    /// No such invitation, or none that is open.
    #[error("there is no open invitation like that")]
    NoSuchInvitation,
    /// Too many invitations are open.
    #[error("too many invitations are open")]
    TooManyInvitations,
    /// It belongs to another player.
    #[error("this belongs to another player")]
    NotYours,
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// The key was used for another request.
    #[error("this idempotency key was used for another request")]
    KeyReused,
    /// The game cannot be created like that.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// More requests wait than may.
    #[error("too many requests are waiting")]
    Busy,
    /// The store did not do its part.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A secret could not be sealed or opened.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The log of a game does not replay: it was damaged.
    #[error("event {seq} does not replay: {error}")]
    Damaged {
        /// Which event.
        seq: u64,
        /// Why.
        error: ReplayError,
    },
    /// A decision panicked: a fault of ours. The writer lives on, and nothing was written.
    #[error("the decision failed")]
    Panicked,
    /// The writer is gone: the process is stopping.
    #[error("the server is stopping")]
    Stopping,
}
