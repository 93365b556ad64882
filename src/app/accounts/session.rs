//! A session and what a refresh token shown to it is worth. Pure: the rule, not the store.

use crate::app::tokens::SessionId;
use crate::game::PlayerId;

const SECOND_US: i64 = 1_000_000;
/// A session ends when it was not used for so long: 180 days.
const IDLE_US: i64 = 180 * 86_400 * SECOND_US;
/// For so long after an exchange, the same exchange is a race and not a loss.
const RACE_US: i64 = 60 * SECOND_US;

/// Whether a session may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vitality {
    /// It may.
    Alive,
    /// It was ended by its player or by the reuse of an old token.
    Revoked,
}

/// One sign-in on one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Which.
    pub id: SessionId,
    /// Whose.
    pub player: PlayerId,
    /// The hash of the refresh token that was issued last.
    pub current: [u8; 32],
    /// The hash of the one before it: its use made `current`.
    pub previous: Option<[u8; 32]>,
    /// When `current` was issued, in microseconds since 1970.
    pub rotated_at_us: i64,
    /// When the session ends unless it is used, in microseconds since 1970.
    pub expires_at_us: i64,
    /// Whether it may go on.
    pub vitality: Vitality,
}

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

impl Session {
    /// A session with its first token.
    #[must_use]
    pub fn open(id: SessionId, player: PlayerId, current: [u8; 32], now_us: i64) -> Self {
        Self {
            id,
            player,
            current,
            previous: None,
            rotated_at_us: now_us,
            expires_at_us: now_us.saturating_add(IDLE_US),
            vitality: Vitality::Alive,
        }
    }

    /// What the token with the hash `shown` is worth, when `successor` is its follower's hash.
    #[must_use]
    pub fn judge(&self, shown: [u8; 32], successor: [u8; 32], now_us: i64) -> Verdict {
        if self.vitality == Vitality::Revoked || now_us >= self.expires_at_us {
            return Verdict::Dead;
        }
        if shown == self.current {
            return Verdict::Exchange;
        }
        if self.previous != Some(shown) {
            return Verdict::Stolen;
        }
        let race = now_us.saturating_sub(self.rotated_at_us) < RACE_US;
        if race && successor == self.current {
            Verdict::Repeat
        } else {
            Verdict::Replace
        }
    }

    /// The session after `shown` was exchanged for the token with the hash `next`.
    #[must_use]
    pub fn followed(self, shown: [u8; 32], next: [u8; 32], now_us: i64) -> Self {
        Self {
            current: next,
            previous: Some(shown),
            rotated_at_us: now_us,
            expires_at_us: now_us.saturating_add(IDLE_US),
            ..self
        }
    }
}
