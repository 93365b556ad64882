//! Players, the devices that speak for them, and their sessions.

use std::fmt;

use crate::game::PlayerId;

/// The id of a session: the 16 bytes of a UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub [u8; 16]);

/// SHA-256 of a secret that only its holder knows: a refresh token, a device.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SecretHash(pub [u8; 32]);

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(..)")
    }
}

/// A person, as far as we know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Their id.
    pub id: PlayerId,
    /// The name that others see.
    pub name: String,
    /// When they first came, in microseconds since 1970 UTC.
    pub created_at_us: i64,
}

/// Whether the current refresh token of a session has been seen again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenUse {
    /// Handed out, never presented.
    Fresh,
    /// Presented at least once.
    Used,
}

impl TokenUse {
    /// The number that stands in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Fresh => 0,
            Self::Used => 1,
        }
    }

    /// The use with that number.
    #[must_use]
    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(Self::Fresh),
            1 => Some(Self::Used),
            _ => None,
        }
    }
}

/// Whether a session may still be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionState {
    /// Good until it expires.
    Open,
    /// Ended by its holder, or by the reuse of an old token.
    Revoked,
}

impl SessionState {
    /// The number that stands in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Open => 0,
            Self::Revoked => 1,
        }
    }

    /// The state with that number.
    #[must_use]
    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(Self::Open),
            1 => Some(Self::Revoked),
            _ => None,
        }
    }
}

/// The refresh tokens of one login: the current one and the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Whose session it is.
    pub player: PlayerId,
    /// The tokens that it knows.
    pub tokens: SessionTokens,
    /// Whether it may still be used.
    pub state: SessionState,
    /// When it was opened, in microseconds since 1970 UTC.
    pub created_at_us: i64,
}

/// The part of a session that a rotation replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionTokens {
    /// Hash of the token that is good now.
    pub current: SecretHash,
    /// Hash of the token before it.
    pub previous: Option<SecretHash>,
    /// Whether the current one was presented yet.
    pub current_use: TokenUse,
    /// When the session ends by itself, in microseconds since 1970 UTC.
    pub expires_at_us: i64,
}

/// A write to the accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountWrite {
    /// Add this player, or find the one who has that device already.
    Guest {
        /// The player to add.
        player: Player,
        /// The device that will speak for them.
        device: Option<SecretHash>,
        /// The app that they came with, if it told its name.
        app: Option<String>,
    },
    /// Change the name that others see.
    Rename {
        /// Who.
        player: PlayerId,
        /// The new name.
        name: String,
    },
    /// Start a session.
    Open(Session),
    /// Replace the tokens of an open session whose current token is still the expected one.
    Rotate {
        /// Which session.
        session: SessionId,
        /// The current token that the decision was made on.
        expected: SecretHash,
        /// The tokens from now on.
        tokens: SessionTokens,
    },
    /// End a session; one that has ended already is no error.
    Revoke(SessionId),
}

/// What became of a write to the accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountWritten {
    /// The guest was added.
    Added(Player),
    /// The device has this player already; nothing was written.
    Found(Player),
    /// Written.
    Done,
    /// Nothing was written: no such player or session, or its tokens have changed meanwhile.
    Stale,
}
