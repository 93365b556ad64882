//! Tokens: signed access and invite tokens here, opaque refresh tokens in [`refresh`].
//!
//! The profile of a signed token (RFC 7519, RFC 8725, RFC 9068):
//! - one algorithm, `EdDSA`; the key is found by `kid` in memory, never by what a token says of it;
//! - `typ` says what it is for, so that an invite never passes as access, and is checked first;
//! - `iss`, `aud`, `sub`, `iat`, `nbf`, `exp`, `jti` are all required and typed;
//! - clocks may differ by [`LEEWAY_S`] at most.
//!
//! An access token lives [`ACCESS_S`] and cannot be called back: revoking a session stops its
//! refresh token at once and its last access token after that time.

mod auditor;
mod cache;
mod invite;
mod provider;
mod refresh;

use std::collections::HashMap;

use ed25519_dalek::pkcs8::EncodePrivateKey;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::cache::Cache;
use super::keys::SigningRing;
use super::random;
use crate::game::PlayerId;
use crate::store::SessionId;

pub use auditor::Auditor;
pub use invite::Invite;
pub use refresh::{RefreshToken, RefreshTokenError};

/// How long an access token is good for, in seconds.
pub const ACCESS_S: u64 = 15 * 60;
/// How far two clocks may differ, in seconds.
pub const LEEWAY_S: u64 = 5;
/// The longest signed token that is looked at, in bytes.
const MAX_TOKEN_BYTES: usize = 2_048;

const MICROS: i64 = 1_000_000;

/// What a signed token is for: its `typ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Access,
    Invite,
    Audit,
}

impl Purpose {
    fn typ(self) -> &'static str {
        match self {
            Self::Access => "at+jwt",
            Self::Invite => "invite+jwt",
            Self::Audit => "audit+jwt",
        }
    }
}

/// Why a token is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not one of ours, altered, or for another purpose.
    #[error("the token is not one that this server issued for this purpose")]
    Invalid,
    /// It was good once.
    #[error("the token has expired")]
    Expired,
}

/// Who an access token speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The player.
    pub player: PlayerId,
    /// The session that it was issued in.
    pub session: SessionId,
    /// From when it counts, in seconds since 1970.
    not_before_s: u64,
    /// Until when it counts, in seconds since 1970.
    expires_s: u64,
}

impl Access {
    /// Until when it counts, in microseconds since 1970.
    #[must_use]
    pub fn expires_at_us(&self) -> i64 {
        let expires_s = i64::try_from(self.expires_s).unwrap_or(i64::MAX);
        expires_s.saturating_mul(MICROS)
    }
}

#[derive(Serialize, Deserialize)]
struct AccessClaims {
    #[serde(flatten)]
    common: Common,
    sub: String,
    sid: String,
}

#[derive(Serialize, Deserialize)]
struct Common {
    iss: String,
    aud: String,
    iat: u64,
    nbf: u64,
    exp: u64,
    jti: String,
}

/// Issues and checks signed tokens.
pub struct Tokens {
    issuer: String,
    kid: String,
    signer: EncodingKey,
    verifiers: HashMap<String, DecodingKey>,
    cache: Cache,
}

impl Tokens {
    /// Tokens of the server with that public URL: it is their issuer and their audience.
    #[must_use]
    pub fn new(issuer: &str, keys: &SigningRing) -> Self {
        provider::install();
        let der = keys
            .signer()
            .to_pkcs8_der()
            .expect("an Ed25519 key always fits PKCS #8");
        let verifiers = keys
            .public_keys()
            .map(|(kid, public)| (kid.as_str().to_owned(), DecodingKey::from_ed_der(&public)));
        Self {
            issuer: issuer.to_owned(),
            kid: keys.kid().as_str().to_owned(),
            signer: EncodingKey::from_ed_der(der.as_bytes()),
            verifiers: verifiers.collect(),
            cache: Cache::default(),
        }
    }

    /// An access token for `player` in `session`.
    #[must_use]
    pub fn issue_access(&self, player: PlayerId, session: SessionId, now_us: i64) -> String {
        let common = self.common(now_us, ACCESS_S);
        let sid = Uuid::from_bytes(session.0).hyphenated().to_string();
        let sub = player.to_string();
        self.sign(Purpose::Access, &AccessClaims { common, sub, sid })
    }

    /// Who `token` speaks for. A token seen before costs one hash and no signature check.
    ///
    /// # Errors
    /// When it is not an access token of this server, or no longer.
    pub fn check_access(&self, token: &str, now_us: i64) -> Result<Access, TokenError> {
        if token.len() > MAX_TOKEN_BYTES {
            return Err(TokenError::Invalid);
        }
        let access = match self.cache.get(token) {
            Some(known) => known,
            None => self.cache.remember(token, self.read_access(token)?),
        };
        in_time(access.not_before_s, access.expires_s, now_us).map(|()| access)
    }

    fn read_access(&self, token: &str) -> Result<Access, TokenError> {
        let claims: AccessClaims = self.verify(Purpose::Access, token)?;
        Ok(Access {
            player: claims.sub.parse().map_err(|_| TokenError::Invalid)?,
            session: SessionId(uuid_bytes(&claims.sid)?),
            not_before_s: claims.common.nbf,
            expires_s: claims.common.exp,
        })
    }

    fn common(&self, now_us: i64, life_s: u64) -> Common {
        let now_s = seconds(now_us);
        Common {
            iss: self.issuer.clone(),
            aud: self.issuer.clone(),
            iat: now_s,
            nbf: now_s,
            exp: now_s.saturating_add(life_s),
            jti: random::uuid().simple().to_string(),
        }
    }

    fn sign(&self, purpose: Purpose, claims: &impl Serialize) -> String {
        let mut header = Header::new(Algorithm::EdDSA);
        header.typ = Some(purpose.typ().to_owned());
        header.kid = Some(self.kid.clone());
        jsonwebtoken::encode(&header, claims, &self.signer)
            .expect("claims of strings and integers are JSON, and the key is an Ed25519 key")
    }

    /// Everything but the time, which the caller judges by its own clock.
    fn verify<C: DeserializeOwned>(&self, purpose: Purpose, token: &str) -> Result<C, TokenError> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Invalid)?;
        let foreign_key = header.jku.is_some()
            || header.jwk.is_some()
            || header.x5u.is_some()
            || header.x5c.is_some();
        if foreign_key || header.typ.as_deref() != Some(purpose.typ()) {
            return Err(TokenError::Invalid);
        }
        let key = header
            .kid
            .and_then(|kid| self.verifiers.get(&kid))
            .ok_or(TokenError::Invalid)?;
        jsonwebtoken::decode(token, key, &self.validation())
            .map(|data| data.claims)
            .map_err(|_| TokenError::Invalid)
    }

    fn validation(&self) -> Validation {
        let mut validation = Validation::new(Algorithm::EdDSA);
        validation.set_required_spec_claims(&["exp", "nbf", "iss", "aud"]);
        validation.set_issuer(&[&self.issuer]);
        validation.set_audience(&[&self.issuer]);
        validation.validate_exp = false;
        validation
    }
}

fn uuid_bytes(text: &str) -> Result<[u8; 16], TokenError> {
    let id = Uuid::try_parse(text).map_err(|_| TokenError::Invalid)?;
    Ok(id.into_bytes())
}

fn seconds(at_us: i64) -> u64 {
    u64::try_from(at_us / MICROS).unwrap_or_default()
}

fn in_time(not_before_s: u64, expires_s: u64, now_us: i64) -> Result<(), TokenError> {
    let now_s = seconds(now_us);
    if now_s.saturating_add(LEEWAY_S) < not_before_s {
        return Err(TokenError::Invalid);
    }
    if now_s >= expires_s.saturating_add(LEEWAY_S) {
        return Err(TokenError::Expired);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
