//! The server's dice chains at rest: sealed before they reach the store (PC-DICE/1 section 3.10).

use std::sync::Arc;

use super::keys::{Keys, SealError, Secret};
use crate::dice::{self, Link, SERVER_LINKS, Segment, ServerChain, Tops};
use crate::game::GameId;
use crate::store::Vault;

/// A chain that was just drawn: what is published and what is stored.
pub struct Drawn {
    /// `K_0`.
    pub anchor: Link,
    /// The sealed secret and segment tops.
    pub vault: Vault,
    /// The sealed first segment.
    pub segment: Vec<u8>,
}

/// Seals and opens chains.
#[derive(Clone, Debug)]
pub struct ChainVault {
    keys: Arc<Keys>,
}

/// What a sealed value is, so that one cannot be passed off as another.
#[derive(Clone, Copy)]
enum Kind {
    Secret,
    Tops,
    Segment,
}

impl ChainVault {
    /// A vault with these keys.
    #[must_use]
    pub fn new(keys: Arc<Keys>) -> ChainVault {
        ChainVault { keys }
    }

    /// Draws a chain for a new game. About 2 ms of CPU.
    ///
    /// # Errors
    /// [`SealError`] if the operating system gives no randomness.
    pub fn draw(&self, game: GameId) -> Result<Drawn, SealError> {
        let random = Secret::random().map_err(|_| SealError::NoRandomness)?;
        let secret = dice::Secret::new(*random.expose());
        let chain = ServerChain::draw(&game.0, &secret);
        let first = chain.tops.segment(1).ok_or(SealError::Forged)?;
        Ok(Drawn {
            anchor: chain.anchor,
            vault: Vault {
                secret: self.seal(game, Kind::Secret, &secret.to_sealable())?,
                tops: self.seal(game, Kind::Tops, chain.tops.to_sealable())?,
            },
            segment: self.seal_segment(game, &first)?,
        })
    }

    /// Seals a segment.
    ///
    /// # Errors
    /// [`SealError`] if the operating system gives no randomness.
    pub fn seal_segment(&self, game: GameId, segment: &Segment) -> Result<Vec<u8>, SealError> {
        self.seal(game, Kind::Segment, &segment.to_sealable())
    }

    /// Opens a sealed segment.
    ///
    /// # Errors
    /// [`SealError`] if the key is missing or the bytes are not what was sealed for this game.
    pub fn open_segment(&self, game: GameId, sealed: &[u8]) -> Result<Segment, SealError> {
        let plain = self.keys.open(&aad(game, Kind::Segment), sealed)?;
        Segment::from_unsealed(&plain).ok_or(SealError::Forged)
    }

    /// Opens the segment tops.
    ///
    /// # Errors
    /// [`SealError`] if the key is missing or the bytes are not what was sealed for this game.
    pub fn open_tops(&self, game: GameId, vault: &Vault) -> Result<Tops, SealError> {
        let plain = self.keys.open(&aad(game, Kind::Tops), &vault.tops)?;
        Tops::from_unsealed(plain).ok_or(SealError::Forged)
    }

    fn seal(&self, game: GameId, kind: Kind, plain: &[u8]) -> Result<Vec<u8>, SealError> {
        self.keys.seal(&aad(game, kind), plain)
    }
}

/// `tag || G || u32be(N)`.
fn aad(game: GameId, kind: Kind) -> Vec<u8> {
    let tag: &[u8] = match kind {
        Kind::Secret => b"petits-chevaux/vault/v1/secret\0",
        Kind::Tops => b"petits-chevaux/vault/v1/tops\0",
        Kind::Segment => b"petits-chevaux/vault/v1/segment\0",
    };
    [tag, &game.0, &SERVER_LINKS.to_be_bytes()].concat()
}
