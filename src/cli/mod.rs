//! The command line: every setting is a flag, an environment variable and a documented default.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to its operator"
)]

mod config;
mod fairness;
mod health;
mod keys;
mod serve;
mod simulate;
mod telemetry;
mod verify;
mod witness;

use std::error::Error;
use std::process::ExitCode;

use actix_web::rt::System;
use clap::{Args, Parser, Subcommand};

use crate::api;
use config::{DataOptions, ServeOptions};

/// What a command says when it fails: one sentence for the operator.
type Failure = Box<dyn Error>;

/// A self-hosted game server for petits chevaux, ludo and parchís, with dice that anyone can audit.
///
/// Without a command it serves.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve games over HTTP (the default)
    Serve(ServeOptions),
    /// Play games in memory and print statistics
    Simulate(simulate::SimulateOptions),
    /// Check games offline: every byte, link, die, move and receipt
    Verify(verify::VerifyOptions),
    /// Watch the transparency log of a server: that it only grows, and has what you hold
    Witness(witness::WitnessOptions),
    /// Recompute the statistics of the dice from logs
    Fairness(fairness::FairnessOptions),
    /// Bring the schema of the database up to date; serving does it too
    Migrate(MigrateOptions),
    /// Manage the key file
    Keys(keys::KeysCommand),
    /// Ask a running server whether it lives; for container health checks
    Health(health::HealthOptions),
    /// Print the OpenAPI document
    Openapi,
    /// Print every kind of problem that the API answers with
    Problems(ProblemsOptions),
}

#[derive(Debug, Args)]
struct ProblemsOptions {
    /// As a page of documentation rather than a list
    #[arg(long)]
    markdown: bool,
}

/// Runs the program and gives its exit code: 0 when all went well, 1 when it failed, 2 when the
/// arguments make no sense.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let command = cli.command.unwrap_or(Command::Serve(cli.serve));
    match command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("petits-chevaux: {failure}");
            ExitCode::FAILURE
        }
    }
}

impl Command {
    fn run(self) -> Result<(), Failure> {
        match self {
            Self::Serve(options) => serve::run(&options),
            Self::Simulate(options) => options.run(),
            Self::Verify(options) => options.run(),
            Self::Witness(options) => options.run(),
            Self::Fairness(options) => options.run(),
            Self::Migrate(options) => options.run(),
            Self::Keys(command) => command.run(),
            Self::Health(options) => options.run(),
            Self::Openapi => {
                print!("{}", api::openapi::text());
                Ok(())
            }
            Self::Problems(options) => {
                options.print();
                Ok(())
            }
        }
    }
}

#[derive(Debug, Args)]
struct MigrateOptions {
    #[command(flatten)]
    data: DataOptions,
}

impl MigrateOptions {
    fn run(&self) -> Result<(), Failure> {
        System::new().block_on(serve::open_store(&self.data))?;
        println!("{} is up to date", self.data.database_url());
        Ok(())
    }
}

impl ProblemsOptions {
    fn print(&self) {
        if self.markdown {
            print!("{}", api::problem_page());
            return;
        }
        for kind in api::problem::ProblemType::ALL {
            println!(
                "{} {:24} {}",
                kind.status().as_u16(),
                kind.slug(),
                kind.title()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn without_a_command_it_serves_and_takes_the_same_flags() {
        let cli = Cli::parse_from(["petits-chevaux", "--listen", "127.0.0.1:1"]);
        assert!(cli.command.is_none());
        assert_eq!(cli.serve.http.origin.listen.port(), 1);
        let cli = Cli::parse_from(["petits-chevaux", "serve", "--listen", "127.0.0.1:2"]);
        let Some(Command::Serve(options)) = cli.command else {
            panic!("serve")
        };
        assert_eq!(options.http.origin.listen.port(), 2);
    }
}
