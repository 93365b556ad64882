//! A service over a store, and the requests that tests send.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use petits_chevaux::app::clock::{Clock, SystemClock};
use petits_chevaux::app::keys::Keys;
use petits_chevaux::app::{App, AppError, Ask, Expected, Keyed, Metrics, NewGame, Turn};
use petits_chevaux::game::{Command, Game, GameId, MoveChoice, PlayerId, Spec, Taking};
use petits_chevaux::store::{MemoryStore, Store, Visibility};

pub(crate) const GAME: GameId = GameId(*b"a game of horses");
pub(crate) const ALICE: PlayerId = PlayerId([1; 16]);
pub(crate) const BOB: PlayerId = PlayerId([2; 16]);

/// A clock that is moved by hand.
pub(crate) struct TestClock(AtomicI64);

impl TestClock {
    /// It starts with the time that it is.
    pub(crate) fn new() -> Arc<TestClock> {
        Arc::new(TestClock(AtomicI64::new(SystemClock.now_us())))
    }

    pub(crate) fn set(&self, now_us: i64) {
        self.0.store(now_us, Ordering::SeqCst);
    }

    pub(crate) fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1_000_000, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now_us(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// A service with its writer running.
pub(crate) struct Service {
    pub(crate) app: App,
    pub(crate) store: Arc<dyn Store>,
}

/// Starts a service over an empty memory store, in the runtime of the test.
pub(crate) fn service() -> Service {
    over(Arc::new(MemoryStore::default()))
}

/// Starts a service over a store.
pub(crate) fn over(store: Arc<dyn Store>) -> Service {
    let keys = Arc::new(Keys::generate(1).unwrap());
    with_keys(store, keys)
}

/// Starts a service with keys that outlive it.
pub(crate) fn with_keys(store: Arc<dyn Store>, keys: Arc<Keys>) -> Service {
    with_clock(store, keys, Arc::new(SystemClock))
}

/// Starts a service with keys and a time of its own.
pub(crate) fn with_clock(store: Arc<dyn Store>, keys: Arc<Keys>, clock: Arc<dyn Clock>) -> Service {
    let metrics = Arc::new(Metrics::default());
    let (app, task) = App::new(store.clone(), clock, keys, metrics);
    tokio::spawn(task);
    Service { app, store }
}

/// Runs a test in a runtime of its own.
pub(crate) fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(test)
}

pub(crate) fn ask(caller: PlayerId, command: Command) -> Ask {
    Ask {
        game: GAME,
        caller,
        command,
        signature: None,
        expected: Expected::Any,
        key: None,
    }
}

pub(crate) fn keyed(key: &str, body: u8) -> Keyed {
    Keyed {
        key: key.to_owned(),
        fingerprint: [body; 32],
    }
}

pub(crate) fn take() -> Command {
    Command::Take(Taking::default())
}

pub(crate) fn roll(number: Option<u32>) -> Command {
    Command::Roll {
        seat: None,
        roll: number,
        link: None,
    }
}

impl Service {
    pub(crate) async fn create(&self, ruleset: &str, seats: u8) -> Turn {
        self.create_as(GAME, ruleset, seats, None).await.unwrap()
    }

    pub(crate) async fn create_as(
        &self,
        id: GameId,
        ruleset: &str,
        seats: u8,
        key: Option<Keyed>,
    ) -> Result<Turn, AppError> {
        let spec = Spec {
            ruleset: ruleset.to_owned(),
            seats: Some(seats),
            ..Spec::default()
        };
        let new = NewGame {
            owner: ALICE,
            spec,
            visibility: Visibility::Private,
            title: String::new(),
            key,
            rematch: None,
        };
        self.app.create(id, new).await
    }

    /// A started game of two: Alice on seat 1, Bob on seat 2.
    pub(crate) async fn started(&self, ruleset: &str) -> Game {
        self.create(ruleset, 2).await;
        self.send(ALICE, take()).await;
        self.send(BOB, take()).await.game
    }

    /// A started game in which Alice holds every seat.
    pub(crate) async fn started_alone(&self, ruleset: &str, seats: u8) -> Game {
        let mut game = self.create(ruleset, seats).await.game;
        for _ in 0..seats {
            game = self.send(ALICE, take()).await.game;
        }
        game
    }

    pub(crate) async fn send(&self, caller: PlayerId, command: Command) -> Turn {
        self.app.command(ask(caller, command)).await.unwrap()
    }

    pub(crate) fn in_turn(&self, game: &Game) -> Option<PlayerId> {
        let seat = game.mover()?;
        let held = |player| {
            let pseudonym = self.app.pseudonym(GAME, player);
            game.holder(seat)
                .is_some_and(|holder| holder.is(&pseudonym))
        };
        [ALICE, BOB].into_iter().find(|player| held(*player))
    }

    /// One roll, or the first legal move; `None` when the game is over.
    pub(crate) async fn act(&self, game: &Game) -> Option<Turn> {
        let caller = self.in_turn(game)?;
        let command = match game.choices().first() {
            None => roll(Some(game.rolls + 1)),
            Some(mv) => Command::Move(MoveChoice {
                from: Some(mv.from),
                to: Some(mv.to),
                ..MoveChoice::default()
            }),
        };
        Some(self.send(caller, command).await)
    }
}
