//! The transparency log and the catalogue over SQL.

use async_trait::async_trait;

use super::driver::{Driver, Value, in_time};
use super::sql::audited as sql;
use super::sql_store::SqlStore;
use super::{
    AuditStore, CatalogueRow, Grown, Growth, Leaf, Pending, Placed, Status, StoreError, TreeHead,
    TreeNode, rows,
};
use crate::game::GameId;

#[async_trait]
impl<DB: Driver> AuditStore for SqlStore<DB> {
    async fn pending(&self, after: Option<GameId>) -> Result<Vec<Pending>, StoreError> {
        let GameId(after) = lower(after);
        let values = [Value::Bytes(&after), Value::Int(Growth::MOST.into())];
        let found = self.read(sql::PENDING, &values).await?;
        found.iter().map(rows::pending::<DB>).collect()
    }

    async fn grow(&self, growth: &Growth) -> Result<Grown, StoreError> {
        let mut lease = self.writer.lease().await?;
        let grown = in_time::<DB, _>(DB::grow(lease.connection(), growth)).await;
        lease.settle(grown)
    }

    async fn tree_heads(&self, upto: i64, limit: u32) -> Result<Vec<TreeHead>, StoreError> {
        let values = [Value::Int(upto), Value::Int(limit.into())];
        let found = self.read(sql::TREE_HEADS, &values).await?;
        found.iter().map(rows::tree_head::<DB>).collect()
    }

    async fn nodes(&self, positions: &[i64]) -> Result<Vec<TreeNode>, StoreError> {
        let mut nodes = Vec::with_capacity(positions.len());
        for some in positions.chunks(sql::NODES_AT_ONCE) {
            let mut values = [Value::Int(some[0]); sql::NODES_AT_ONCE];
            for (value, position) in values.iter_mut().zip(some) {
                *value = Value::Int(*position);
            }
            for row in self.read(sql::NODES, &values).await? {
                nodes.push(rows::tree_node::<DB>(&row)?);
            }
        }
        Ok(nodes)
    }

    async fn leaves(&self, first: i64, last: i64) -> Result<Vec<Placed>, StoreError> {
        let values = [Value::Int(first), Value::Int(last)];
        let found = self.read(sql::LEAVES, &values).await?;
        found.iter().map(rows::placed::<DB>).collect()
    }

    async fn leaf_of(&self, game: GameId, size: i64) -> Result<Option<Placed>, StoreError> {
        let values = [Value::Bytes(&game.0), Value::Int(size)];
        let found = self.read(sql::LEAF_OF, &values).await?;
        found.first().map(rows::placed::<DB>).transpose()
    }

    async fn final_leaves(&self, first: i64, limit: u32) -> Result<Vec<Placed>, StoreError> {
        let values = [Value::Int(first), Value::Int(limit.into())];
        let found = self.read(sql::FINAL_LEAVES, &values).await?;
        found.iter().map(rows::placed::<DB>).collect()
    }

    async fn catalogue(
        &self,
        status: Option<Status>,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<CatalogueRow>, StoreError> {
        let GameId(after) = lower(after);
        let (after, limit) = (Value::Bytes(&after), Value::Int(limit.into()));
        let found = match status {
            Some(status) => {
                let values = [after, limit, Value::Int(status.code())];
                self.read(sql::CATALOGUE_IN, &values).await?
            }
            None => self.read(sql::CATALOGUE, &[after, limit]).await?,
        };
        found.iter().map(rows::catalogue_row::<DB>).collect()
    }

    async fn totals(&self) -> Result<Vec<(Status, i64)>, StoreError> {
        let found = self.read(sql::TOTALS, &[]).await?;
        found.iter().map(rows::total::<DB>).collect()
    }
}

/// The id that every row of a page is above. No UUID of a game is all zeros.
fn lower(after: Option<GameId>) -> GameId {
    after.unwrap_or(GameId([0; 16]))
}

/// The values of a tree's row, the size that it grew from first.
pub(super) fn of_tree_head(growth: &Growth) -> [Value<'_>; 7] {
    let head = &growth.head;
    [
        Value::Int(growth.first),
        Value::Int(head.size),
        Value::Bytes(&head.root),
        Value::Int(head.at_us),
        Value::Int(head.games.created),
        Value::Int(head.games.finished),
        Value::Int(head.games.aborted),
    ]
}

/// A growth, row by row, inside its transaction.
pub(super) async fn grow<DB: Driver>(
    connection: &mut DB::Connection,
    growth: &Growth,
) -> Result<Grown, StoreError> {
    let guard = DB::all(connection, sql::ADD_TREE_HEAD, &of_tree_head(growth)).await?;
    if guard.is_empty() {
        return Ok(Grown::Stale);
    }
    for (index, leaf) in (growth.first..).zip(&growth.leaves) {
        add_leaf::<DB>(connection, index, leaf).await?;
    }
    for (position, hash) in &growth.nodes {
        let values = [Value::Int(*position), Value::Bytes(hash)];
        DB::all(connection, sql::ADD_NODE, &values).await?;
    }
    Ok(Grown::Done)
}

async fn add_leaf<DB: Driver>(
    connection: &mut DB::Connection,
    index: i64,
    leaf: &Leaf,
) -> Result<(), StoreError> {
    let (game, seq) = (Value::Bytes(&leaf.game.0), Value::Int(leaf.seq));
    let (hash, status) = (Value::Bytes(&leaf.hash), Value::Int(leaf.status.code()));
    let values = [Value::Int(index), game, seq, hash, status];
    DB::all(connection, sql::ADD_LEAF, &values).await?;
    let settled = if leaf.status.is_over() {
        DB::all(connection, sql::DROP_PENDING, &[game]).await
    } else {
        DB::all(connection, sql::KEEP_PENDING, &[game, seq]).await
    };
    settled.map(drop)
}
