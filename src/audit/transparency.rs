//! The transparency log: a Merkle tree over the heads of all games (RFC 6962), whose signed
//! checkpoints bind the operator to one list of games for everybody.
//!
//! - [`merkle`] grows the tree and makes proofs from stored nodes; [`proof`] checks them.
//! - [`note`] is the signed form of a checkpoint (C2SP signed-note and tlog-checkpoint).
//! - [`wire`] reads proofs as the API sends them.
//! - [`witness`] is what somebody outside does with two checkpoints.
//!
//! Own code, since it is about as long as the glue to a crate would be: `ct-merkle` keeps all
//! leaves in memory, and `signed_note` with `tlog_tiles` would bring a second `ed25519-dalek`.

pub mod merkle;
pub mod note;
pub mod proof;
pub mod wire;
pub mod witness;

use crate::game::{GameId, Head};
use merkle::Hash;

/// Keeps a leaf apart from everything else that is hashed here.
const TAG: &[u8] = b"petits-chevaux/tree/v1/leaf\0";

/// A statement of the tree: at some time `head` was the hash of the last event, `seq`, of `game`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// The game.
    pub game: GameId,
    /// The number of its last event.
    pub seq: u64,
    /// The hash of that event.
    pub head: Head,
}

impl Leaf {
    /// The bytes of the leaf: `TAG || G || u64be(seq) || H_seq`, 84 bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        [TAG, &self.game.0, &self.seq.to_be_bytes(), &self.head.0].concat()
    }

    /// Its hash in the tree.
    #[must_use]
    pub fn hash(&self) -> Hash {
        merkle::leaf_hash(&self.bytes())
    }
}
