//! The transparency log and the catalogue in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::{MemoryStore, Tables};
use crate::game::GameId;
use crate::store::{
    AuditStore, CatalogueRow, Grown, Growth, Leaf, Listing, Pending, Placed, Snapshot, Status,
    StoreError, TreeHead, TreeNode,
};

/// The tree as it was written.
#[derive(Default)]
pub(super) struct Tree {
    pending: BTreeMap<GameId, Option<i64>>,
    leaves: Vec<Leaf>,
    nodes: BTreeMap<i64, [u8; 32]>,
    heads: BTreeMap<i64, TreeHead>,
}

impl Tree {
    /// A new game has no leaf yet.
    pub(super) fn await_first_leaf(&mut self, game: GameId) {
        self.pending.insert(game, None);
    }

    /// The next size after that one, if the tree had that size.
    pub(super) fn grown_from(&self, size: i64) -> Option<TreeHead> {
        let had = size == 0 || self.heads.contains_key(&size);
        let later = self.heads.range(size + 1..).next();
        later.filter(|_| had).map(|(_, head)| *head)
    }

    fn grow(&mut self, growth: &Growth) -> Grown {
        if growth.first != number(self.leaves.len()) {
            return Grown::Stale;
        }
        for leaf in &growth.leaves {
            self.leaves.push(*leaf);
            if leaf.status.is_over() {
                self.pending.remove(&leaf.game);
            } else {
                self.pending.insert(leaf.game, Some(leaf.seq));
            }
        }
        self.nodes.extend(growth.nodes.iter().copied());
        self.heads.insert(growth.head.size, growth.head);
        Grown::Done
    }

    fn placed(&self) -> impl DoubleEndedIterator<Item = Placed> + '_ {
        let numbered = self.leaves.iter().enumerate();
        numbered.map(|(index, leaf)| Placed {
            index: number(index),
            leaf: *leaf,
        })
    }
}

fn number(index: usize) -> i64 {
    i64::try_from(index).expect("no vector is longer than that")
}

fn head(game: GameId, snapshot: &Snapshot) -> Leaf {
    Leaf {
        game,
        seq: snapshot.version,
        hash: snapshot.head,
        status: snapshot.status,
    }
}

impl Tables {
    fn pending(&self, after: Option<GameId>) -> Vec<Pending> {
        let later = self.tree.pending.iter();
        let later = later.filter(|(game, _)| after.is_none_or(|after| **game > after));
        let heads = later.filter_map(|(game, logged)| {
            let (snapshot, _) = self.games.get(game)?;
            Some(Pending {
                logged: *logged,
                head: head(*game, snapshot),
            })
        });
        heads.take(Growth::MOST as usize).collect()
    }
}

#[async_trait]
impl AuditStore for MemoryStore {
    async fn pending(&self, after: Option<GameId>) -> Result<Vec<Pending>, StoreError> {
        Ok(self.tables().pending(after))
    }

    async fn grow(&self, growth: &Growth) -> Result<Grown, StoreError> {
        Ok(self.tables().tree.grow(growth))
    }

    async fn tree_heads(&self, upto: i64, limit: u32) -> Result<Vec<TreeHead>, StoreError> {
        let tables = self.tables();
        let heads = tables.tree.heads.range(..=upto).rev();
        Ok(heads.take(limit as usize).map(|(_, head)| *head).collect())
    }

    async fn nodes(&self, positions: &[i64]) -> Result<Vec<TreeNode>, StoreError> {
        let tables = self.tables();
        let node = |position: &i64| {
            let hash = tables.tree.nodes.get(position)?;
            Some((*position, *hash))
        };
        Ok(positions.iter().filter_map(node).collect())
    }

    async fn leaves(&self, first: i64, last: i64) -> Result<Vec<Placed>, StoreError> {
        let tables = self.tables();
        let range = first..=last;
        let inside = tables.tree.placed();
        Ok(inside
            .filter(|placed| range.contains(&placed.index))
            .collect())
    }

    async fn leaf_of(&self, game: GameId, size: i64) -> Result<Option<Placed>, StoreError> {
        let tables = self.tables();
        let mut newest = tables.tree.placed().rev();
        Ok(newest.find(|placed| placed.leaf.game == game && placed.index < size))
    }

    async fn final_leaves(&self, first: i64, limit: u32) -> Result<Vec<Placed>, StoreError> {
        let tables = self.tables();
        let over = |placed: &Placed| placed.index >= first && placed.leaf.status.is_over();
        let last = tables.tree.placed().filter(over);
        Ok(last.take(limit as usize).collect())
    }

    async fn catalogue(
        &self,
        status: Option<Status>,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<CatalogueRow>, StoreError> {
        let tables = self.tables();
        let shown = |(game, (snapshot, _)): &(&GameId, &(Snapshot, Listing))| {
            after.is_none_or(|after| **game > after)
                && status.is_none_or(|status| snapshot.status == status)
        };
        let rows = tables.games.iter().filter(shown).take(limit as usize);
        Ok(rows
            .map(|(game, (snapshot, listing))| CatalogueRow {
                head: head(*game, snapshot),
                ruleset: listing.ruleset.clone(),
                created_at_us: listing.created_at_us,
            })
            .collect())
    }

    async fn totals(&self) -> Result<Vec<(Status, i64)>, StoreError> {
        let tables = self.tables();
        let count = |status| {
            let games = tables.games.values();
            let of_it = games.filter(|(snapshot, _)| snapshot.status == status);
            (status, number(of_it.count()))
        };
        let totals = Status::ALL.map(count).into_iter();
        Ok(totals.filter(|(_, games)| *games > 0).collect())
    }
}
