//! The time of day, as a value that is handed in.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::store::{Store, StoreError};

/// Where the time comes from. Below this floor nothing knows the time.
pub trait Clock: Send + Sync {
    /// Microseconds since 1970-01-01T00:00:00Z.
    fn now_us(&self) -> i64;
}

/// The clock of the database, so that processes whose machines disagree agree on deadlines.
///
/// It is asked now and then; in between the machine counts. It is never ahead of the database's:
/// what an answer took on its way counts as not passed.
#[derive(Debug)]
pub struct StoreClock {
    origin: Instant,
    offset_us: AtomicI64,
}

impl StoreClock {
    /// A clock that the store gives; none if the store has no clock of its own.
    ///
    /// # Errors
    /// [`StoreError`] if the store does not answer.
    pub async fn of(store: &dyn Store) -> Result<Option<StoreClock>, StoreError> {
        let clock = StoreClock {
            origin: Instant::now(),
            offset_us: AtomicI64::new(0),
        };
        Ok(clock.set(store).await?.then_some(clock))
    }

    /// Asks the store again.
    ///
    /// # Errors
    /// [`StoreError`] if the store does not answer; the clock goes on as it was.
    pub async fn set(&self, store: &dyn Store) -> Result<bool, StoreError> {
        let Some(now_us) = store.now_us().await? else {
            return Ok(false);
        };
        let offset_us = now_us.saturating_sub(self.elapsed_us());
        self.offset_us.store(offset_us, Ordering::Relaxed);
        Ok(true)
    }

    fn elapsed_us(&self) -> i64 {
        let elapsed = self.origin.elapsed().as_micros();
        i64::try_from(elapsed).unwrap_or(i64::MAX)
    }
}

impl Clock for StoreClock {
    fn now_us(&self) -> i64 {
        let offset_us = self.offset_us.load(Ordering::Relaxed);
        offset_us.saturating_add(self.elapsed_us())
    }
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock of `app`")]
    fn now_us(&self) -> i64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .ok()
            .and_then(|since| i64::try_from(since.as_micros()).ok())
            .unwrap_or_default()
    }
}
