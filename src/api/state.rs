//! What every handler may use.

use std::sync::Arc;

use async_trait::async_trait;

use super::metrics::Metrics;
use crate::app::accounts::Accounts;
use crate::app::clock::Clock;
use crate::app::keys::Keys;
use crate::app::tokens::Tokens;

/// Tells whether the server can do its work.
#[async_trait]
pub trait Readiness: Send + Sync {
    /// `Err` with a reason for the operator when the store does not answer.
    async fn check(&self) -> Result<(), String>;
}

/// The parts of a running server, shared by all workers.
#[derive(Clone)]
pub struct Api {
    /// Guests and sessions.
    pub accounts: Arc<Accounts>,
    /// Access and invite tokens.
    pub tokens: Arc<Tokens>,
    /// The published keys.
    pub keys: Arc<Keys>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Whether the store answers.
    pub readiness: Arc<dyn Readiness>,
    /// Counters for the operator.
    pub metrics: Arc<Metrics>,
}
