//! What every handler may use.

use std::sync::Arc;

use super::metrics::Metrics;
use crate::app::App;
use crate::app::accounts::Accounts;
use crate::app::tokens::Tokens;

/// The parts of a running server, shared by all workers.
#[derive(Clone)]
pub struct Api {
    /// Games.
    pub app: App,
    /// Guests and sessions.
    pub accounts: Arc<Accounts>,
    /// Access and invite tokens.
    pub tokens: Arc<Tokens>,
    /// Counters for the operator.
    pub metrics: Arc<Metrics>,
    /// Where clients find this server.
    pub public_url: String,
}

impl Api {
    /// The API of a service. `issuer` is its public URL, which its tokens are bound to.
    #[must_use]
    pub fn new(app: App, issuer: &str, metrics: Arc<Metrics>) -> Self {
        let tokens = Arc::new(Tokens::new(issuer, app.keys().token()));
        let accounts = Arc::new(Accounts::new(&app, Arc::clone(&tokens)));
        Self {
            app,
            accounts,
            tokens,
            metrics,
            public_url: issuer.to_owned(),
        }
    }
}
