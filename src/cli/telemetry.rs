//! The log: one line an event, on standard error.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

use super::Failure;

/// How much is logged and in which form.
#[derive(Debug, Args)]
pub(super) struct LogOptions {
    /// What is logged: a level, or levels by module such as `info,petits_chevaux::store=debug`
    #[arg(long, env = "PETITS_CHEVAUX_LOG", default_value = "info")]
    log: String,
    /// The form of a line
    #[arg(long, env = "PETITS_CHEVAUX_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// For machines: one JSON object a line
    Json,
}

impl LogOptions {
    /// Starts logging.
    pub(super) fn start(&self) -> Result<(), Failure> {
        let filter = EnvFilter::try_new(&self.log)
            .map_err(|error| format!("--log {:?} is not a filter: {error}", self.log))?;
        let builder = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_ansi(std::io::stderr().is_terminal())
            .with_writer(std::io::stderr);
        match self.log_format {
            LogFormat::Text => builder.try_init(),
            LogFormat::Json => builder.json().try_init(),
        }
        .map_err(|error| format!("the log cannot be started: {error}").into())
    }
}
