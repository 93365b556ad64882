//! What a refresh token shown to its session is worth. Pure: the rule, not the store.

use crate::game::PlayerId;
use crate::store::{SecretHash, Session, SessionId, SessionState, SessionTokens, TokenUse};

const SECOND_US: i64 = 1_000_000;
/// A session ends when it was not used for so long: 180 days.
const IDLE_US: i64 = 180 * 86_400 * SECOND_US;
/// For so long after an exchange, the same exchange is a race and not a loss.
const RACE_US: i64 = 60 * SECOND_US;

/// What a refresh token is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The current one: its successor becomes current.
    Exchange,
    /// The same exchange again, at once: the same successor.
    Repeat,
    /// The answer was lost: a new token takes the place of the unused one.
    Replace,
    /// An old one: end the session.
    Stolen,
    /// The session is over.
    Dead,
}

/// A session with its first token.
pub(super) fn open(id: SessionId, player: PlayerId, first: SecretHash, now_us: i64) -> Session {
    Session {
        id,
        player,
        tokens: tokens(first, None, now_us),
        state: SessionState::Open,
        created_at_us: now_us,
    }
}

/// The tokens of a session from `now_us` on.
pub(super) fn tokens(
    current: SecretHash,
    previous: Option<SecretHash>,
    now_us: i64,
) -> SessionTokens {
    SessionTokens {
        current,
        previous,
        current_use: TokenUse::Fresh,
        expires_at_us: now_us.saturating_add(IDLE_US),
    }
}

/// What the token with the hash `shown` is worth, when `successor` is the hash of its follower.
#[must_use]
pub fn judge(session: &Session, shown: SecretHash, successor: SecretHash, now_us: i64) -> Verdict {
    let tokens = &session.tokens;
    if session.state == SessionState::Revoked || now_us >= tokens.expires_at_us {
        return Verdict::Dead;
    }
    if shown == tokens.current {
        return Verdict::Exchange;
    }
    if tokens.previous != Some(shown) {
        return Verdict::Stolen;
    }
    let exchanged_at_us = tokens.expires_at_us.saturating_sub(IDLE_US);
    let race = now_us.saturating_sub(exchanged_at_us) < RACE_US;
    if race && successor == tokens.current {
        Verdict::Repeat
    } else {
        Verdict::Replace
    }
}
