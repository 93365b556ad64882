//! Snapshots and logs → states.

use super::AppError;
use super::rulebook::Rulebook;
use super::writer::number;
use crate::game::{Game, GameId, Head, OrderBook, ReplayError, Saved, line};
use crate::store::{Record, Snapshot, Store};

/// Events that are read in one piece.
const PIECE: u64 = 500;

/// The state that a snapshot holds; the fold of the log if another version wrote the snapshot.
pub(super) async fn game(
    store: &dyn Store,
    rulebook: &Rulebook,
    id: GameId,
    snapshot: &Snapshot,
) -> Result<Game, AppError> {
    let version = u64::try_from(snapshot.version).unwrap_or_default();
    let Ok(saved) = Saved::parse(&snapshot.state) else {
        return fold(store, rulebook, id, version).await;
    };
    let rules = match rulebook.find(saved.rules_hash()) {
        Some(rules) => rules,
        None => fold(store, rulebook, id, 0).await?.table.rules.clone(),
    };
    match saved.into_game(id, (version, Head(snapshot.head)), rules) {
        Ok(game) => Ok(game),
        Err(_) => fold(store, rulebook, id, version).await,
    }
}

/// The standing orders at a table. Only what the log has a digest of is read.
pub(super) async fn orders(store: &dyn Store, game: &Game) -> Result<OrderBook, AppError> {
    if game.holders().all(|(_, holder)| holder.orders.is_none()) {
        return Ok(OrderBook::new());
    }
    let book = store.orders(game.id).await?;
    Ok(book
        .and_then(|book| serde_json::from_str(&book).ok())
        .unwrap_or_default())
}

/// The state after event `upto`, from the log alone.
pub(super) async fn fold(
    store: &dyn Store,
    rulebook: &Rulebook,
    id: GameId,
    upto: u64,
) -> Result<Game, AppError> {
    let first = store.events(id, 0, 0).await?;
    let created = first.first().ok_or(AppError::NoSuchGame)?;
    let mut game = line::begin(id, &created.payload).map_err(damaged(0))?;
    rulebook.learn(&game.table.rules_hash, &game.table.rules);
    while game.version < upto {
        let next = game.version + 1;
        let last = upto.min(game.version + PIECE);
        let records = store.events(id, number(next), number(last)).await?;
        advance(&mut game, last, &records)?;
    }
    Ok(game)
}

/// Moves a state on to event `last`.
fn advance(game: &mut Game, last: u64, records: &[Record]) -> Result<(), AppError> {
    for record in records {
        let seq = game.version + 1;
        line::advance(game, seq, &record.payload).map_err(damaged(seq))?;
    }
    if game.version == last {
        return Ok(());
    }
    Err(AppError::NoSuchEvent(game.version + 1))
}

fn damaged(seq: u64) -> impl Fn(ReplayError) -> AppError {
    move |error| AppError::Damaged { seq, error }
}
