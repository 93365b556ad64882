//! Checkpoints as signed notes: <https://c2sp.org/tlog-checkpoint>, <https://c2sp.org/signed-note>.
//!
//! ```text
//! petits-chevaux/log/5ac1…            the origin: which log
//! 1234                                 how many leaves
//! 3q2+7w…                              the root, base64
//!
//! — petits-chevaux/log/5ac1… kPuh…     key id and signature, base64
//! ```

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, VerifyingKey};
use sha2::{Digest, Sha256};

use super::merkle::Hash;

/// What stands before a signature: an em dash and a space.
const DASH: &str = "\u{2014} ";
/// The kind of the signatures: Ed25519.
const ED25519: u8 = 1;

/// The public key of a log, with the log's name (a "verifier key" of signed-note).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogKey {
    name: String,
    key: VerifyingKey,
}

/// A key or a note cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoteError {
    /// The text is no verifier key.
    #[error("not a verifier key: expected name+hash+key with an Ed25519 key")]
    Key,
    /// The text is no signed note.
    #[error("not a signed note: a text, an empty line and lines of signatures")]
    Shape,
    /// The text of the note is no checkpoint.
    #[error("not a checkpoint: origin, size and root, a line each")]
    Checkpoint,
    /// The key did not sign it.
    #[error("no signature of the log's key")]
    Unsigned,
    /// It is of another log.
    #[error("a checkpoint of another log")]
    Origin,
}

impl LogKey {
    /// The key of a log. The name has neither spaces nor `+` and is not empty; `None` otherwise.
    #[must_use]
    pub fn new(name: &str, key: VerifyingKey) -> Option<LogKey> {
        let bad = |c: char| c.is_whitespace() || c.is_control() || c == '+';
        let good = !name.is_empty() && !name.contains(bad);
        good.then(|| LogKey {
            name: name.to_owned(),
            key,
        })
    }

    /// The name of the log: the first line of its checkpoints.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The short hash that signatures carry to say whose they are.
    fn id(&self) -> [u8; 4] {
        let hasher = Sha256::new().chain_update(&self.name).chain_update(b"\n");
        let hasher = hasher
            .chain_update([ED25519])
            .chain_update(self.key.as_bytes());
        let hash: Hash = hasher.finalize().into();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    /// A text with its signature, which was made over exactly `text` with the secret half.
    #[must_use]
    pub fn note(&self, text: &str, signature: &[u8; 64]) -> String {
        let signed = STANDARD.encode([&self.id()[..], signature].concat());
        format!("{text}\n{DASH}{} {signed}\n", self.name)
    }

    /// The text of a note that this key signed; further signatures are passed over.
    ///
    /// # Errors
    /// [`NoteError`].
    pub fn open<'n>(&self, note: &'n str) -> Result<&'n str, NoteError> {
        let (text, signatures) = note.rsplit_once("\n\n").ok_or(NoteError::Shape)?;
        let text = note.get(..=text.len()).ok_or(NoteError::Shape)?;
        let signatures = signatures.strip_suffix('\n').ok_or(NoteError::Shape)?;
        for line in signatures.split('\n') {
            let line = line.strip_prefix(DASH).ok_or(NoteError::Shape)?;
            let (name, bytes) = line.split_once(' ').ok_or(NoteError::Shape)?;
            if name == self.name && self.signed(text, bytes) {
                return Ok(text);
            }
        }
        Err(NoteError::Unsigned)
    }

    fn signed(&self, text: &str, bytes: &str) -> bool {
        let bytes = STANDARD.decode(bytes).unwrap_or_default();
        let Some((id, signature)) = bytes.split_first_chunk::<4>() else {
            return false;
        };
        let signature = Signature::from_slice(signature);
        *id == self.id()
            && signature.is_ok_and(|s| self.key.verify_strict(text.as_bytes(), &s).is_ok())
    }
}

impl fmt::Display for LogKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = STANDARD.encode([&[ED25519], &self.key.as_bytes()[..]].concat());
        write!(f, "{}+{}+{key}", self.name, hex::encode(self.id()))
    }
}

impl FromStr for LogKey {
    type Err = NoteError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.trim_end_matches('\n').splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(NoteError::Key);
        };
        let bytes = STANDARD.decode(key).map_err(|_| NoteError::Key)?;
        let key = bytes.strip_prefix(&[ED25519]).ok_or(NoteError::Key)?;
        let key = key.try_into().map_err(|_| NoteError::Key)?;
        let key = VerifyingKey::from_bytes(key).map_err(|_| NoteError::Key)?;
        let key = LogKey::new(name, key).ok_or(NoteError::Key)?;
        (hex::encode(key.id()) == id)
            .then_some(key)
            .ok_or(NoteError::Key)
    }
}

/// A state of a log: so many leaves, under that root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// How many leaves.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
}

impl Checkpoint {
    /// The text that is signed.
    #[must_use]
    pub fn text(&self, origin: &str) -> String {
        format!("{origin}\n{}\n{}\n", self.size, STANDARD.encode(self.root))
    }

    /// Reads a note and checks that the log signed it.
    ///
    /// # Errors
    /// [`NoteError`].
    pub fn open(note: &str, key: &LogKey) -> Result<Checkpoint, NoteError> {
        let mut lines = key.open(note)?.split('\n');
        if lines.next() != Some(key.name()) {
            return Err(NoteError::Origin);
        }
        let (size, root) = (lines.next(), lines.next());
        let size = size.filter(|size| *size == "0" || !size.starts_with(['0', '+']));
        let size = size.and_then(|size| size.parse().ok());
        let root = root.and_then(|root| STANDARD.decode(root).ok()?.try_into().ok());
        match (size, root) {
            (Some(size), Some(root)) => Ok(Checkpoint { size, root }),
            _ => Err(NoteError::Checkpoint),
        }
    }
}
