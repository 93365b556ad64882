//! What can go wrong in a store, and whether to try again.

use std::sync::Arc;

/// The store could not do what it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database is out of reach, busy, full or restarting. A read may be tried again; a write
    /// may or may not have been made, and its guard makes it safe to send again.
    #[error("the database is not available at the moment")]
    Unavailable(#[source] Arc<sqlx::Error>),
    /// The database refused the statement and would refuse it again.
    #[error("the database refused a statement")]
    Refused(#[source] Arc<sqlx::Error>),
    /// A stored value is not one that this program writes.
    #[error("the database holds a value that cannot be read: {0}")]
    Corrupt(&'static str),
    /// The records of a commit contradict the log: a `seq` or a roll stands there already.
    #[error("the commit contradicts the log")]
    Contradiction,
    /// The address of the database cannot be used.
    #[error("{0}")]
    Address(String),
    /// The schema could not be brought up to date.
    #[error("the migrations could not be applied")]
    Migration(#[source] Arc<sqlx::migrate::MigrateError>),
    /// The linked SQLite has a bug that corrupts write-ahead logs (fixed in 3.51.3).
    #[error("SQLite {0} is older than 3.51.3 and may corrupt the database")]
    OldSqlite(String),
}

impl StoreError {
    /// Whether the same call may succeed later, unchanged.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        match self {
            Self::Unavailable(_) => true,
            Self::Refused(_)
            | Self::Corrupt(_)
            | Self::Contradiction
            | Self::Address(_)
            | Self::Migration(_)
            | Self::OldSqlite(_) => false,
        }
    }
}
