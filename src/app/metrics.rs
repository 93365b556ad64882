//! What the writer counts.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters since the start of the process.
#[derive(Debug, Default)]
pub struct Metrics {
    rounds: AtomicU64,
    jobs: AtomicU64,
}

impl Metrics {
    pub(super) fn round(&self, jobs: usize) {
        self.rounds.fetch_add(1, Ordering::Relaxed);
        let jobs = u64::try_from(jobs).unwrap_or(u64::MAX);
        self.jobs.fetch_add(jobs, Ordering::Relaxed);
    }

    /// Rounds that were worked through.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds.load(Ordering::Relaxed)
    }

    /// Jobs in all rounds.
    #[must_use]
    pub fn jobs(&self) -> u64 {
        self.jobs.load(Ordering::Relaxed)
    }
}
