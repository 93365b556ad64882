//! States that the writer remembers, so that a running game need not be loaded for each command.
//!
//! Only a cache: whatever is decided on it is guarded by the version in the commit, and nothing is
//! refused on it (see [`super::round`]). Another process may write the same game at any time.

use std::collections::HashMap;

use super::{AppError, Tools};
use crate::app::keys::SealError;
use crate::app::load;
use crate::dice::{Link, Links, ServerLinks};
use crate::game::{Game, GameId, OrderBook};
use crate::store::Snapshot;

/// Games in one generation.
const GENERATION: usize = 1_024;

/// A game as it was committed last, with its sealed segment of the dice chain.
pub(super) struct Warm {
    pub(super) game: Game,
    pub(super) segment: Vec<u8>,
    /// The segment's links, once it was opened.
    pub(super) links: Option<Links>,
    /// The standing orders at the table.
    pub(super) orders: OrderBook,
}

impl Warm {
    /// Reads a snapshot.
    pub(super) async fn load(
        tools: &Tools,
        id: GameId,
        snapshot: Snapshot,
    ) -> Result<Warm, AppError> {
        let game = load::game(&*tools.store, &tools.rulebook, id, &snapshot).await?;
        Ok(Warm {
            orders: load::orders(&*tools.store, &game).await?,
            game,
            segment: snapshot.segment,
            links: None,
        })
    }

    /// Opens the segment, unless it is open, or gone because the game is over.
    pub(super) fn open(&mut self, tools: &Tools) -> Result<(), SealError> {
        if self.links.is_none() && !self.segment.is_empty() {
            let segment = tools.vault.open_segment(self.game.id, &self.segment)?;
            self.links = Some(segment.links(&self.game.id.0));
        }
        Ok(())
    }

    /// The links that are at hand.
    pub(super) fn links(&self) -> &dyn ServerLinks {
        match &self.links {
            Some(links) => links,
            None => &NoLinks,
        }
    }
}

/// A game that is over has no links left to reveal.
struct NoLinks;

impl ServerLinks for NoLinks {
    fn reveal(&self, _: &[u8; 16], _: u32) -> Option<Link> {
        None
    }
}

/// Two generations: when the young one is full it becomes the old one, which is forgotten.
#[derive(Default)]
pub(super) struct Cache {
    young: HashMap<GameId, Warm>,
    old: HashMap<GameId, Warm>,
}

impl Cache {
    /// Takes a game out.
    pub(super) fn take(&mut self, game: GameId) -> Option<Warm> {
        self.young.remove(&game).or_else(|| self.old.remove(&game))
    }

    /// Remembers a game.
    pub(super) fn put(&mut self, warm: Warm) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(warm.game.id, warm);
    }
}
