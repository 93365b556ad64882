//! What the service can do, without HTTP and without SQL.
//!
//! - [`App`] is the one door: create a game, send a command, look at a state, analyse a position.
//! - [`feed`] says what changed for a player, [`news`] wakes who waits for it.
//! - [`writer`] owns every write. [`load`] turns snapshots and logs into states.
//! - [`keys`] and [`chain_vault`] keep the secrets, [`tokens`] and [`accounts`] the players.

pub mod accounts;
pub mod analysis;
pub mod chain_vault;
pub mod clock;
mod create;
mod error;
mod fairness;
pub mod feed;
mod fingerprint;
mod identity;
pub mod invitations;
pub mod keys;
mod load;
mod metrics;
pub mod news;
mod query;
pub mod random;
mod rematch;
pub mod reminders;
mod rulebook;
mod ticker;
pub mod tokens;
mod tree;
mod turn;
pub mod writer;

use std::sync::Arc;
use std::sync::atomic::AtomicI64;

pub use create::NewGame;
pub use error::AppError;
pub use fairness::{Counted, Published};
pub use fingerprint::fingerprint;
pub use identity::Pseudonyms;
pub use metrics::Metrics;
pub use query::{Seen, Stored};
pub use rematch::{Rematch, Rematched};
pub use rulebook::Rulebook;
pub use tree::{Consistency, Inclusion};
pub use turn::{Ask, Receipt, Turn};
pub use writer::{Expected, Keyed, Writer};

use chain_vault::ChainVault;
use clock::Clock;
use keys::Keys;
use news::News;

use crate::store::Store;

/// The service.
#[derive(Clone)]
pub struct App {
    store: Arc<dyn Store>,
    writer: Writer,
    clock: Arc<dyn Clock>,
    keys: Arc<Keys>,
    vault: ChainVault,
    rulebook: Arc<Rulebook>,
    pseudonyms: Arc<Pseudonyms>,
    /// The last sign of life of this process.
    beaten_us: Arc<AtomicI64>,
    /// When this process last looked for reminders.
    looked_us: Arc<AtomicI64>,
    news: News,
    signer: Arc<tree::Signer>,
}

impl App {
    /// The service over a store, and the task of its writer. The task has to be run until it ends:
    /// it ends when every copy of the service is dropped and nothing waits.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        keys: Arc<Keys>,
        metrics: Arc<Metrics>,
    ) -> (App, impl Future<Output = ()> + Send) {
        let vault = ChainVault::new(keys.clone());
        let rulebook = Arc::new(Rulebook::default());
        let (news, herald) = News::new(store.clone());
        let (writer, writing) = Writer::new(writer::Tools {
            store: store.clone(),
            clock: clock.clone(),
            rulebook: rulebook.clone(),
            vault: vault.clone(),
            metrics,
            news: news.clone(),
        });
        let app = App {
            store,
            writer,
            clock,
            beaten_us: Arc::new(AtomicI64::new(i64::MIN)),
            looked_us: Arc::new(AtomicI64::new(i64::MIN)),
            news,
            pseudonyms: Arc::new(Pseudonyms::new(keys.derive("pseudonym"))),
            signer: Arc::new(tree::Signer::new(&keys)),
            keys,
            vault,
            rulebook,
        };
        let task = async {
            tokio::join!(writing, herald);
        };
        (app, task)
    }

    /// The store, for what needs no decision.
    #[must_use]
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The keys, for what is signed.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The way to the writer.
    #[must_use]
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Who waits for what changes.
    #[must_use]
    pub fn news(&self) -> &News {
        &self.news
    }

    /// The time.
    #[must_use]
    pub fn now_us(&self) -> i64 {
        self.clock.now_us()
    }

    /// A player's name in a game's log.
    #[must_use]
    pub fn pseudonym(&self, game: crate::game::GameId, player: crate::game::PlayerId) -> String {
        self.pseudonyms.of(game, player)
    }
}

impl std::fmt::Debug for App {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App").finish_non_exhaustive()
    }
}
