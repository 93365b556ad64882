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

/// Public games that one page of a search looks at.
pub const MOST_SEARCHED: u32 = 1_000;

/// Which public games are searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// Of that status.
    pub status: Status,
    /// By a ruleset whose name and version begin so; empty for any.
    pub ruleset: String,
    /// With so many seats, the first and the last number.
    pub seats: (i64, i64),
    /// With a free seat for so many at least.
    pub free: i64,
    /// With so many seconds a turn (or in a bank at first), the least and the most; 0 is no clock.
    pub clock_s: (i64, i64),
}

/// A page of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What was found, newest first.
    pub rows: Vec<GameRow>,
    /// The last game that was looked at, if there may be more.
    pub upto: Option<GameId>,
}

impl Found {
    /// A page from what was found down to `edge`, the last game that was looked at; none if that
    /// was the last game of all.
    #[must_use]
    pub fn of(rows: Vec<GameRow>, edge: Option<GameId>, page: Page) -> Self {
        let full = rows.len() >= page.rows() as usize;
        let upto = if full {
            rows.last().map(|row| row.game)
        } else {
            edge
        };
        Self { rows, upto }
    }
}
