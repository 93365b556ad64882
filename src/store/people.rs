//! What the store knows about people: what changed for them, whom they invited, of what they are
//! reminded.

use async_trait::async_trait;

use super::{
    Changes, Found, Horizon, Invitation, InvitationKey, InvitationState, Page, Search, Side,
    Status, StoreError,
};
use crate::game::{GameId, PlayerId};

/// Rows of a kind that are read at once for a feed. Writes with one stamp are fewer (a round of the
/// writer has 256), so a page of the feed always gets on.
pub const MOST_CHANGES: u32 = 512;

/// A game of a player as it stands after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedGame {
    /// Which game.
    pub game: GameId,
    /// `seq` of its last event.
    pub version: i64,
    /// Where it stands.
    pub status: Status,
    /// What it is called; may be empty.
    pub title: String,
    /// Seats of the player that it waits for while it runs, as a set: bit 0 is seat 1.
    pub awaited: i64,
    /// When the server has to look at it, which is the deadline while it waits for somebody.
    pub due_us: Option<i64>,
}

/// That a player was reminded of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// Who.
    pub player: PlayerId,
    /// Of a turn in which game.
    pub game: GameId,
    /// The roll that numbers the turn.
    pub roll: i64,
    /// How long before its deadline, in seconds.
    pub before_s: i64,
    /// The deadline, in microseconds since 1970 UTC.
    pub due_us: i64,
}

/// A player whose deadline is near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearing {
    /// Who is awaited.
    pub player: PlayerId,
    /// In which game.
    pub game: GameId,
    /// Until when, in microseconds since 1970 UTC.
    pub due_us: i64,
}

/// Which deadlines come near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearness {
    /// After that time, in microseconds since 1970 UTC.
    pub after_us: i64,
    /// Up to that time.
    pub upto_us: i64,
    /// Of players who want one of these reminders, as a set.
    pub wanted: i64,
}

/// What waits for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Running games.
    pub awaiting: i64,
    /// Open invitations.
    pub invitations: i64,
}

/// A write about people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeopleWrite {
    /// Invite, unless that is open already.
    Invite(Invitation),
    /// Change how an open invitation stands.
    Settle(InvitationKey, InvitationState),
    /// Open invitations that have expired by that time expire, at most 256.
    Expire {
        /// In microseconds since 1970 UTC.
        by_us: i64,
    },
    /// A player's wish when to be reminded, as a set.
    Plan {
        /// Who.
        player: PlayerId,
        /// When.
        reminders: i64,
    },
    /// Remind, unless that was done.
    Remind(Reminder),
    /// Players were reminded up to that time. Older reminders than `keep_us` go, at most 1,000.
    Reminded {
        /// In microseconds since 1970 UTC.
        upto_us: i64,
        /// In microseconds since 1970 UTC.
        keep_us: i64,
    },
    /// How far a player has seen the feed.
    Mark {
        /// Who.
        player: PlayerId,
        /// How far.
        horizon: Horizon,
    },
}

/// What became of a write about people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeopleWritten {
    /// Written.
    Done,
    /// There was nothing to write: it is so already, or no longer.
    Stale,
    /// These invitations have expired.
    Expired(Vec<Invitation>),
}

/// The store, by people.
///
/// # Errors
/// Every method answers a [`StoreError`] when the database does not do its part.
#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// What can be seen now.
    async fn horizon(&self) -> Result<Horizon, StoreError>;

    /// A player's games that changed since; [`MOST_CHANGES`] are read.
    async fn changed_games(
        &self,
        player: PlayerId,
        since: &Horizon,
    ) -> Result<Changes<ChangedGame>, StoreError>;

    /// Invitations from or to a player that changed since; [`MOST_CHANGES`] are read.
    async fn changed_invitations(
        &self,
        player: PlayerId,
        since: &Horizon,
    ) -> Result<Changes<Invitation>, StoreError>;

    /// Reminders of a player since, of turns that still wait for that player; [`MOST_CHANGES`] are
    /// read.
    async fn changed_reminders(
        &self,
        player: PlayerId,
        since: &Horizon,
    ) -> Result<Changes<Reminder>, StoreError>;

    /// The players who have a seat in a game, in the order of their ids.
    async fn seated(&self, game: GameId) -> Result<Vec<PlayerId>, StoreError>;

    /// An invitation.
    async fn invitation(&self, key: InvitationKey) -> Result<Option<Invitation>, StoreError>;

    /// A page of a player's invitations, those to the newest games first.
    async fn invitations(
        &self,
        player: PlayerId,
        side: Side,
        before: Option<InvitationKey>,
        limit: u32,
    ) -> Result<Vec<Invitation>, StoreError>;

    /// Whether an open invitation has expired by that time.
    async fn expiring(&self, by_us: i64) -> Result<bool, StoreError>;

    /// The invitations to a game, by player.
    async fn invited(&self, game: GameId) -> Result<Vec<Invitation>, StoreError>;

    /// The game that follows another one.
    async fn rematch(&self, game: GameId) -> Result<Option<GameId>, StoreError>;

    /// What waits for a player at that time.
    async fn counts(&self, player: PlayerId, now_us: i64) -> Result<Counts, StoreError>;

    /// How far a player has seen the feed.
    async fn mark(&self, player: PlayerId) -> Result<Option<Horizon>, StoreError>;

    /// When a player wants to be reminded, as a set.
    async fn plan(&self, player: PlayerId) -> Result<i64, StoreError>;

    /// Up to when players were reminded.
    async fn reminded(&self) -> Result<Option<i64>, StoreError>;

    /// A page of the players whose deadlines come near, by deadline, then by game.
    async fn nearing(
        &self,
        nearness: Nearness,
        after: Option<Nearing>,
        limit: u32,
    ) -> Result<Vec<Nearing>, StoreError>;

    /// A page of public games, newest first. It looks at [`super::MOST_SEARCHED`] at most, however
    /// few it finds.
    async fn search(&self, search: &Search, page: Page) -> Result<Found, StoreError>;

    /// Writes. For the writer; safe to send again.
    async fn write_people(&self, write: &PeopleWrite) -> Result<PeopleWritten, StoreError>;
}
