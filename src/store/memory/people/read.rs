//! What is read about people in memory.

use async_trait::async_trait;

use super::super::{MemoryStore, Tables};
use super::ERA;
use crate::game::{GameId, PlayerId};
use crate::store::{
    ChangedGame, Changes, Counts, Found, GameRow, Horizon, Invitation, InvitationKey,
    InvitationState, Listing, MOST_CHANGES, MOST_SEARCHED, Nearing, Nearness, Opening, Page,
    PeopleStore, PeopleWrite, PeopleWritten, Reminder, Search, Side, Snapshot, Status, StoreError,
    Visibility,
};

impl Tables {
    /// Whether a new game may not follow the one that it is to follow.
    pub(in crate::store::memory) fn is_followed(&self, opening: &Opening) -> bool {
        let next = opening
            .follows
            .and_then(|game| self.people.rematches.get(&game));
        let called_off = |game| {
            let stored = self.games.get(game);
            stored.is_some_and(|(snapshot, _)| snapshot.status == Status::Aborted)
        };
        next.is_some_and(|next| !called_off(next))
    }

    fn awaited_seats(&self, game: GameId, player: PlayerId) -> i64 {
        let held = self.seats.get(&(player, game)).copied().unwrap_or(0);
        self.times.awaited(game) & held
    }

    fn fits(&self, search: &Search, game: GameId, row: &(Snapshot, Listing)) -> bool {
        let opening = self.people.openings.get(&game);
        let (seats, clock_s) = opening.map_or((0, 0), |opening| (opening.seats, opening.clock_s));
        let free = i64::from((self.times.awaited(game) & 0b11_1111).count_ones());
        let within = |value, (least, most)| least <= value && value <= most;
        row.1.ruleset.starts_with(&search.ruleset)
            && within(seats, search.seats)
            && within(clock_s, search.clock_s)
            && free >= search.free
    }

    fn changed_games(&self, player: PlayerId, since: &Horizon) -> Changes<ChangedGame> {
        let mine = self.seats.keys().filter(|(one, _)| *one == player);
        let change = |key: &(PlayerId, GameId)| {
            let (_, game) = key;
            let ended = self.people.ended.get(key);
            if ended.is_some_and(|stamp| since.sees(*stamp)) {
                return None;
            }
            let stamp = self.people.changed.get(game).copied().unwrap_or(0);
            let (snapshot, listing) = self.games.get(game)?;
            let game = ChangedGame {
                game: *game,
                version: snapshot.version,
                status: snapshot.status,
                title: listing.title.clone(),
                awaited: self.awaited_seats(*game, player),
                due_us: self.times.due_us(*game),
            };
            Some((stamp, game))
        };
        first(mine.filter_map(change), since)
    }

    fn reminders_since(&self, player: PlayerId, since: &Horizon) -> Changes<Reminder> {
        let mine = self.people.reminders.iter();
        let mine = mine.filter(|((one, ..), _)| *one == player);
        let mine = mine
            .map(|((player, game, roll, before_s), (stamp, due_us))| {
                let reminder = Reminder {
                    player: *player,
                    game: *game,
                    roll: *roll,
                    before_s: *before_s,
                    due_us: *due_us,
                };
                (*stamp, reminder)
            })
            .filter(|(_, one)| {
                self.waits_for(one.game, player) && self.times.due_us(one.game) == Some(one.due_us)
            });
        first(mine, since)
    }

    fn near(&self, nearness: Nearness) -> Vec<Nearing> {
        let near = |(player, game): &(PlayerId, GameId)| {
            let due_us = self.times.due_us(*game)?;
            let wanted = self.people.plans.get(player).copied().unwrap_or(0) & nearness.wanted;
            let soon = nearness.after_us < due_us && due_us <= nearness.upto_us;
            let near = soon && wanted != 0 && self.waits_for(*game, *player);
            near.then_some(Nearing {
                player: *player,
                game: *game,
                due_us,
            })
        };
        let mut found: Vec<_> = self.seats.keys().filter_map(near).collect();
        found.sort_by_key(|one| (one.due_us, one.game));
        found
    }

    fn count(&self, player: PlayerId, now_us: i64) -> Counts {
        let mine = self.seats.keys().filter(|(one, _)| *one == player);
        let awaiting = mine.filter(|(_, game)| self.waits_for(*game, player));
        let open = self.people.invitations.values().filter(|(_, one)| {
            let good = one.state == InvitationState::Open && one.expires_at_us > now_us;
            good && one.player == player
        });
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Counts {
            awaiting: number(awaiting.count()),
            invitations: number(open.count()),
        }
    }
}

/// What was not seen, as many as a statement reads.
fn first<T>(rows: impl Iterator<Item = (i64, T)>, since: &Horizon) -> Changes<T> {
    let mut rows: Vec<_> = rows.filter(|(stamp, _)| !since.sees(*stamp)).collect();
    rows.sort_by_key(|(stamp, _)| *stamp);
    rows.truncate(MOST_CHANGES as usize);
    Changes::of(rows, since, MOST_CHANGES)
}

#[async_trait]
impl PeopleStore for MemoryStore {
    async fn horizon(&self) -> Result<Horizon, StoreError> {
        Ok(Horizon::counted(ERA, self.tables().people.stamp))
    }

    async fn changed_games(
        &self,
        player: PlayerId,
        since: &Horizon,
    ) -> Result<Changes<ChangedGame>, StoreError> {
        Ok(self.tables().changed_games(player, since))
    }

    async fn changed_invitations(
        &self,
        player: PlayerId,
        since: &Horizon,
    ) -> Result<Changes<Invitation>, StoreError> {
        let tables = self.tables();
        let all = tables.people.invitations.values();
        let mine = all.filter(|(_, one)| one.player == player || one.sender == player);
        Ok(first(mine.cloned(), since))
    }

    async fn changed_reminders(
        &self,
        player: PlayerId,
        since: &Horizon,
    ) -> Result<Changes<Reminder>, StoreError> {
        Ok(self.tables().reminders_since(player, since))
    }

    async fn seated(&self, game: GameId) -> Result<Vec<PlayerId>, StoreError> {
        let tables = self.tables();
        let seated = tables.seats.keys().filter(|(_, at)| *at == game);
        Ok(seated.map(|(player, _)| *player).collect())
    }

    async fn invitation(&self, key: InvitationKey) -> Result<Option<Invitation>, StoreError> {
        let tables = self.tables();
        let found = tables.people.invitations.get(&key);
        Ok(found.map(|(_, invitation)| invitation.clone()))
    }

    async fn invitations(
        &self,
        player: PlayerId,
        side: Side,
        before: Option<InvitationKey>,
        limit: u32,
    ) -> Result<Vec<Invitation>, StoreError> {
        let tables = self.tables();
        let before = before.unwrap_or(InvitationKey::LAST);
        let earlier = tables.people.invitations.range(..before).rev();
        let mine = earlier.map(|(_, (_, invitation))| invitation);
        let mine = mine.filter(|one| match side {
            Side::Received => one.player == player && one.game < before.game,
            Side::Sent => one.sender == player,
        });
        Ok(mine.take(limit as usize).cloned().collect())
    }

    async fn expiring(&self, by_us: i64) -> Result<bool, StoreError> {
        let tables = self.tables();
        let mut all = tables.people.invitations.values();
        Ok(all.any(|(_, one)| one.state == InvitationState::Open && one.expires_at_us <= by_us))
    }

    async fn invited(&self, game: GameId) -> Result<Vec<Invitation>, StoreError> {
        let tables = self.tables();
        let all = tables.people.invitations.values();
        let to = all.filter(|(_, invitation)| invitation.game == game);
        Ok(to.map(|(_, invitation)| invitation.clone()).collect())
    }

    async fn rematch(&self, game: GameId) -> Result<Option<GameId>, StoreError> {
        Ok(self.tables().people.rematches.get(&game).copied())
    }

    async fn counts(&self, player: PlayerId, now_us: i64) -> Result<Counts, StoreError> {
        Ok(self.tables().count(player, now_us))
    }

    async fn mark(&self, player: PlayerId) -> Result<Option<Horizon>, StoreError> {
        Ok(self.tables().people.marks.get(&player).cloned())
    }

    async fn plan(&self, player: PlayerId) -> Result<i64, StoreError> {
        let tables = self.tables();
        Ok(tables.people.plans.get(&player).copied().unwrap_or(0))
    }

    async fn reminded(&self) -> Result<Option<i64>, StoreError> {
        Ok(self.tables().people.reminded_us)
    }

    async fn nearing(
        &self,
        nearness: Nearness,
        after: Option<Nearing>,
        limit: u32,
    ) -> Result<Vec<Nearing>, StoreError> {
        let found = self.tables().near(nearness).into_iter();
        let later = |one: &Nearing| {
            after.is_none_or(|after| (one.due_us, one.game) > (after.due_us, after.game))
        };
        Ok(found.filter(later).take(limit as usize).collect())
    }

    async fn search(&self, search: &Search, page: Page) -> Result<Found, StoreError> {
        let tables = self.tables();
        let listed = tables.games.range(..page.upper()).rev();
        let listed: Vec<_> = listed
            .filter(|(_, row)| row.1.public == Visibility::Public && row.0.status == search.status)
            .take(MOST_SEARCHED as usize)
            .collect();
        let full = listed.len() == MOST_SEARCHED as usize;
        let edge = listed.last().filter(|_| full).map(|(game, _)| **game);
        let fitting = listed
            .iter()
            .filter(|(game, row)| tables.fits(search, **game, row));
        let rows = fitting
            .take(page.rows() as usize)
            .map(|(game, row)| GameRow {
                game: **game,
                snapshot: row.0.clone(),
                listing: row.1.clone(),
            });
        Ok(Found::of(rows.collect(), edge, page))
    }

    async fn write_people(&self, write: &PeopleWrite) -> Result<PeopleWritten, StoreError> {
        Ok(self.tables().write_people(write))
    }
}
