//! Access tokens that were verified before, by their hash: a bounded memory in two generations.
//!
//! Checking an Ed25519 signature costs about 40 microseconds, a hash about one, and a player sends
//! the same token for a quarter of an hour. When the young generation is full it becomes the old
//! one and the old one is forgotten, so memory is bounded and no entry is ever searched for.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use super::Access;

/// Entries of one generation: 88 bytes each, so 2 MB at most for both.
const GENERATION: usize = 8_192;

type Generation = HashMap<[u8; 32], Access>;

#[derive(Default)]
struct Generations {
    young: Generation,
    old: Generation,
}

/// The tokens whose signature is known to be good. Their time is not judged here.
#[derive(Default)]
pub(super) struct Cache(Mutex<Generations>);

impl Cache {
    pub(super) fn get(&self, token: &str) -> Option<Access> {
        let hash = hash(token);
        let mut known = self.lock();
        if let Some(access) = known.young.get(&hash) {
            return Some(*access);
        }
        let access = known.old.remove(&hash)?;
        known.keep(hash, access);
        Some(access)
    }

    pub(super) fn remember(&self, token: &str, access: Access) -> Access {
        self.lock().keep(hash(token), access);
        access
    }

    /// A panic elsewhere cannot leave a wrong entry behind: each is inserted whole.
    fn lock(&self) -> MutexGuard<'_, Generations> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Generations {
    fn keep(&mut self, hash: [u8; 32], access: Access) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(hash, access);
    }
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::PlayerId;
    use crate::store::SessionId;

    fn access(n: u64) -> Access {
        let (player, session) = (PlayerId([0; 16]), SessionId([0; 16]));
        Access {
            player,
            session,
            not_before_s: n,
            expires_s: n,
        }
    }

    #[test]
    fn a_token_in_use_is_kept_and_the_memory_is_bounded() {
        let cache = Cache::default();
        cache.remember("in use", access(0));
        for n in 0..50_000 {
            cache.remember(&n.to_string(), access(n));
            if n % 5_000 == 0 {
                assert_eq!(cache.get("in use"), Some(access(0)));
            }
        }
        assert_eq!(cache.get("0"), None);
        let known = cache.lock();
        assert!(known.young.len() <= GENERATION && known.old.len() <= GENERATION);
    }
}
