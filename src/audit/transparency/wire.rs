//! Proofs as the API sends them.

use serde::Deserialize;

use super::Leaf;
use super::merkle::Hash;
use super::note::Checkpoint;
use super::proof;
use crate::game::{GameId, Head};

/// The text is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a proof: {0}")]
pub struct WireError(String);

/// A leaf with the proof that it is in a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The number of the leaf.
    pub index: u64,
    /// The leaf.
    pub leaf: Leaf,
    /// How many leaves the tree has.
    pub size: u64,
    /// The hashes of the proof.
    pub path: Vec<Hash>,
}

#[derive(Deserialize)]
struct ProofText {
    leaf: LeafText,
    size: u64,
    path: Vec<String>,
}

#[derive(Deserialize)]
struct LeafText {
    index: u64,
    game: String,
    seq: u64,
    head: String,
}

#[derive(Deserialize)]
struct PathText {
    path: Vec<String>,
}

impl Proved {
    /// Reads a proof of inclusion, as `/v1/transparency/inclusion` gives it.
    ///
    /// # Errors
    /// [`WireError`].
    pub fn read(text: &str) -> Result<Proved, WireError> {
        let ProofText { leaf, size, path } = parse(text)?;
        let game = leaf.game.parse::<GameId>();
        let game = game.map_err(|_| WireError(format!("{} is no game", leaf.game)))?;
        Ok(Proved {
            index: leaf.index,
            leaf: Leaf {
                game,
                seq: leaf.seq,
                head: Head(hash(&leaf.head)?),
            },
            size,
            path: hashes(&path)?,
        })
    }

    /// Whether the leaf is in the tree of that checkpoint.
    #[must_use]
    pub fn holds(&self, checkpoint: &Checkpoint) -> bool {
        let (leaf, Checkpoint { size, root }) = (self.leaf.hash(), checkpoint);
        self.size == *size && proof::included(&leaf, self.index, *size, &self.path, root)
    }
}

/// Reads the hashes of a proof of consistency, as `/v1/transparency/consistency` gives it.
///
/// # Errors
/// [`WireError`].
pub fn read_path(text: &str) -> Result<Vec<Hash>, WireError> {
    let PathText { path } = parse(text)?;
    hashes(&path)
}

fn parse<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, WireError> {
    serde_json::from_str(text).map_err(|error| WireError(error.to_string()))
}

fn hashes(texts: &[String]) -> Result<Vec<Hash>, WireError> {
    texts.iter().map(|text| hash(text)).collect()
}

fn hash(text: &str) -> Result<Hash, WireError> {
    let mut hash = [0; 32];
    hex::decode_to_slice(text, &mut hash)
        .map_err(|_| WireError("a hash has 64 hex digits".to_owned()))?;
    Ok(hash)
}
