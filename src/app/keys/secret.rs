//! 32 secret bytes that are wiped when dropped and can be neither printed nor serialised.

use std::fmt;

use crate::app::random;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// 32 secret bytes.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Secret([u8; 32]);

impl Secret {
    /// 32 bytes from the operating system.
    ///
    /// # Errors
    /// When the operating system gives none.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = Zeroizing::new([0; 32]);
        random::fill(bytes.as_mut())?;
        Ok(Self(*bytes))
    }

    /// A secret that is already known.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes themselves: for cryptography and for the key file, nothing else.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(redacted)")
    }
}

/// The bytes as base64url without padding (RFC 4648, 5).
pub(super) fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// 32 bytes from base64url, if the text is exactly that.
pub(super) fn from_base64url(text: &str) -> Option<[u8; 32]> {
    let bytes = Zeroizing::new(URL_SAFE_NO_PAD.decode(text).ok()?);
    bytes.as_slice().try_into().ok()
}
