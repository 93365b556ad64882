//! The reference store: maps behind a lock. Tests and simulations use it; nothing is durable.

mod audited;
mod people;
mod tallied;
mod timed;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::{
    AccountWrite, AccountWritten, Answer, Commit, Committed, GameFilter, GameRow, Guard, Listing,
    Page, Player, Record, SecretHash, Session, SessionId, SessionState, Snapshot, Store,
    StoreError, Vault, VaultFate, Visibility,
};
use crate::game::{GameId, PlayerId};

/// As many rows as one call of a `forget` method deletes at most.
pub(super) const FORGET_AT_ONCE: usize = 1_000;

/// A store in memory.
#[derive(Default)]
pub struct MemoryStore {
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    games: BTreeMap<GameId, (Snapshot, Listing)>,
    events: BTreeMap<(GameId, i64), Record>,
    answers: BTreeMap<(PlayerId, String), (GameId, Answer)>,
    seats: BTreeMap<(PlayerId, GameId), i64>,
    vaults: BTreeMap<GameId, Vault>,
    players: BTreeMap<PlayerId, Player>,
    devices: BTreeMap<SecretHash, PlayerId>,
    sessions: BTreeMap<SessionId, Session>,
    tree: audited::Tree,
    times: timed::Times,
    people: people::People,
    dice: tallied::Dice,
    apps: BTreeMap<PlayerId, String>,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The tables stay whole even when a thread panicked with the lock: every method below
    /// checks first and writes after.
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MemoryStore")
    }
}

impl Tables {
    fn commit(&mut self, commit: &Commit) -> Committed {
        if let Some(answer) = &commit.answer
            && self
                .answers
                .contains_key(&(answer.principal, answer.key.clone()))
        {
            return Committed::KeyTaken;
        }
        let stored = self.games.get(&commit.game);
        let listing = match (&commit.guard, stored) {
            (Guard::Create { listing, .. }, None) => listing.clone(),
            (Guard::At(expected), Some((snapshot, listing))) if snapshot.version == *expected => {
                listing.clone()
            }
            (Guard::Create { .. } | Guard::At(_), _) => return Committed::Stale,
        };
        if let Guard::Create { opening, .. } = &commit.guard
            && self.is_followed(opening)
        {
            return Committed::Stale;
        }
        if self.contradicted_by(commit) {
            return Committed::Failed(StoreError::Contradiction);
        }
        self.write(commit, listing);
        Committed::Done
    }

    fn contradicted_by(&self, commit: &Commit) -> bool {
        let mut seqs = BTreeSet::new();
        let mut rolls = BTreeSet::new();
        commit.records.iter().any(|record| {
            !seqs.insert(record.seq)
                || record.roll.is_some_and(|roll| !rolls.insert(roll))
                || self.events.contains_key(&(commit.game, record.seq))
                || record
                    .roll
                    .is_some_and(|roll| self.event_of_roll(commit.game, roll).is_some())
        })
    }

    fn write(&mut self, commit: &Commit, listing: Listing) {
        let game = commit.game;
        self.games.insert(game, (commit.snapshot.clone(), listing));
        for record in &commit.records {
            self.events.insert((game, record.seq), record.clone());
        }
        if let Some(answer) = &commit.answer {
            self.answers.insert(
                (answer.principal, answer.key.clone()),
                (game, answer.clone()),
            );
        }
        let joined = commit.joined.iter();
        self.seats
            .extend(joined.map(|(player, seats)| ((*player, game), *seats)));
        self.times.write(commit);
        self.people.write(commit);
        for player in &commit.left {
            self.seats.remove(&(*player, game));
        }
        self.people.end(commit, &self.seats);
        if let Guard::Create { vault, .. } = &commit.guard {
            self.vaults.insert(game, vault.clone());
            self.tree.await_first_leaf(game);
        }
        match commit.drop_vault {
            VaultFate::Keep => {}
            VaultFate::Drop => {
                self.vaults.remove(&game);
            }
        }
    }

    fn event_of_roll(&self, game: GameId, roll: i64) -> Option<&Record> {
        self.events
            .range((game, i64::MIN)..=(game, i64::MAX))
            .map(|(_, record)| record)
            .find(|record| record.roll == Some(roll))
    }

    fn shows(&self, filter: GameFilter, game: GameId, row: &(Snapshot, Listing)) -> bool {
        let seated = |player| self.seats.contains_key(&(player, game));
        match filter {
            GameFilter::Public(status) => {
                row.0.status == status && row.1.public == Visibility::Public
            }
            GameFilter::Of(player) => seated(player),
            GameFilter::OfIn(player, status) => row.0.status == status && seated(player),
        }
    }

    fn guest(
        &mut self,
        player: &Player,
        device: Option<SecretHash>,
        app: Option<&str>,
    ) -> Result<AccountWritten, StoreError> {
        let known = device.and_then(|hash| self.devices.get(&hash));
        if let Some(found) = known.and_then(|id| self.players.get(id)) {
            return Ok(AccountWritten::Found(found.clone()));
        }
        if self.players.contains_key(&player.id) {
            return Err(StoreError::Contradiction);
        }
        self.players.insert(player.id, player.clone());
        self.devices.extend(device.map(|hash| (hash, player.id)));
        self.apps.extend(app.map(|app| (player.id, app.to_owned())));
        Ok(AccountWritten::Added(player.clone()))
    }

    fn write_account(&mut self, write: &AccountWrite) -> Result<AccountWritten, StoreError> {
        let found = match write {
            AccountWrite::Guest {
                player,
                device,
                app,
            } => return self.guest(player, *device, app.as_deref()),
            AccountWrite::Open(session) => return self.open(session),
            AccountWrite::Rename { player, name } => self
                .players
                .get_mut(player)
                .map(|stored| stored.name.clone_from(name)),
            AccountWrite::Rotate {
                session,
                expected,
                tokens,
            } => self
                .sessions
                .get_mut(session)
                .filter(|stored| stored.state == SessionState::Open)
                .filter(|stored| stored.tokens.current == *expected)
                .map(|stored| stored.tokens = tokens.clone()),
            AccountWrite::Revoke(session) => self
                .sessions
                .get_mut(session)
                .map(|stored| stored.state = SessionState::Revoked),
        };
        Ok(found.map_or(AccountWritten::Stale, |()| AccountWritten::Done))
    }

    fn open(&mut self, session: &Session) -> Result<AccountWritten, StoreError> {
        if self.sessions.contains_key(&session.id) {
            return Err(StoreError::Contradiction);
        }
        self.sessions.insert(session.id, session.clone());
        Ok(AccountWritten::Done)
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn load(&self, games: &[GameId]) -> Result<Vec<(GameId, Snapshot)>, StoreError> {
        let tables = self.tables();
        let wanted: BTreeSet<_> = games.iter().copied().collect();
        let row = |id| {
            tables
                .games
                .get(&id)
                .map(|(snapshot, _)| (id, snapshot.clone()))
        };
        Ok(wanted.into_iter().filter_map(row).collect())
    }

    async fn commit(&self, round: &[Commit]) -> Result<Vec<Committed>, StoreError> {
        let mut tables = self.tables();
        Ok(round.iter().map(|commit| tables.commit(commit)).collect())
    }

    async fn write_account(&self, write: &AccountWrite) -> Result<AccountWritten, StoreError> {
        self.tables().write_account(write)
    }

    async fn forget_answers(&self, before_us: i64) -> Result<u64, StoreError> {
        let mut tables = self.tables();
        let mut old: Vec<_> = tables
            .answers
            .iter()
            .filter(|(_, (_, answer))| answer.at_us < before_us)
            .map(|(key, (_, answer))| (answer.at_us, key.clone()))
            .collect();
        old.sort();
        old.truncate(FORGET_AT_ONCE);
        for (_, key) in &old {
            tables.answers.remove(key);
        }
        Ok(old.len() as u64)
    }

    async fn forget_sessions(&self, before_us: i64) -> Result<u64, StoreError> {
        let mut tables = self.tables();
        let mut old: Vec<_> = tables
            .sessions
            .values()
            .filter(|session| session.tokens.expires_at_us < before_us)
            .map(|session| (session.tokens.expires_at_us, session.id))
            .collect();
        old.sort();
        old.truncate(FORGET_AT_ONCE);
        for (_, id) in &old {
            tables.sessions.remove(id);
        }
        Ok(old.len() as u64)
    }

    async fn migrate(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn snapshot(&self, game: GameId) -> Result<Option<Snapshot>, StoreError> {
        Ok(self
            .tables()
            .games
            .get(&game)
            .map(|(snapshot, _)| snapshot.clone()))
    }

    async fn listing(&self, game: GameId) -> Result<Option<Listing>, StoreError> {
        Ok(self
            .tables()
            .games
            .get(&game)
            .map(|(_, listing)| listing.clone()))
    }

    async fn vault(&self, game: GameId) -> Result<Option<Vault>, StoreError> {
        Ok(self.tables().vaults.get(&game).cloned())
    }

    async fn events(&self, game: GameId, first: i64, last: i64) -> Result<Vec<Record>, StoreError> {
        if first > last {
            return Ok(Vec::new());
        }
        let tables = self.tables();
        let range = tables.events.range((game, first)..=(game, last));
        Ok(range.map(|(_, record)| record.clone()).collect())
    }

    async fn event_of_roll(&self, game: GameId, roll: i64) -> Result<Option<Record>, StoreError> {
        Ok(self.tables().event_of_roll(game, roll).cloned())
    }

    async fn answer(
        &self,
        principal: PlayerId,
        key: &str,
    ) -> Result<Option<(GameId, Answer)>, StoreError> {
        Ok(self
            .tables()
            .answers
            .get(&(principal, key.to_owned()))
            .cloned())
    }

    async fn games(&self, filter: GameFilter, page: Page) -> Result<Vec<GameRow>, StoreError> {
        let tables = self.tables();
        let below = tables.games.range(..page.upper()).rev();
        Ok(below
            .filter(|(game, row)| tables.shows(filter, **game, row))
            .take(page.rows() as usize)
            .map(|(game, (snapshot, listing))| GameRow {
                game: *game,
                snapshot: snapshot.clone(),
                listing: listing.clone(),
            })
            .collect())
    }

    async fn players_at(&self, game: GameId) -> Result<Vec<Player>, StoreError> {
        let tables = self.tables();
        let seated = tables.seats.keys().filter(|(_, at)| *at == game);
        Ok(seated
            .filter_map(|(player, _)| tables.players.get(player).cloned())
            .collect())
    }

    async fn player(&self, player: PlayerId) -> Result<Option<Player>, StoreError> {
        Ok(self.tables().players.get(&player).cloned())
    }

    async fn session(&self, session: SessionId) -> Result<Option<Session>, StoreError> {
        Ok(self.tables().sessions.get(&session).cloned())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
