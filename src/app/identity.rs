//! A player's name in a log: a pseudonym of one game, which only this server can compute.
//!
//! A log is public and for ever, so it holds no account, name or address. The pseudonym is an HMAC
//! of game and account: no table maps one to the other, and a dump of the log names nobody.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::keys::Secret;
use crate::game::{GameId, PlayerId};

/// Computes pseudonyms.
#[derive(Debug)]
pub struct Pseudonyms(Secret);

impl Pseudonyms {
    /// With a key that must never change while games last.
    #[must_use]
    pub fn new(key: Secret) -> Pseudonyms {
        Pseudonyms(key)
    }

    /// The pseudonym of a player in a game: `p` and 20 hex digits.
    #[must_use]
    pub fn of(&self, game: GameId, player: PlayerId) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.expose())
            .expect("HMAC takes a key of any length (RFC 2104)");
        mac.update(&game.0);
        mac.update(&player.0);
        format!("p{}", hex::encode(&mac.finalize().into_bytes()[..10]))
    }
}
