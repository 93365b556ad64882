//! Checking proofs, as RFC 9162 (2.1.3.2, 2.1.4.2) writes it down: by other means than they are
//! made.

use super::merkle::{Hash, node_hash};

/// Whether `path` proves that the leaf with hash `leaf` stands at `index` in the tree of `size`
/// leaves with that root.
#[must_use]
pub fn included(leaf: &Hash, index: u64, size: u64, path: &[Hash], root: &Hash) -> bool {
    if index >= size {
        return false;
    }
    let mut climb = Climb::new(index, size - 1);
    let mut hash = *leaf;
    for next in path {
        match climb.step() {
            Some(Side::Left) => hash = node_hash(next, &hash),
            Some(Side::Right) => hash = node_hash(&hash, next),
            None => return false,
        }
    }
    climb.is_done() && hash == *root
}

/// Whether `path` proves that the tree of `old` leaves is the beginning of the tree of `new`.
#[must_use]
pub fn consistent(old: (u64, &Hash), new: (u64, &Hash), path: &[Hash]) -> bool {
    let ((old_size, old_root), (new_size, new_root)) = (old, new);
    if old_size == new_size {
        return path.is_empty() && old_root == new_root;
    }
    if old_size == 0 || old_size > new_size {
        return path.is_empty() && old_size == 0;
    }
    // The old root is left out of a proof where it is a node of the new tree.
    let own = old_size.is_power_of_two().then_some(old_root);
    let mut path = own.into_iter().chain(path);
    let Some(first) = path.next() else {
        return false;
    };
    let mut climb = Climb::new(old_size - 1, new_size - 1);
    climb.skip_complete();
    let (mut old_hash, mut new_hash) = (*first, *first);
    for next in path {
        match climb.step() {
            Some(Side::Left) => {
                old_hash = node_hash(next, &old_hash);
                new_hash = node_hash(next, &new_hash);
            }
            Some(Side::Right) => new_hash = node_hash(&new_hash, next),
            None => return false,
        }
    }
    climb.is_done() && old_hash == *old_root && new_hash == *new_root
}

/// On which side of the path the next hash of a proof stands.
enum Side {
    Left,
    Right,
}

/// The way up: `at` is the node under way and `last` the last node, both of one height.
struct Climb {
    at: u64,
    last: u64,
}

impl Climb {
    fn new(at: u64, last: u64) -> Climb {
        Climb { at, last }
    }

    fn up(&mut self) {
        self.at >>= 1;
        self.last >>= 1;
    }

    fn skip_complete(&mut self) {
        while self.at & 1 == 1 {
            self.up();
        }
    }

    /// `None` above the root.
    fn step(&mut self) -> Option<Side> {
        if self.last == 0 {
            return None;
        }
        let side = if self.at & 1 == 1 || self.at == self.last {
            while self.at & 1 == 0 && self.at != 0 {
                self.up();
            }
            Side::Left
        } else {
            Side::Right
        };
        self.up();
        Some(side)
    }

    fn is_done(&self) -> bool {
        self.last == 0
    }
}
