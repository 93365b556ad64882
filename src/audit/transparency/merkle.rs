//! The tree of RFC 6962: its hashes, the nodes worth storing, and which of them a proof needs.
//!
//! Stored are the *complete* nodes only, those over 2^level leaves: they never change. Every other
//! hash is that of a range of leaves, folded from complete nodes when it is asked for, so that
//! appending and proving cost a number of nodes that grows with the logarithm of the tree.

use std::ops::Range;

use sha2::{Digest, Sha256};

/// SHA-256.
pub type Hash = [u8; 32];

/// The hash of a leaf: SHA-256 over a zero byte and the leaf.
#[must_use]
pub fn leaf_hash(leaf: &[u8]) -> Hash {
    Sha256::new()
        .chain_update([0])
        .chain_update(leaf)
        .finalize()
        .into()
}

/// The hash of an inner node: SHA-256 over a one byte and the two hashes below.
#[must_use]
pub fn node_hash(left: &Hash, right: &Hash) -> Hash {
    let hasher = Sha256::new().chain_update([1]);
    hasher
        .chain_update(left)
        .chain_update(right)
        .finalize()
        .into()
}

/// A complete node: the one over the leaves `index << level` to `(index + 1) << level`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node {
    /// Its height; 0 is a leaf.
    pub level: u32,
    /// Its place among the nodes of its height.
    pub index: u64,
}

impl Node {
    /// One number for it that no other node has: its place in the in-order walk of a tree without
    /// end. Leaves have the even ones.
    #[must_use]
    pub fn position(self) -> u64 {
        (self.index << (self.level + 1)) + (1 << self.level) - 1
    }
}

/// The largest power of two below `leaves`, which is at least 2.
fn split(leaves: u64) -> u64 {
    1 << (leaves - 1).ilog2()
}

/// The complete nodes that a range of leaves consists of, left to right. The range is one that the
/// functions below give, or begins at 0.
#[must_use]
pub fn nodes_of(range: &Range<u64>) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut first = range.start;
    while first < range.end {
        let level = (range.end - first).ilog2();
        let index = first >> level;
        nodes.push(Node { level, index });
        first += 1 << level;
    }
    nodes
}

/// The hash over a range, from the hashes of its complete nodes, left to right.
#[must_use]
pub fn fold(nodes: &[Hash]) -> Hash {
    let Some((last, rest)) = nodes.split_last() else {
        return Sha256::digest([]).into();
    };
    rest.iter()
        .rfold(*last, |right, left| node_hash(left, &right))
}

/// The ranges whose hashes prove that leaf `index` is in the tree of `size` leaves, from the leaf
/// upwards (RFC 6962, 2.1.1); `None` if there is no such leaf.
#[must_use]
pub fn inclusion(index: u64, size: u64) -> Option<Vec<Range<u64>>> {
    if index >= size {
        return None;
    }
    let (mut inside, mut path) = (0..size, Vec::new());
    while inside.end - inside.start > 1 {
        let middle = inside.start + split(inside.end - inside.start);
        if index < middle {
            path.push(middle..inside.end);
            inside.end = middle;
        } else {
            path.push(inside.start..middle);
            inside.start = middle;
        }
    }
    path.reverse();
    Some(path)
}

/// The ranges whose hashes prove that the tree of `old` leaves is the beginning of the tree of
/// `new` leaves (RFC 6962, 2.1.2); none when there is nothing to prove, `None` if `old` is larger.
#[must_use]
pub fn consistency(old: u64, new: u64) -> Option<Vec<Range<u64>>> {
    if old > new {
        return None;
    }
    let (mut inside, mut path) = (0..new, Vec::new());
    while old > 0 && old != inside.end {
        let middle = inside.start + split(inside.end - inside.start);
        if old <= middle {
            path.push(middle..inside.end);
            inside.end = middle;
        } else {
            path.push(inside.start..middle);
            inside.start = middle;
        }
    }
    // Whoever asks has the old root already.
    if inside.start > 0 {
        path.push(inside);
    }
    path.reverse();
    Some(path)
}

/// The right edge of a tree: what has to be known to append to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edge {
    size: u64,
    peaks: Vec<Hash>,
}

impl Edge {
    /// The edge of the tree of `size` leaves, from the hashes of the nodes of `0..size`; `None` if
    /// these are not as many as there have to be.
    #[must_use]
    pub fn new(size: u64, peaks: Vec<Hash>) -> Option<Edge> {
        let fits = peaks.len() == nodes_of(&(0..size)).len();
        fits.then_some(Edge { size, peaks })
    }

    /// How many leaves the tree has.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The root of the tree.
    #[must_use]
    pub fn root(&self) -> Hash {
        fold(&self.peaks)
    }

    /// Appends a leaf by its hash; gives the nodes that are complete from now on, itself first.
    pub fn push(&mut self, leaf: Hash) -> Vec<(Node, Hash)> {
        let mut node = Node {
            level: 0,
            index: self.size,
        };
        let (mut hash, mut made) = (leaf, vec![(node, leaf)]);
        while node.index % 2 == 1
            && let Some(left) = self.peaks.pop()
        {
            hash = node_hash(&left, &hash);
            node = Node {
                level: node.level + 1,
                index: node.index / 2,
            };
            made.push((node, hash));
        }
        self.peaks.push(hash);
        self.size += 1;
        made
    }
}
