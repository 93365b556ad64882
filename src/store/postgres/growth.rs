//! A growth of the tree as one statement.

use sqlx::{PgConnection, Postgres};

use super::super::driver::fault;
use super::super::{Grown, Growth, Leaf, StoreError, sql};

pub(super) async fn grow(
    connection: &mut PgConnection,
    growth: &Growth,
) -> Result<Grown, StoreError> {
    let head = &growth.head;
    let query = sqlx::query(sql::audited::PG_GROW)
        .bind(growth.first)
        .bind(head.size)
        .bind(head.root.as_slice())
        .bind(head.at_us)
        .bind(head.games.created)
        .bind(head.games.finished)
        .bind(head.games.aborted)
        .bind((growth.first..head.size).collect::<Vec<_>>())
        .bind(column(growth, |leaf| leaf.game.0.as_slice()))
        .bind(column(growth, |leaf| leaf.seq))
        .bind(column(growth, |leaf| leaf.hash.as_slice()))
        .bind(column(growth, |leaf| leaf.status.code()))
        .bind(nodes(growth, |(position, _)| *position))
        .bind(nodes(growth, |(_, hash)| hash.as_slice()));
    let grown = query
        .fetch_all(connection)
        .await
        .map_err(fault::<Postgres>)?;
    Ok(if grown.is_empty() {
        Grown::Stale
    } else {
        Grown::Done
    })
}

/// One array a column.
fn column<'g, T>(growth: &'g Growth, of: impl FnMut(&'g Leaf) -> T) -> Vec<T> {
    growth.leaves.iter().map(of).collect()
}

fn nodes<'g, T>(growth: &'g Growth, of: impl FnMut(&'g (i64, [u8; 32])) -> T) -> Vec<T> {
    growth.nodes.iter().map(of).collect()
}
