//! What is stored of one game: log records, the snapshot, the fixed listing, the sealed vault.

use crate::game::PlayerId;

/// One event as it stands in the log. The store never looks inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Position in the game's log, without gaps, from 1.
    pub seq: i64,
    /// The number of the roll that this event carries; at most one event has it.
    pub roll: Option<i64>,
    /// The exact canonical text that was hashed, byte for byte.
    pub payload: String,
    /// The head of the hash chain after this event.
    pub hash: [u8; 32],
}

/// Where a game stands in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Seats are being taken.
    Lobby,
    /// Under way.
    Playing,
    /// Played to its end.
    Finished,
    /// Ended without a result.
    Aborted,
}

impl Status {
    /// Every status, in the order of a game's life.
    pub const ALL: [Self; 4] = [Self::Lobby, Self::Playing, Self::Finished, Self::Aborted];

    /// The number that stands in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Lobby => 0,
            Self::Playing => 1,
            Self::Finished => 2,
            Self::Aborted => 3,
        }
    }

    /// Whether nothing can happen in the game any more.
    #[must_use]
    pub const fn is_over(self) -> bool {
        match self {
            Self::Lobby | Self::Playing => false,
            Self::Finished | Self::Aborted => true,
        }
    }

    /// The status with that number.
    #[must_use]
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }
}

/// Who finds a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// Whoever was invited.
    Private,
    /// Everybody, in lists.
    Public,
    /// Whoever knows its id.
    Unlisted,
}

impl Visibility {
    /// The number that stands in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Private => 0,
            Self::Public => 1,
            Self::Unlisted => 2,
        }
    }

    /// The visibility with that number.
    #[must_use]
    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(Self::Private),
            1 => Some(Self::Public),
            2 => Some(Self::Unlisted),
            _ => None,
        }
    }
}

/// The state of a game after its last event: all that a command needs to be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// `seq` of the last event.
    pub version: i64,
    /// The head of the hash chain at that event.
    pub head: [u8; 32],
    /// Where the game stands.
    pub status: Status,
    /// The folded state, in the text form of the floor above.
    pub state: String,
    /// The sealed checkpoint of the running segment of the server's dice chain.
    pub segment: Vec<u8>,
}

/// What is fixed when a game is created, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Who created the game.
    pub owner: PlayerId,
    /// Whether public lists show it.
    pub public: Visibility,
    /// When it was created, in microseconds since 1970 UTC.
    pub created_at_us: i64,
    /// The name of its ruleset.
    pub ruleset: String,
    /// What its creator called it; may be empty.
    pub title: String,
}

/// The sealed secrets of the server's dice chain: a row of its own, gone when the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Vault {
    /// The sealed chain secret.
    pub secret: Vec<u8>,
    /// The sealed tops of the segments.
    pub tops: Vec<u8>,
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vault(sealed)")
    }
}
