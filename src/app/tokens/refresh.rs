//! Refresh tokens: opaque, stored hashed, each good for one exchange (RFC 9700, 4.14).
//!
//! `rt_` and base64url of a session id (16 bytes) and a secret (32 bytes). What happens to a token
//! that is shown is decided by [`judge`](crate::app::accounts::judge).

use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::app::keys::Secret;
use crate::store::{SecretHash, SessionId};

const PREFIX: &str = "rt_";

/// The text is not a refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a refresh token")]
pub struct RefreshTokenError;

/// A refresh token, as it is handed to a client.
#[derive(Clone, Debug)]
pub struct RefreshToken {
    session: SessionId,
    secret: Secret,
}

impl RefreshToken {
    /// A token with a fresh secret.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn random(session: SessionId) -> Result<Self, getrandom::Error> {
        Ok(Self {
            session,
            secret: Secret::random()?,
        })
    }

    /// The one token that follows this one, for who knows `key`.
    ///
    /// A function and not a draw, so that two requests that race with the same token get the same
    /// successor instead of logging the device out.
    #[must_use]
    pub fn successor(&self, key: &Secret) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(key.expose())
            .expect("HMAC takes a key of any length (RFC 2104)");
        mac.update(&self.session.0);
        mac.update(self.secret.expose());
        let secret = Secret::new(mac.finalize().into_bytes().into());
        Self {
            session: self.session,
            secret,
        }
    }

    /// The session that it belongs to.
    #[must_use]
    pub fn session(&self) -> SessionId {
        self.session
    }

    /// What is stored of it. The secret has 256 bits, so a plain hash cannot be searched.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.secret.expose()).into())
    }

    /// The text for the client.
    #[must_use]
    pub fn reveal(&self) -> String {
        let bytes = Zeroizing::new([&self.session.0[..], self.secret.expose()].concat());
        format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes.as_slice()))
    }
}

impl FromStr for RefreshToken {
    type Err = RefreshTokenError;

    fn from_str(text: &str) -> Result<Self, RefreshTokenError> {
        let encoded = text.strip_prefix(PREFIX).ok_or(RefreshTokenError)?;
        let bytes = URL_SAFE_NO_PAD
            .decode(encoded)
            .map_err(|_| RefreshTokenError)?;
        let bytes = Zeroizing::new(bytes);
        let (session, secret) = bytes.split_first_chunk::<16>().ok_or(RefreshTokenError)?;
        let secret = secret.try_into().map_err(|_| RefreshTokenError)?;
        Ok(Self {
            session: SessionId(*session),
            secret: Secret::new(secret),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_its_text_and_is_never_printed() {
        let token = RefreshToken::random(SessionId([7; 16])).unwrap();
        let text = token.reveal();
        assert_eq!(text.len(), 67);
        let read: RefreshToken = text.parse().unwrap();
        assert_eq!(
            (read.session(), read.hash()),
            (token.session(), token.hash())
        );
        assert!(format!("{token:?}").contains("redacted"));
        for bad in [
            "",
            "rt_",
            "rt_AAAA",
            &text[1..],
            &text[..66],
            &format!("{text}A"),
        ] {
            assert!(bad.parse::<RefreshToken>().is_err(), "{bad}");
        }
    }

    #[test]
    fn two_racing_requests_get_the_same_successor() {
        let token = RefreshToken::random(SessionId([7; 16])).unwrap();
        let key = Secret::new([1; 32]);
        let next = token.successor(&key);
        assert_eq!(next.hash(), token.successor(&key).hash());
        assert_ne!(next.hash(), token.hash());
        assert_ne!(next.hash(), token.successor(&Secret::new([2; 32])).hash());
    }
}
