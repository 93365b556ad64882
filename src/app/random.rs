//! The one place that asks the operating system for randomness, and names the source of ids.

use std::sync::Mutex;

use uuid::{ContextV7, Timestamp, Uuid};

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

/// Keeps the ids of one process in order within a millisecond, and if its clock is set back.
static ORDER: Mutex<ContextV7> = Mutex::new(ContextV7::new());

/// The id of a game that is made now, in microseconds since 1970 UTC: a UUID of version 7, so that
/// newer games have greater ids.
///
/// Lists are paged by it, so that all processes have to agree on the time: it is not the machine's.
#[must_use]
pub fn game_id(now_us: i64) -> GameId {
    let seconds = u64::try_from(now_us.div_euclid(1_000_000)).unwrap_or_default();
    let micros = u32::try_from(now_us.rem_euclid(1_000_000)).unwrap_or_default();
    let at = Timestamp::from_unix(&ORDER, seconds, micros * 1_000);
    GameId(Uuid::new_v7(at).into_bytes())
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
