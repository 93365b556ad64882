//! Looking at games: states, events, lists. Nothing here writes.

use super::load;
use super::turn::seq;
use super::writer::number;
use super::{App, AppError};
use crate::game::{Game, GameId, OrderBook};
use crate::store::{
    CatalogueRow, Found, GameFilter, GameRow, Listing, Page, Record, Search, Status,
};

/// A stored event as it is served.
pub type Stored = Record;

/// A game with what was fixed for the lists.
#[derive(Debug)]
pub struct Seen {
    /// The state.
    pub game: Game,
    /// Title, visibility, age.
    pub listing: Listing,
}

impl App {
    /// The state of a game as it stands.
    ///
    /// # Errors
    /// [`AppError::NoSuchGame`].
    pub async fn state(&self, id: GameId) -> Result<Game, AppError> {
        let snapshot = self.store.snapshot(id).await?.ok_or(AppError::NoSuchGame)?;
        load::game(&*self.store, &self.rulebook, id, &snapshot).await
    }

    /// The standing orders at a table.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn orders(&self, game: &Game) -> Result<OrderBook, AppError> {
        load::orders(&*self.store, game).await
    }

    /// The state with its listing.
    ///
    /// # Errors
    /// [`AppError::NoSuchGame`].
    pub async fn seen(&self, id: GameId) -> Result<Seen, AppError> {
        let listing = self.store.listing(id).await?.ok_or(AppError::NoSuchGame)?;
        Ok(Seen {
            game: self.state(id).await?,
            listing,
        })
    }

    /// The state after event `at`, from the log alone.
    ///
    /// # Errors
    /// [`AppError::NoSuchEvent`] beyond the last event.
    pub async fn state_at(&self, id: GameId, at: u64) -> Result<Game, AppError> {
        let version = self.version(id).await?;
        if at > version {
            return Err(AppError::NoSuchEvent(at));
        }
        load::fold(&*self.store, &self.rulebook, id, at).await
    }

    /// The number of the last event.
    ///
    /// # Errors
    /// [`AppError::NoSuchGame`].
    pub async fn version(&self, id: GameId) -> Result<u64, AppError> {
        let snapshot = self.store.snapshot(id).await?.ok_or(AppError::NoSuchGame)?;
        Ok(seq(snapshot.version))
    }

    /// At most `limit` events from number `first` on, in order.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn events(
        &self,
        id: GameId,
        first: u64,
        limit: u64,
    ) -> Result<Vec<Stored>, AppError> {
        let last = first.saturating_add(limit).saturating_sub(1);
        Ok(self.store.events(id, number(first), number(last)).await?)
    }

    /// One page of games, newest first.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn games(&self, filter: GameFilter, page: Page) -> Result<Vec<GameRow>, AppError> {
        Ok(self.store.games(filter, page).await?)
    }

    /// Every game that was ever created, oldest first: those after `after`, at most `limit`.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn catalogue(
        &self,
        status: Option<Status>,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<CatalogueRow>, AppError> {
        Ok(self.store.catalogue(status, after, limit).await?)
    }

    /// How many games there are of each status that has any.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn totals(&self) -> Result<Vec<(Status, i64)>, AppError> {
        Ok(self.store.totals().await?)
    }

    /// A page of a search among public games.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn search(&self, search: &Search, page: Page) -> Result<Found, AppError> {
        Ok(self.store.search(search, page).await?)
    }

    /// A game as a row of a list.
    ///
    /// # Errors
    /// [`AppError::NoSuchGame`].
    pub async fn row(&self, game: GameId) -> Result<GameRow, AppError> {
        let snapshot = self.store.snapshot(game).await?;
        let listing = self.store.listing(game).await?;
        Ok(GameRow {
            game,
            snapshot: snapshot.ok_or(AppError::NoSuchGame)?,
            listing: listing.ok_or(AppError::NoSuchGame)?,
        })
    }

    /// The state of a row of a list.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn state_of(&self, row: &GameRow) -> Result<Game, AppError> {
        load::game(&*self.store, &self.rulebook, row.game, &row.snapshot).await
    }
}
