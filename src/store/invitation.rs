//! Invitations of one player by another.

use crate::game::{GameId, PlayerId};

/// How an invitation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvitationState {
    /// Not answered yet.
    Open,
    /// Its player took a seat.
    Accepted,
    /// Its player does not want to play.
    Declined,
    /// Its sender took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
    /// The game began, or was called off.
    Closed,
}

impl InvitationState {
    /// Every state.
    pub const ALL: [Self; 6] = [
        Self::Open,
        Self::Accepted,
        Self::Declined,
        Self::Withdrawn,
        Self::Expired,
        Self::Closed,
    ];

    /// The number that stands in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Open => 0,
            Self::Accepted => 1,
            Self::Declined => 2,
            Self::Withdrawn => 3,
            Self::Expired => 4,
            Self::Closed => 5,
        }
    }

    /// The state with that number.
    #[must_use]
    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }
}

/// An invitation: one for each player and game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// To which game.
    pub game: GameId,
    /// Who is invited.
    pub player: PlayerId,
    /// By whom.
    pub sender: PlayerId,
    /// The seats that are meant for the player, as a set: bit 0 is seat 1; 0 for any.
    pub seats: i64,
    /// How it stands.
    pub state: InvitationState,
    /// Since when, in microseconds since 1970 UTC.
    pub created_at_us: i64,
    /// Until when, in microseconds since 1970 UTC.
    pub expires_at_us: i64,
}

/// From which side invitations are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Those that the player got.
    Received,
    /// Those that the player sent.
    Sent,
}

/// Where a page of invitations begins: after this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InvitationKey {
    /// To which game.
    pub game: GameId,
    /// Who is invited.
    pub player: PlayerId,
}

impl InvitationKey {
    /// After every invitation. No UUID is all ones.
    pub const LAST: Self = Self {
        game: GameId([0xff; 16]),
        player: PlayerId([0xff; 16]),
    };
}

impl Invitation {
    /// What tells it from every other.
    #[must_use]
    pub const fn key(&self) -> InvitationKey {
        InvitationKey {
            game: self.game,
            player: self.player,
        }
    }
}
