//! The key of the log. It is the log's identity, so it is not rotated: it is derived as the
//! pseudonyms are, from the oldest sealing key, and the name of the log is taken from it.

use std::fmt;

use ed25519_dalek::{Signer as _, SigningKey};
use sha2::{Digest, Sha256};

use crate::app::keys::Keys;
use crate::audit::transparency::note::{Checkpoint, LogKey};

/// Signs checkpoints.
pub(in crate::app) struct Signer {
    secret: SigningKey,
    key: LogKey,
}

impl Signer {
    pub(in crate::app) fn new(keys: &Keys) -> Signer {
        let secret = keys.derive("petits-chevaux/tree/v1");
        let secret = SigningKey::from_bytes(secret.expose());
        let public = secret.verifying_key();
        let id = hex::encode(&Sha256::digest(public.as_bytes())[..8]);
        let key = LogKey::new(&format!("petits-chevaux/log/{id}"), public)
            .expect("letters, hyphens, strokes and digits are a good name");
        Signer { secret, key }
    }

    pub(in crate::app) fn key(&self) -> &LogKey {
        &self.key
    }

    /// Ed25519 is deterministic: the same checkpoint gives the same note.
    pub(in crate::app) fn sign(&self, checkpoint: &Checkpoint) -> String {
        let text = checkpoint.text(self.key.name());
        let signature = self.secret.sign(text.as_bytes()).to_bytes();
        self.key.note(&text, &signature)
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.key)
    }
}
