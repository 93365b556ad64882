//! The operator's published keys (RFC 7517, RFC 8037).

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::VerifyingKey;
use serde::Deserialize;

use crate::game::Signature;
use crate::game::signature::is_signed;

/// Ed25519 keys by their names.
#[derive(Clone, Debug, Default)]
pub struct Keys(BTreeMap<String, VerifyingKey>);

/// Which keys an auditor has, and how far to trust them.
#[derive(Clone, Debug, Default)]
pub enum KeysAtHand {
    /// None: signatures cannot be checked.
    #[default]
    None,
    /// Those that came with the evidence: it agrees with itself, no more.
    OfThePack(Keys),
    /// Those that the auditor saved.
    Own(Keys),
}

impl KeysAtHand {
    pub(super) fn keys(&self) -> Option<&Keys> {
        match self {
            KeysAtHand::None => None,
            KeysAtHand::OfThePack(keys) | KeysAtHand::Own(keys) => Some(keys),
        }
    }

    pub(super) fn source(&self) -> KeySource {
        match self {
            KeysAtHand::None => KeySource::None,
            KeysAtHand::OfThePack(_) => KeySource::Pack,
            KeysAtHand::Own(_) => KeySource::Own,
        }
    }
}

/// Where the keys of a report came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeySource {
    /// There were none.
    None,
    /// The evidence pack.
    Pack,
    /// The auditor.
    Own,
}

impl KeySource {
    /// The word that a program reads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            KeySource::None => "none",
            KeySource::Pack => "pack",
            KeySource::Own => "own",
        }
    }
}

/// The text is not a key set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a JSON Web Key Set: {0}")]
pub struct KeySetError(String);

#[derive(Deserialize)]
struct Set {
    keys: Vec<Key>,
}

/// A key of any kind: those that are not Ed25519 are passed over.
#[derive(Deserialize)]
struct Key {
    kty: String,
    crv: Option<String>,
    kid: Option<String>,
    x: Option<String>,
}

impl Keys {
    /// Reads a key set, as `/.well-known/jwks.json` gives it.
    ///
    /// # Errors
    /// [`KeySetError`] if it is none, or one of its Ed25519 keys is no point of the curve.
    pub fn read(text: &[u8]) -> Result<Keys, KeySetError> {
        let set: Set =
            serde_json::from_slice(text).map_err(|error| KeySetError(error.to_string()))?;
        let mut keys = BTreeMap::new();
        for key in set.keys {
            if (key.kty.as_str(), key.crv.as_deref()) != ("OKP", Some("Ed25519")) {
                continue;
            }
            let name = key.kid.unwrap_or_default();
            let point = key.x.as_deref().and_then(base64url::<32>);
            let point = point.and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok());
            let point = point.ok_or_else(|| KeySetError(format!("key {name} is no point")))?;
            keys.insert(name, point);
        }
        Ok(Keys(keys))
    }

    /// Whether that key signed the message; `None` if there is no such key.
    pub(super) fn signed(&self, kid: &str, message: &[u8], signature: &[u8; 64]) -> Option<bool> {
        let key = self.0.get(kid)?;
        Some(is_signed(key.as_bytes(), message, &Signature(*signature)))
    }
}

/// So many bytes in base64url without padding.
pub(super) fn base64url<const N: usize>(text: &str) -> Option<[u8; N]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}
