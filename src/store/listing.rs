//! Pages of games: newest first, by keyset, never by offset.

use crate::game::{GameId, PlayerId};

use super::{Listing, Snapshot, Status};

/// Which games a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFilter {
    /// Public games of that status.
    Public(Status),
    /// Every game in which the player has a seat.
    Of(PlayerId),
    /// The player's games of that status.
    OfIn(PlayerId, Status),
}

/// One page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Only games with a smaller id: the last one of the page before.
    pub before: Option<GameId>,
    /// At most that many; clamped to 1..=[`Page::MOST`].
    pub limit: u32,
}

impl Page {
    /// The longest page.
    pub const MOST: u32 = 100;

    /// The id that every row of the page is below. No UUID of a game is all ones.
    #[must_use]
    pub fn upper(&self) -> GameId {
        self.before.unwrap_or(GameId([0xff; 16]))
    }

    /// The number of rows, within its bounds.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.limit.clamp(1, Self::MOST)
    }
}

/// One row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The game.
    pub game: GameId,
    /// Where it stands.
    pub snapshot: Snapshot,
    /// What was fixed at its creation.
    pub listing: Listing,
}
