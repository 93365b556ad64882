//! Who waits for news, and how they are woken.
//!
//! A word that there is news is a hint and nothing else: whoever hears it reads the store, and who
//! hears nothing reads it now and then all the same, because other processes write too. So a lost
//! hint costs time and never news.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, timeout_at};

use crate::game::{GameId, PlayerId};
use crate::store::{Store, StoreError};

/// Games that may wait to be told of. When there are more, everybody is woken.
const QUEUE: usize = 4_096;
/// Games whose players are remembered.
const MOST_TABLES: usize = 4_096;
/// How often a reader who hears nothing reads at most.
const SHORTEST: Duration = Duration::from_secs(1);
/// For so many readers that is once a second; more of them share as many reads.
const READS_A_SECOND: usize = 200;

/// What happened at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Happened {
    /// Somebody came or left, or the game began or was called off.
    Gathered,
    /// The game moved on.
    Played,
}

/// Where news is told and heard.
#[derive(Clone, Debug)]
pub struct News(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    games: mpsc::Sender<(GameId, Happened)>,
    listeners: Arc<Listeners>,
}

/// Who waits for news of whom; each listener has a number.
type Waiting = HashMap<PlayerId, Vec<(u64, Arc<Notify>)>>;

#[derive(Debug, Default)]
struct Listeners {
    waiting: Mutex<Waiting>,
    count: AtomicUsize,
    next: AtomicU64,
    closed: AtomicBool,
}

impl Listeners {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self, player: PlayerId) {
        for (_, notify) in self.waiting().get(&player).into_iter().flatten() {
            notify.notify_one();
        }
    }

    fn wake_all(&self) {
        for (_, notify) in self.waiting().values().flatten() {
            notify.notify_one();
        }
    }
}

impl News {
    /// News, and the task that finds out whom a game concerns. It ends when nobody can tell any.
    pub(super) fn new(store: Arc<dyn Store>) -> (News, impl Future<Output = ()> + Send) {
        let (games, told) = mpsc::channel(QUEUE);
        let listeners = Arc::new(Listeners::default());
        let herald = Herald {
            store,
            listeners: listeners.clone(),
            tables: HashMap::new(),
        };
        (News(Arc::new(Inner { games, listeners })), herald.run(told))
    }

    /// Something happened in a game.
    pub(super) fn game(&self, game: GameId, happened: Happened) {
        let listeners = &self.0.listeners;
        if happened == Happened::Played && listeners.count.load(Ordering::Relaxed) == 0 {
            return;
        }
        if self.0.games.try_send((game, happened)).is_err() {
            listeners.wake_all();
        }
    }

    /// Something happened to a player.
    pub(super) fn player(&self, player: PlayerId) {
        self.0.listeners.wake(player);
    }

    /// Listens for a player. What happens from now on is heard.
    #[must_use]
    pub fn listen(&self, player: PlayerId) -> Listener {
        let listeners = self.0.listeners.clone();
        let id = listeners.next.fetch_add(1, Ordering::Relaxed);
        let notify = Arc::new(Notify::new());
        let mut waiting = listeners.waiting();
        waiting
            .entry(player)
            .or_default()
            .push((id, notify.clone()));
        drop(waiting);
        listeners.count.fetch_add(1, Ordering::Relaxed);
        Listener {
            listeners,
            player,
            id,
            notify,
        }
    }

    /// Nobody has to wait any more: the server stops.
    pub fn close(&self) {
        self.0.listeners.closed.store(true, Ordering::SeqCst);
        self.0.listeners.wake_all();
    }

    /// Whether the server stops.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.listeners.closed.load(Ordering::SeqCst)
    }
}

/// Somebody who waits for news of a player.
#[derive(Debug)]
pub struct Listener {
    listeners: Arc<Listeners>,
    player: PlayerId,
    id: u64,
    notify: Arc<Notify>,
}

impl Listener {
    /// Waits until there may be news, or until that time.
    pub async fn heard(&self, until: Instant) {
        let readers = self.listeners.count.load(Ordering::Relaxed);
        let share = u32::try_from(readers / READS_A_SECOND).unwrap_or(u32::MAX);
        let patience = SHORTEST.saturating_mul(share.max(1));
        let until = until.min(Instant::now() + patience);
        // Whichever it was, the reader reads.
        drop(timeout_at(until, self.notify.notified()).await);
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut waiting = self.listeners.waiting();
        if let Some(listeners) = waiting.get_mut(&self.player) {
            listeners.retain(|(id, _)| *id != self.id);
            if listeners.is_empty() {
                waiting.remove(&self.player);
            }
        }
        self.listeners.count.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Finds out whom a game concerns.
struct Herald {
    store: Arc<dyn Store>,
    listeners: Arc<Listeners>,
    /// Who sits where. Seats change in lobbies only.
    tables: HashMap<GameId, Vec<PlayerId>>,
}

impl Herald {
    async fn run(mut self, mut told: mpsc::Receiver<(GameId, Happened)>) {
        while let Some((game, happened)) = told.recv().await {
            if happened == Happened::Gathered {
                self.tables.remove(&game);
            }
            if self.listeners.count.load(Ordering::Relaxed) == 0 {
                continue;
            }
            if self.tell(game, happened).await.is_err() {
                self.listeners.wake_all();
            }
        }
    }

    async fn tell(&mut self, game: GameId, happened: Happened) -> Result<(), StoreError> {
        let listeners = self.listeners.clone();
        for player in self.players(game).await? {
            listeners.wake(*player);
        }
        if happened == Happened::Gathered {
            for invitation in self.store.invited(game).await? {
                self.listeners.wake(invitation.player);
                self.listeners.wake(invitation.sender);
            }
        }
        Ok(())
    }

    async fn players(&mut self, game: GameId) -> Result<&[PlayerId], StoreError> {
        if !self.tables.contains_key(&game) {
            let players = self.store.seated(game).await?;
            if self.tables.len() >= MOST_TABLES {
                self.tables.clear();
            }
            self.tables.insert(game, players);
        }
        Ok(self.tables.get(&game).map_or(&[], Vec::as_slice))
    }
}
