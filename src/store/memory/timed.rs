//! Time in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::{MemoryStore, Tables};
use crate::game::{GameId, PlayerId};
use crate::store::{
    Awaiting, Commit, Due, DueGame, GameRow, OrdersFate, Outage, Status, StoreError, TimeStore,
};

/// What is known about time.
#[derive(Default)]
pub(super) struct Times {
    awaits: BTreeMap<GameId, i64>,
    due: BTreeMap<GameId, i64>,
    orders: BTreeMap<GameId, String>,
    beat: Option<i64>,
    outages: BTreeMap<i64, i64>,
}

impl Times {
    /// The seats that a game waits for.
    pub(super) fn awaited(&self, game: GameId) -> i64 {
        self.awaits.get(&game).copied().unwrap_or(0)
    }

    /// When the server has to look at a game.
    pub(super) fn due_us(&self, game: GameId) -> Option<i64> {
        self.due.get(&game).copied()
    }

    pub(super) fn write(&mut self, commit: &Commit) {
        self.awaits.insert(commit.game, commit.wait.seats);
        match commit.wait.due {
            Due::Keep => {}
            Due::At(due_us) => drop(self.due.insert(commit.game, due_us)),
            Due::Never => drop(self.due.remove(&commit.game)),
        }
        match &commit.orders {
            OrdersFate::Keep => {}
            OrdersFate::Put(book) => drop(self.orders.insert(commit.game, book.clone())),
            OrdersFate::Drop => drop(self.orders.remove(&commit.game)),
        }
    }
}

impl Tables {
    pub(super) fn waits_for(&self, game: GameId, player: PlayerId) -> bool {
        let awaited = self.times.awaited(game);
        let held = self.seats.get(&(player, game)).copied().unwrap_or(0);
        let playing = |(snapshot, _): &(super::Snapshot, _)| snapshot.status == Status::Playing;
        let over = self.people.has_ended(player, game);
        !over && awaited & held != 0 && self.games.get(&game).is_some_and(playing)
    }
}

#[async_trait]
impl TimeStore for MemoryStore {
    async fn now_us(&self) -> Result<Option<i64>, StoreError> {
        Ok(None)
    }

    async fn due(
        &self,
        by_us: i64,
        after: Option<DueGame>,
        limit: u32,
    ) -> Result<Vec<DueGame>, StoreError> {
        let tables = self.tables();
        let all = tables.times.due.iter();
        let mut due: Vec<_> = all
            .map(|(game, due_us)| DueGame {
                due_us: *due_us,
                game: *game,
            })
            .filter(|due| due.due_us <= by_us && after.is_none_or(|after| *due > after))
            .collect();
        due.sort();
        due.truncate(limit as usize);
        Ok(due)
    }

    async fn orders(&self, game: GameId) -> Result<Option<String>, StoreError> {
        Ok(self.tables().times.orders.get(&game).cloned())
    }

    async fn awaiting(
        &self,
        player: PlayerId,
        after: Option<DueGame>,
        limit: u32,
    ) -> Result<Vec<Awaiting>, StoreError> {
        let tables = self.tables();
        let waiting = tables.games.iter();
        let waiting = waiting.filter(|(game, _)| tables.waits_for(**game, player));
        let mut found: Vec<_> = waiting
            .map(|(game, (snapshot, listing))| {
                let due_us = tables.times.due.get(game).copied();
                let place = DueGame {
                    due_us: due_us.unwrap_or(Awaiting::NO_DEADLINE),
                    game: *game,
                };
                let row = GameRow {
                    game: *game,
                    snapshot: snapshot.clone(),
                    listing: listing.clone(),
                };
                (place, Awaiting { due_us, row })
            })
            .filter(|(place, _)| after.is_none_or(|after| *place > after))
            .collect();
        found.sort_by_key(|(place, _)| *place);
        found.truncate(limit as usize);
        Ok(found.into_iter().map(|(_, waiting)| waiting).collect())
    }

    async fn beat(&self, now_us: i64, gap_us: i64) -> Result<(), StoreError> {
        let times = &mut self.tables().times;
        if let Some(last) = times
            .beat
            .filter(|last| now_us.saturating_sub(*last) > gap_us)
        {
            times.outages.entry(last).or_insert(now_us);
        }
        times.beat = times.beat.max(Some(now_us));
        Ok(())
    }

    async fn outages(&self, from_us: i64, until_us: i64) -> Result<Vec<Outage>, StoreError> {
        let tables = self.tables();
        let all = tables.times.outages.iter();
        Ok(all
            .filter(|(from, until)| **until > from_us && **from < until_us)
            .map(|(from, until)| Outage {
                from_us: *from,
                until_us: *until,
            })
            .collect())
    }
}
