//! Auditor tokens: a signed leave to read what concerns every game, and to write nothing.

use serde::{Deserialize, Serialize};

use super::{Common, Purpose, TokenError, Tokens, in_time};

/// Somebody who audits this server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Auditor {
    /// The name that the operator gave them.
    pub name: String,
}

#[derive(Serialize, Deserialize)]
struct AuditorClaims {
    #[serde(flatten)]
    common: Common,
    sub: String,
}

impl Tokens {
    /// A token for an auditor, good for `life_s` seconds. It cannot be called back before.
    #[must_use]
    pub fn issue_auditor(&self, auditor: &Auditor, life_s: u64, now_us: i64) -> String {
        let common = self.common(now_us, life_s);
        let sub = auditor.name.clone();
        self.sign(Purpose::Audit, &AuditorClaims { common, sub })
    }

    /// Whose token it is.
    ///
    /// # Errors
    /// When it is not an auditor's token of this server, or no longer.
    pub fn check_auditor(&self, token: &str, now_us: i64) -> Result<Auditor, TokenError> {
        if token.len() > super::MAX_TOKEN_BYTES {
            return Err(TokenError::Invalid);
        }
        let claims: AuditorClaims = self.verify(Purpose::Audit, token)?;
        in_time(claims.common.nbf, claims.common.exp, now_us)?;
        Ok(Auditor { name: claims.sub })
    }
}
