//! Checked rules by the hash of their ruleset, so that a snapshot need not carry them.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use crate::rules::Rules;

/// Rulesets in memory at most; a table with rules of its own is one more.
const MOST: usize = 1_024;

/// The rules that this process has met.
#[derive(Debug, Default)]
pub struct Rulebook {
    known: RwLock<HashMap<String, Arc<Rules>>>,
}

impl Rulebook {
    /// The rules with that hash, if they were met before.
    #[must_use]
    pub fn find(&self, hash: &str) -> Option<Arc<Rules>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.get(hash).cloned()
    }

    /// Remembers rules. When the book is full it starts again: it is only a cache.
    pub fn learn(&self, hash: &str, rules: &Arc<Rules>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(hash.to_owned(), rules.clone());
    }
}
