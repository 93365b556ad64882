//! A ring of keys: exactly one in use, the retired ones after it.

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use ed25519_dalek::{Signer, SigningKey};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::secret::{Secret, base64url};
use crate::app::random;

/// The name of a signing key: 16 characters of the hash of its public half.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kid(String);

impl Kid {
    fn of(public: &[u8; 32]) -> Self {
        Self(base64url(&Sha256::digest(public)[..12]))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The public half of a signing key that signs no more.
#[derive(Clone, Debug)]
pub struct RetiredKey {
    pub(super) kid: Kid,
    pub(super) public: [u8; 32],
    pub(super) created_at_us: i64,
    pub(super) retired_at_us: i64,
}

impl RetiredKey {
    pub(super) fn new(public: [u8; 32], created_at_us: i64, retired_at_us: i64) -> Self {
        let kid = Kid::of(&public);
        Self {
            kid,
            public,
            created_at_us,
            retired_at_us,
        }
    }
}

/// Ed25519 keys of one purpose (RFC 8032).
#[derive(Debug)]
pub struct SigningRing {
    kid: Kid,
    secret: Secret,
    signer: SigningKey,
    pub(super) created_at_us: i64,
    pub(super) retired: Vec<RetiredKey>,
}

impl SigningRing {
    pub(super) fn new(secret: Secret, created_at_us: i64) -> Self {
        Self::with_retired(secret, created_at_us, Vec::new())
    }

    pub(super) fn with_retired(
        secret: Secret,
        created_at_us: i64,
        retired: Vec<RetiredKey>,
    ) -> Self {
        let signer = SigningKey::from_bytes(secret.expose());
        let kid = Kid::of(signer.verifying_key().as_bytes());
        Self {
            kid,
            secret,
            signer,
            created_at_us,
            retired,
        }
    }

    /// The secret half of the old key is dropped here: only its public half is of use.
    pub(super) fn rotate(mut self, secret: Secret, now_us: i64) -> Self {
        let public = *self.signer.verifying_key().as_bytes();
        self.retired
            .push(RetiredKey::new(public, self.created_at_us, now_us));
        Self::with_retired(secret, now_us, self.retired)
    }

    pub(super) fn active_secret(&self) -> &Secret {
        &self.secret
    }

    /// The name of the key in use.
    #[must_use]
    pub fn kid(&self) -> &Kid {
        &self.kid
    }

    /// The key in use, for a signer that wants it whole.
    #[must_use]
    pub fn signer(&self) -> &SigningKey {
        &self.signer
    }

    /// Signs with the key in use.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> (&Kid, [u8; 64]) {
        (&self.kid, self.signer.sign(message).to_bytes())
    }

    /// Every public key, the one in use first.
    pub fn public_keys(&self) -> impl Iterator<Item = (&Kid, [u8; 32])> {
        let active = (&self.kid, *self.signer.verifying_key().as_bytes());
        let retired = self.retired.iter().map(|key| (&key.kid, key.public));
        std::iter::once(active).chain(retired)
    }
}

/// A sealed secret cannot be made or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// No randomness for a nonce.
    #[error("the operating system gave no randomness")]
    NoRandomness,
    /// The key it names is not in the key file.
    #[error("sealed with a key that is not in the key file")]
    UnknownKey,
    /// Altered, cut, or made for something else.
    #[error("the sealed bytes are not what was sealed here")]
    Forged,
}

/// A sealing key with its number and its dates.
#[derive(Debug)]
pub(super) struct SealingKey {
    pub(super) id: u32,
    pub(super) secret: Secret,
    pub(super) created_at_us: i64,
}

/// Keys for XChaCha20-Poly1305, the last one in use.
#[derive(Debug)]
pub struct SealingRing {
    pub(super) active: SealingKey,
    pub(super) retired: Vec<(SealingKey, i64)>,
}

const ID_BYTES: usize = 4;
const NONCE_BYTES: usize = 24;

impl SealingRing {
    pub(super) fn new(secret: Secret, created_at_us: i64) -> Self {
        Self {
            active: SealingKey {
                id: 1,
                secret,
                created_at_us,
            },
            retired: Vec::new(),
        }
    }

    pub(super) fn rotate(mut self, secret: Secret, now_us: i64) -> Self {
        let id = self.active.id.saturating_add(1);
        self.retired.push((self.active, now_us));
        Self {
            active: SealingKey {
                id,
                secret,
                created_at_us: now_us,
            },
            retired: self.retired,
        }
    }

    #[cfg(test)]
    pub(super) fn active_secret(&self) -> &Secret {
        &self.active.secret
    }

    /// From the oldest key, so that a rotation changes nothing that was derived.
    pub(super) fn derive(&self, label: &str) -> Secret {
        let oldest = self.retired.first().map_or(&self.active, |(key, _)| key);
        let mut mac = Hmac::<Sha256>::new_from_slice(oldest.secret.expose())
            .expect("HMAC takes a key of any length (RFC 2104)");
        mac.update(label.as_bytes());
        Secret::new(mac.finalize().into_bytes().into())
    }

    pub(super) fn seal(&self, aad: &[u8], plaintext: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut nonce = [0; NONCE_BYTES];
        random::fill(&mut nonce).map_err(|_| SealError::NoRandomness)?;
        let sealed = cipher(&self.active.secret)
            .encrypt(
                &XNonce::from(nonce),
                Payload {
                    msg: plaintext,
                    aad,
                },
            )
            .map_err(|_| SealError::Forged)?;
        Ok([&self.active.id.to_be_bytes(), nonce.as_slice(), &sealed].concat())
    }

    pub(super) fn open(&self, aad: &[u8], sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let (id, rest) = sealed
            .split_first_chunk::<ID_BYTES>()
            .ok_or(SealError::Forged)?;
        let (nonce, msg) = rest
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(SealError::Forged)?;
        cipher(self.secret(u32::from_be_bytes(*id))?)
            .decrypt(&XNonce::from(*nonce), Payload { msg, aad })
            .map(Zeroizing::new)
            .map_err(|_| SealError::Forged)
    }

    fn secret(&self, id: u32) -> Result<&Secret, SealError> {
        let retired = self.retired.iter().map(|(key, _)| key);
        std::iter::once(&self.active)
            .chain(retired)
            .find(|key| key.id == id)
            .map(|key| &key.secret)
            .ok_or(SealError::UnknownKey)
    }
}

fn cipher(secret: &Secret) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(secret.expose().into())
}
