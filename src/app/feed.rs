//! What changed for a player: games, invitations, reminders, without a gap.
//!
//! A reader says what it has seen (a [`Horizon`]) and gets what it has not: each thing that changed
//! once, as it stands now. Changes of one game that nobody read in between are one item; the log
//! has them all.

use std::time::Duration;

use tokio::time::Instant;

use super::{App, AppError};
use crate::game::PlayerId;
use crate::store::{ChangedGame, Changes, Horizon, Invitation, PeopleWrite, Reminder, StoreError};

/// Items on a page, but for those that one write made together.
const PAGE: usize = 100;

/// Something that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedItem {
    /// The stamp of the change.
    pub stamp: i64,
    /// What changed.
    pub what: FeedThing,
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedThing {
    /// A game of the player.
    Game(ChangedGame),
    /// An invitation from or to the player.
    Invitation(Invitation),
    /// It is time to think of a game.
    Reminder(Reminder),
}

/// A piece of the feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedPage {
    /// What changed, in the order of the stamps.
    pub items: Vec<FeedItem>,
    /// What the reader has seen with it.
    pub next: Horizon,
    /// Whether it goes on where the reader was.
    pub course: Course,
}

/// Whether a feed goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// It does.
    On,
    /// The database is another one, or an older copy of it: the feed begins again.
    Again,
}

impl App {
    /// What can be seen now: where a feed begins.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn horizon(&self) -> Result<Horizon, AppError> {
        Ok(self.store.horizon().await?)
    }

    /// What changed for a player since.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn feed(&self, player: PlayerId, since: &Horizon) -> Result<FeedPage, AppError> {
        let now = self.store.horizon().await?;
        let (since, course) = if since.is_before(&now) {
            (since.clone(), Course::On)
        } else {
            (now.restart(), Course::Again)
        };
        let Changes { mut rows, until } = self.changes(player, &since).await?;
        rows.retain(|(stamp, _)| now.sees(*stamp));
        let last = cut(&mut rows).or(until.map(|until| until - 1));
        Ok(FeedPage {
            next: last.map_or(now.clone(), |last| now.upto(last)),
            items: rows
                .into_iter()
                .map(|(stamp, what)| FeedItem { stamp, what })
                .collect(),
            course,
        })
    }

    /// What changed for a player since; if nothing did, what changes within a time.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn feed_within(
        &self,
        player: PlayerId,
        since: &Horizon,
        wait: Duration,
    ) -> Result<FeedPage, AppError> {
        let listener = self.news.listen(player);
        let until = Instant::now() + wait;
        loop {
            let page = self.feed(player, since).await?;
            let over = Instant::now() >= until || self.news.is_closed();
            if over || !page.items.is_empty() || page.course == Course::Again {
                return Ok(page);
            }
            listener.heard(until).await;
        }
    }

    /// How many items of the feed a player has not marked as seen. At most a page is counted.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn unseen(&self, player: PlayerId) -> Result<usize, AppError> {
        let mark = match self.store.mark(player).await? {
            Some(mark) => mark,
            None => self.store.horizon().await?.restart(),
        };
        let page = self.feed(player, &mark).await?;
        Ok(page.items.len().min(PAGE))
    }

    /// Marks the feed as seen so far.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn mark_seen(&self, player: PlayerId, horizon: Horizon) -> Result<(), AppError> {
        let mark = PeopleWrite::Mark { player, horizon };
        self.writer.people(mark).await.map(drop)
    }

    /// Everything that changed since.
    async fn changes(
        &self,
        player: PlayerId,
        since: &Horizon,
    ) -> Result<Changes<FeedThing>, StoreError> {
        let games = self.store.changed_games(player, since).await?;
        let invitations = self.store.changed_invitations(player, since).await?;
        let reminders = self.store.changed_reminders(player, since).await?;
        Ok(games
            .map(FeedThing::Game)
            .and(invitations.map(FeedThing::Invitation))
            .and(reminders.map(FeedThing::Reminder)))
    }
}

/// Cuts a page off; the last stamp on it, if something stays behind or may stay behind.
fn cut<T>(rows: &mut Vec<(i64, T)>) -> Option<i64> {
    let last = rows.get(PAGE - 1)?.0;
    rows.retain(|(stamp, _)| *stamp <= last);
    Some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_where_a_write_ends() {
        let stamped = |stamps: Vec<i64>| stamps.into_iter().map(|stamp| (stamp, ())).collect();
        let mut few: Vec<_> = stamped((1..50).collect());
        assert_eq!((cut(&mut few), few.len()), (None, 49));
        let mut many: Vec<_> = stamped((1..99).chain([99; 5]).chain(100..200).collect());
        assert_eq!((cut(&mut many), many.len()), (Some(99), 103));
    }
}
