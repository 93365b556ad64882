//! The secrets of the server: what signs receipts, what signs tokens, what seals the dice.
//!
//! Three rings, one file (see [`mod@file`]):
//! - **receipt** keys sign the head of each game's log (PC-DICE/1, 3.7); a retired one stays in the
//!   published key set for ever, because a receipt must be checkable for ever;
//! - **token** keys sign access and invite tokens (RFC 8725: one algorithm per key);
//! - **sealing** keys encrypt the server's live dice chains at rest (PC-DICE/1, 3.10); a retired
//!   one opens what it sealed and seals nothing new.
//!
//! Nothing here can be printed or serialised with a secret in it.

pub mod file;
mod ring;
mod secret;
mod stored;

use serde_json::{Value, json};

pub use file::KeysError;
pub use ring::{Kid, RetiredKey, SealError, SealingRing, SigningRing};
pub use secret::Secret;

/// All keys of a running server.
#[derive(Debug)]
pub struct Keys {
    receipt: SigningRing,
    token: SigningRing,
    sealing: SealingRing,
}

impl Keys {
    /// Fresh keys for a server that has none.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn generate(now_us: i64) -> Result<Self, KeysError> {
        Ok(Self {
            receipt: SigningRing::new(Secret::random()?, now_us),
            token: SigningRing::new(Secret::random()?, now_us),
            sealing: SealingRing::new(Secret::random()?, now_us),
        })
    }

    /// Signs `message` with the receipt key in use and names that key.
    #[must_use]
    pub fn sign_receipt(&self, message: &[u8]) -> (&Kid, [u8; 64]) {
        self.receipt.sign(message)
    }

    /// The ring that signs tokens.
    #[must_use]
    pub fn token(&self) -> &SigningRing {
        &self.token
    }

    /// Encrypts `plaintext`, bound to `aad`: key id, random nonce, ciphertext.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn seal(&self, aad: &[u8], plaintext: &[u8]) -> Result<Vec<u8>, SealError> {
        self.sealing.seal(aad, plaintext)
    }

    /// Decrypts what [`Keys::seal`] made for the same `aad`, with the key of that day.
    ///
    /// # Errors
    /// When the key is unknown, the bytes were altered, or they belong to another `aad`.
    pub fn open(
        &self,
        aad: &[u8],
        sealed: &[u8],
    ) -> Result<zeroize::Zeroizing<Vec<u8>>, SealError> {
        self.sealing.open(aad, sealed)
    }

    /// The id of the key that signs receipts now.
    #[must_use]
    pub fn receipt_kid(&self) -> &str {
        self.receipt.kid().as_str()
    }

    /// A secret of its own for `label`, derived from the oldest sealing key: it outlives rotations.
    #[must_use]
    pub fn derive(&self, label: &str) -> Secret {
        self.sealing.derive(label)
    }

    /// New keys in every ring; the old ones are retired, none is forgotten.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn rotate(self, now_us: i64) -> Result<Self, KeysError> {
        Ok(Self {
            receipt: self.receipt.rotate(Secret::random()?, now_us),
            token: self.token.rotate(Secret::random()?, now_us),
            sealing: self.sealing.rotate(Secret::random()?, now_us),
        })
    }

    /// The public halves as a JSON Web Key Set (RFC 7517, RFC 8037).
    #[must_use]
    pub fn jwks(&self) -> Value {
        let keys = self.receipt.public_keys().chain(self.token.public_keys());
        let keys: Vec<Value> = keys
            .map(|(kid, public)| {
                json!({
                    "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig",
                    "kid": kid.as_str(), "x": secret::base64url(&public),
                })
            })
            .collect();
        json!({ "keys": keys })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ed25519_dalek::{Signature, VerifyingKey};

    fn published(keys: &Keys, kid: &str) -> VerifyingKey {
        let jwks = keys.jwks();
        let listed = jwks["keys"].as_array().unwrap();
        let key = listed.iter().find(|key| key["kid"] == kid).unwrap();
        let bytes = secret::from_base64url(key["x"].as_str().unwrap()).unwrap();
        VerifyingKey::from_bytes(&bytes).unwrap()
    }

    #[test]
    fn a_receipt_is_checkable_with_the_published_keys_even_after_rotations() {
        let keys = Keys::generate(1).unwrap();
        let (kid, signature) = keys.sign_receipt(b"head");
        let kid = kid.as_str().to_owned();
        let keys = keys.rotate(2).unwrap().rotate(3).unwrap();
        let signature = Signature::from_bytes(&signature);
        published(&keys, &kid)
            .verify_strict(b"head", &signature)
            .unwrap();
        assert_ne!(keys.sign_receipt(b"head").0.as_str(), kid);
        assert_eq!(keys.jwks()["keys"].as_array().unwrap().len(), 6);
    }

    #[test]
    fn what_was_sealed_opens_after_a_rotation_and_only_for_its_own_game() {
        let keys = Keys::generate(1).unwrap();
        let sealed = keys.seal(b"game 1", b"chain").unwrap();
        let again = keys.seal(b"game 1", b"chain").unwrap();
        assert_ne!(sealed, again);
        let keys = keys.rotate(2).unwrap();
        assert_eq!(keys.open(b"game 1", &sealed).unwrap().as_slice(), b"chain");
        assert!(keys.open(b"game 2", &sealed).is_err());
    }

    #[test]
    fn an_altered_or_truncated_seal_is_refused() {
        let keys = Keys::generate(1).unwrap();
        let sealed = keys.seal(b"", b"chain").unwrap();
        for byte in 0..sealed.len() {
            let mut forged = sealed.clone();
            forged[byte] ^= 1;
            assert!(keys.open(b"", &forged).is_err(), "byte {byte}");
            assert!(keys.open(b"", &sealed[..byte]).is_err(), "first {byte}");
        }
    }

    #[test]
    fn no_secret_appears_when_keys_are_printed() {
        let keys = Keys::generate(1).unwrap();
        let printed = format!("{keys:?} {}", keys.jwks());
        for secret in keys.secrets_for_test() {
            let (hex, text) = (hex::encode(secret), secret::base64url(&secret));
            assert!(!printed.contains(&hex) && !printed.contains(&text));
            assert!(!printed.contains(&format!("{secret:?}")));
        }
    }

    impl Keys {
        fn secrets_for_test(&self) -> [[u8; 32]; 3] {
            [
                *self.receipt.active_secret().expose(),
                *self.token.active_secret().expose(),
                *self.sealing.active_secret().expose(),
            ]
        }
    }
}
