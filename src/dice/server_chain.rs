//! The operator's chain: 16,384 links that were fixed before anybody joined.
//!
//! A roll must not walk the whole chain. While the chain is drawn, the top of each segment of
//! [`SEGMENT_LINKS`] links is noted ([`Tops`]); a roll needs the top of its own segment only
//! ([`Segment`]) and at most 127 hashes. Both are secrets: they are sealed before they are stored.

use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::link::{Link, step, walk};

/// Links in the server's chain: a game that reaches this roll ends by rule (section 3.1).
pub const SERVER_LINKS: u32 = 16_384;

/// Links in a segment.
pub const SEGMENT_LINKS: u32 = 128;

const SEGMENTS: usize = (SERVER_LINKS / SEGMENT_LINKS) as usize;

/// `x_N`: 32 bytes from the operating system's generator.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Takes 32 random bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }
}

/// Plain bytes of a secret on their way into a seal, wiped when dropped.
pub type SealedBytes = Zeroizing<Vec<u8>>;

impl Secret {
    /// The bytes to be sealed.
    #[must_use]
    pub fn to_sealable(&self) -> SealedBytes {
        Zeroizing::new(self.0.to_vec())
    }
}

/// A chain at its birth.
pub struct ServerChain {
    /// `K_0`, published in the first event.
    pub anchor: Link,
    /// The top of every segment.
    pub tops: Tops,
}

impl ServerChain {
    /// Walks the chain of `secret` once (16,384 hashes, about 2 ms).
    #[must_use]
    pub fn draw(game: &[u8; 16], secret: &Secret) -> ServerChain {
        let mut link = secret.0;
        let mut tops = vec![0; SEGMENTS * 32];
        for no in (1..=SERVER_LINKS).rev() {
            if no % SEGMENT_LINKS == 0 {
                let at = slot(no);
                tops[at..at + 32].copy_from_slice(&link);
            }
            link = step(game, no, &link);
        }
        ServerChain {
            anchor: Link(link),
            tops: Tops(Zeroizing::new(tops)),
        }
    }
}

/// Where the top of the segment that holds link `no` stands among the tops.
fn slot(no: u32) -> usize {
    ((no - 1) / SEGMENT_LINKS) as usize * 32
}

/// The top link of every segment.
pub struct Tops(SealedBytes);

impl Tops {
    /// The bytes to be sealed.
    #[must_use]
    pub fn to_sealable(&self) -> &[u8] {
        &self.0
    }

    /// Reads unsealed bytes; `None` if the length is wrong.
    #[must_use]
    pub fn from_unsealed(bytes: SealedBytes) -> Option<Tops> {
        (bytes.len() == SEGMENTS * 32).then_some(Tops(bytes))
    }

    /// The segment of link `no`; `None` outside 1 … [`SERVER_LINKS`].
    #[must_use]
    pub fn segment(&self, no: u32) -> Option<Segment> {
        let top = no.checked_sub(1)? / SEGMENT_LINKS * SEGMENT_LINKS + SEGMENT_LINKS;
        let at = slot(no);
        let bytes = self.0.get(at..at + 32)?.try_into().ok()?;
        Some(Segment {
            top,
            link: Zeroizing::new(bytes),
        })
    }
}

/// The top of one segment: enough to reveal each of its links.
pub struct Segment {
    top: u32,
    link: Zeroizing<[u8; 32]>,
}

impl Segment {
    /// The bytes to be sealed: the top's number and its link.
    #[must_use]
    pub fn to_sealable(&self) -> SealedBytes {
        let mut bytes = Zeroizing::new(self.top.to_be_bytes().to_vec());
        bytes.extend_from_slice(&*self.link);
        bytes
    }

    /// Reads unsealed bytes; `None` if the length is wrong.
    #[must_use]
    pub fn from_unsealed(bytes: &[u8]) -> Option<Segment> {
        let (top, link) = bytes.split_first_chunk::<4>()?;
        Some(Segment {
            top: u32::from_be_bytes(*top),
            link: Zeroizing::new(link.try_into().ok()?),
        })
    }
}

/// All links of one segment in memory: a warm game need not walk for each roll.
pub struct Links {
    first: u32,
    links: Zeroizing<Vec<[u8; 32]>>,
}

impl Segment {
    /// Walks the segment once (127 hashes).
    #[must_use]
    pub fn links(&self, game: &[u8; 16]) -> Links {
        let first = self.top.saturating_sub(SEGMENT_LINKS) + 1;
        let mut links = Zeroizing::new(vec![*self.link]);
        let mut link = *self.link;
        for no in (first + 1..=self.top).rev() {
            link = step(game, no, &link);
            links.push(link);
        }
        links.reverse();
        Links { first, links }
    }
}

impl ServerLinks for Links {
    fn reveal(&self, _: &[u8; 16], no: u32) -> Option<Link> {
        let index = usize::try_from(no.checked_sub(self.first)?).ok()?;
        self.links.get(index).copied().map(Link)
    }
}

/// Where a decision finds the server's links.
pub trait ServerLinks {
    /// Reveals link `no`; `None` if this source does not reach so far.
    fn reveal(&self, game: &[u8; 16], no: u32) -> Option<Link>;
}

impl ServerLinks for Segment {
    fn reveal(&self, game: &[u8; 16], no: u32) -> Option<Link> {
        let reach = self.top.saturating_sub(SEGMENT_LINKS) + 1..=self.top;
        reach
            .contains(&no)
            .then(|| Link(walk(game, self.top, no, &self.link)))
    }
}

impl ServerLinks for Tops {
    fn reveal(&self, game: &[u8; 16], no: u32) -> Option<Link> {
        self.segment(no)?.reveal(game, no)
    }
}
