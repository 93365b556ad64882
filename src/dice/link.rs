//! Links of a reverse hash chain.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// Domain tag of a chain step, one zero byte included.
const LINK_TAG: &[u8; 28] = b"petits-chevaux/dice/v1/link\0";

/// A published 32-byte value of a chain: an anchor or a revealed link.
///
/// Unrevealed links have types of their own ([`super::Secret`], [`super::Tops`],
/// [`super::Segment`]) which can be neither printed nor serialised.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Link(pub [u8; 32]);

impl Link {
    /// What a seat without a contribution counts as (section 3.3).
    pub const NONE: Link = Link([0; 32]);
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a link is 64 lower-case hexadecimal digits")]
pub struct LinkError;

impl FromStr for Link {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<Link, LinkError> {
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err(LinkError);
        }
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| LinkError)?;
        Ok(Link(bytes))
    }
}

/// One step down a chain: `x_{n-1} = SHA-256(LINK || G || u32be(n) || x_n)` (section 3.1).
#[must_use]
pub fn step(game: &[u8; 16], n: u32, link: &[u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(LINK_TAG);
    hash.update(game);
    hash.update(n.to_be_bytes());
    hash.update(link);
    hash.finalize().into()
}

/// Walks from link `from` down to link `to` (`to <= from`).
pub(super) fn walk(game: &[u8; 16], from: u32, to: u32, link: &[u8; 32]) -> [u8; 32] {
    (to + 1..=from)
        .rev()
        .fold(*link, |link, n| step(game, n, &link))
}
