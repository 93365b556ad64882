//! The one place that asks the operating system for randomness, and names the source of ids.

use uuid::Uuid;

use crate::game::{GameId, PlayerId};
use crate::store::SessionId;

/// Fills `bytes` from the operating system.
///
/// # Errors
/// When the operating system gives no randomness.
#[expect(clippy::disallowed_methods, reason = "this is the one place")]
pub fn fill(bytes: &mut [u8]) -> Result<(), getrandom::Error> {
    getrandom::fill(bytes)
}

/// 32 random bytes as 64 hex digits, for what must not be guessed.
///
/// # Errors
/// When the operating system gives no randomness.
pub fn salt() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    fill(&mut bytes)?;
    Ok(hex::encode(bytes))
}

/// The id of a new game: a UUID of version 7, so that newer games have greater ids.
#[must_use]
pub fn game_id() -> GameId {
    GameId(Uuid::now_v7().into_bytes())
}

/// The id of a new player, which says nothing, not even when it was made.
#[must_use]
pub fn player_id() -> PlayerId {
    PlayerId(uuid().into_bytes())
}

/// The id of a new session.
#[must_use]
pub fn session_id() -> SessionId {
    SessionId(uuid().into_bytes())
}

/// A name that nobody else has.
#[must_use]
pub fn uuid() -> Uuid {
    Uuid::new_v4()
}
