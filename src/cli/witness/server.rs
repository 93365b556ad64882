//! The server that is watched.

use std::time::Duration;

use serde_json::Value;
use ureq::Agent;

use super::Failure;
use crate::audit::transparency::note::LogKey;

const TIME: Duration = Duration::from_mins(1);
/// The longest answer that is read, in bytes: a long game's log.
const MOST: u64 = 64 << 20;

/// Asks one server.
pub(super) struct Server {
    agent: Agent,
    base: String,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    /// Nobody answered, or nothing that can be read.
    #[error("{0}")]
    Unreachable(String),
    /// Another status than 200.
    #[error("{0}: the status is {1}")]
    Status(String, u16),
}

impl Server {
    pub(super) fn new(url: &str) -> Server {
        let config = Agent::config_builder()
            .timeout_global(Some(TIME))
            .http_status_as_error(false)
            .max_redirects(0)
            .build();
        Server {
            agent: config.into(),
            base: url.trim_end_matches('/').to_owned(),
        }
    }

    /// The text at a path.
    pub(super) fn get(&self, path: &str) -> Result<String, Refused> {
        let url = format!("{}{path}", self.base);
        let failed = |error: ureq::Error| Refused::Unreachable(format!("{url}: {error}"));
        let mut answer = self.agent.get(&url).call().map_err(failed)?;
        if answer.status() != 200 {
            return Err(Refused::Status(url, answer.status().as_u16()));
        }
        let body = answer.body_mut().with_config().limit(MOST);
        body.read_to_string().map_err(failed)
    }

    /// The key that the server says its log has.
    pub(super) fn log_key(&self) -> Result<LogKey, Failure> {
        let log: Value = serde_json::from_str(&self.get("/v1/transparency")?)?;
        Ok(log["key"].as_str().unwrap_or_default().parse()?)
    }
}
