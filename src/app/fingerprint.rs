//! What a request is, for comparing it with an earlier one under the same key.

use sha2::{Digest, Sha256};

/// SHA-256 over the parts of a request, each ended by a zero byte.
#[must_use]
pub fn fingerprint(parts: [&[u8]; 3]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
        hasher.update([0]);
    }
    hasher.finalize().into()
}
