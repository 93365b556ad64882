//! Invite tokens: a signed leave to take a seat of one private game.

use serde::{Deserialize, Serialize};

use super::{Common, MICROS, Purpose, TokenError, Tokens, in_time, seconds};
use crate::game::GameId;

/// An invitation to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invite {
    /// The game.
    pub game: GameId,
    /// Until when it counts, in microseconds since 1970.
    pub expires_at_us: i64,
}

#[derive(Serialize, Deserialize)]
struct InviteClaims {
    #[serde(flatten)]
    common: Common,
    game: String,
}

impl Tokens {
    /// A token that opens a private game to whoever shows it.
    #[must_use]
    pub fn issue_invite(&self, invite: Invite, now_us: i64) -> String {
        let mut common = self.common(now_us, 0);
        common.exp = seconds(invite.expires_at_us);
        self.sign(
            Purpose::Invite,
            &InviteClaims {
                common,
                game: invite.game.to_string(),
            },
        )
    }

    /// The game that `token` opens.
    ///
    /// # Errors
    /// When it is not an invite of this server, or no longer.
    pub fn check_invite(&self, token: &str, now_us: i64) -> Result<Invite, TokenError> {
        if token.len() > super::MAX_TOKEN_BYTES {
            return Err(TokenError::Invalid);
        }
        let claims: InviteClaims = self.verify(Purpose::Invite, token)?;
        in_time(claims.common.nbf, claims.common.exp, now_us)?;
        let expires_s = i64::try_from(claims.common.exp).map_err(|_| TokenError::Invalid)?;
        Ok(Invite {
            game: claims.game.parse().map_err(|_| TokenError::Invalid)?,
            expires_at_us: expires_s.saturating_mul(MICROS),
        })
    }
}
