//! The transparency log: grows by the heads of the games that changed, proves what is in it.

mod signer;

use std::collections::BTreeMap;
use std::ops::Range;

use super::turn::seq;
use super::writer::number;
use super::{App, AppError};
use crate::audit::transparency::Leaf;
use crate::audit::transparency::merkle::{self, Edge, Hash, Node};
use crate::audit::transparency::note::{Checkpoint, LogKey};
use crate::game::{GameId, Head};
use crate::store::{Grown, Growth, Pending, Placed, StoreError, TreeGames, TreeHead};

pub(super) use signer::Signer;

/// A proof that a leaf is in a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inclusion {
    /// Where the leaf stands.
    pub index: u64,
    /// The leaf.
    pub leaf: Leaf,
    /// How many leaves the tree has.
    pub size: u64,
    /// The hashes of the proof, from the leaf upwards.
    pub path: Vec<Hash>,
}

/// A proof that a tree is the beginning of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consistency {
    /// How many leaves the smaller tree has.
    pub old: u64,
    /// How many leaves the larger tree has.
    pub new: u64,
    /// The hashes of the proof.
    pub path: Vec<Hash>,
}

impl App {
    /// Makes a checkpoint: every game that was created or has changed since it was logged last gets
    /// a leaf. Safe to repeat, and to run in several processes at once.
    ///
    /// # Errors
    /// [`AppError`]; what was logged before the failure stays, the rest is for the next time.
    pub async fn checkpoint(&self) -> Result<TreeHead, AppError> {
        let mut after = None;
        loop {
            // Read before the games: a growth is refused if another one came in between.
            let tree = self.tree().await?;
            let page = self.store.pending(after).await?;
            let Some(last) = page.last().map(|pending| pending.head.game) else {
                return Ok(tree);
            };
            let changed: Vec<Pending> = page.into_iter().filter(Pending::has_changed).collect();
            if changed.is_empty() || self.grow(&tree, &changed).await? == Grown::Done {
                after = Some(last);
            }
        }
    }

    async fn grow(&self, tree: &TreeHead, changed: &[Pending]) -> Result<Grown, AppError> {
        let size = seq(tree.size);
        let peaks = self.nodes(&merkle::nodes_of(&(0..size))).await?;
        let mut edge = Edge::new(size, peaks).ok_or(MISSING)?;
        let (mut nodes, mut games) = (Vec::new(), tree.games);
        for pending in changed {
            let made = edge.push(read(&pending.head).hash());
            nodes.extend(made.iter().map(|(node, hash)| (position(*node), *hash)));
            games = games.with(pending);
        }
        let growth = Growth {
            first: tree.size,
            leaves: changed.iter().map(|pending| pending.head).collect(),
            nodes,
            head: TreeHead {
                size: number(edge.size()),
                root: edge.root(),
                at_us: self.clock.now_us(),
                games,
            },
        };
        self.writer.grow(growth).await
    }

    /// The tree as it stands.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn tree(&self) -> Result<TreeHead, AppError> {
        let newest = self.store.tree_heads(i64::MAX, 1).await?.pop();
        Ok(newest.unwrap_or_else(|| TreeHead {
            size: 0,
            root: merkle::fold(&[]),
            at_us: self.clock.now_us(),
            games: TreeGames::default(),
        }))
    }

    /// Trees that were checkpoints, the largest first, from `upto` leaves downwards.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn trees(&self, upto: u64, limit: u32) -> Result<Vec<TreeHead>, AppError> {
        Ok(self.store.tree_heads(number(upto), limit).await?)
    }

    /// The signed checkpoint of a tree: the same tree gives the same bytes.
    #[must_use]
    pub fn signed(&self, tree: &TreeHead) -> String {
        self.signer.sign(&Checkpoint {
            size: seq(tree.size),
            root: tree.root,
        })
    }

    /// The key that signs checkpoints, and the name of the log.
    #[must_use]
    pub fn log_key(&self) -> &LogKey {
        self.signer.key()
    }

    /// Leaves from number `first` on, in order.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn leaves(&self, first: u64, limit: u32) -> Result<Vec<(u64, Leaf)>, AppError> {
        let last = first.saturating_add(u64::from(limit)).saturating_sub(1);
        let placed = self.store.leaves(number(first), number(last)).await?;
        Ok(placed.iter().map(numbered).collect())
    }

    /// The last leaves of games that are over, from number `first` on, in the order in which they
    /// were logged: a game that ends later comes later.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn final_leaves(&self, first: u64, limit: u32) -> Result<Vec<(u64, Leaf)>, AppError> {
        let placed = self.store.final_leaves(number(first), limit).await?;
        Ok(placed.iter().map(numbered).collect())
    }

    /// Proves that leaf `index` is in the tree of `size` leaves.
    ///
    /// # Errors
    /// [`AppError::NotInTree`].
    pub async fn inclusion(&self, index: u64, size: u64) -> Result<Inclusion, AppError> {
        self.reach(size).await?;
        let path = merkle::inclusion(index, size).ok_or(AppError::NotInTree)?;
        let (_, leaf) = self
            .leaves(index, 1)
            .await?
            .pop()
            .ok_or(AppError::NotInTree)?;
        Ok(Inclusion {
            index,
            leaf,
            size,
            path: self.hashes(&path).await?,
        })
    }

    /// Proves that the newest leaf of a game is in the tree of `size` leaves.
    ///
    /// # Errors
    /// [`AppError::NotInTree`] if the game is not in it yet.
    pub async fn inclusion_of(&self, game: GameId, size: u64) -> Result<Inclusion, AppError> {
        let leaf = self.store.leaf_of(game, number(size)).await?;
        let leaf = leaf.ok_or(AppError::NotInTree)?;
        self.inclusion(seq(leaf.index), size).await
    }

    /// Proves that the tree of `old` leaves is the beginning of the tree of `new`.
    ///
    /// # Errors
    /// [`AppError::NotInTree`] if the tree never had that size, or `old` is larger.
    pub async fn consistency(&self, old: u64, new: u64) -> Result<Consistency, AppError> {
        self.reach(new).await?;
        let path = merkle::consistency(old, new).ok_or(AppError::NotInTree)?;
        let path = self.hashes(&path).await?;
        Ok(Consistency { old, new, path })
    }

    async fn reach(&self, size: u64) -> Result<(), AppError> {
        if size <= seq(self.tree().await?.size) {
            Ok(())
        } else {
            Err(AppError::NotInTree)
        }
    }

    /// The hashes over these ranges.
    async fn hashes(&self, ranges: &[Range<u64>]) -> Result<Vec<Hash>, AppError> {
        let parts: Vec<Vec<Node>> = ranges.iter().map(merkle::nodes_of).collect();
        let hashes = self.nodes(&parts.concat()).await?;
        let mut rest = hashes.as_slice();
        let folded = parts.iter().map(|part| {
            let (own, others) = rest.split_at(part.len());
            rest = others;
            merkle::fold(own)
        });
        Ok(folded.collect())
    }

    /// The hashes of these nodes, in the same order.
    async fn nodes(&self, nodes: &[Node]) -> Result<Vec<Hash>, AppError> {
        let positions: Vec<i64> = nodes.iter().map(|node| position(*node)).collect();
        let stored = self.store.nodes(&positions).await?;
        let stored: BTreeMap<i64, Hash> = stored.into_iter().collect();
        let hash = |position| stored.get(position).copied().ok_or(MISSING.into());
        positions.iter().map(hash).collect()
    }
}

/// A tree without one of its nodes was damaged.
const MISSING: StoreError = StoreError::Corrupt("a tree without one of its nodes");

fn position(node: Node) -> i64 {
    number(node.position())
}

fn numbered(placed: &Placed) -> (u64, Leaf) {
    (seq(placed.index), read(&placed.leaf))
}

fn read(stored: &crate::store::Leaf) -> Leaf {
    Leaf {
        game: stored.game,
        seq: seq(stored.seq),
        head: Head(stored.hash),
    }
}
