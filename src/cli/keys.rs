//! `keys`: what an operator does with the key file.

use clap::{Args, Subcommand};

use super::Failure;
use super::config::{DataOptions, OriginOptions};
use crate::app::clock::{Clock, SystemClock};
use crate::app::keys::file;
use crate::app::tokens::{Auditor, Tokens};

#[derive(Debug, Args)]
pub(super) struct KeysCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make the key file, unless it is there
    Create(DataOptions),
    /// Retire every key in use and make new ones; restart the server afterwards
    Rotate(DataOptions),
    /// Print the public keys as a JSON Web Key Set
    Show(DataOptions),
    /// Print a token that reads what concerns every game; it cannot be called back
    Auditor(AuditorOptions),
}

#[derive(Debug, Args)]
struct AuditorOptions {
    /// Whose token it is
    name: String,
    /// Days until it expires
    #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(u64).range(1..=3650))]
    days: u64,
    #[command(flatten)]
    origin: OriginOptions,
    #[command(flatten)]
    data: DataOptions,
}

const DAY_S: u64 = 24 * 3_600;

impl AuditorOptions {
    fn run(self) -> Result<(), Failure> {
        let keys = file::load(&self.data.keys_file())?;
        let tokens = Tokens::new(&self.origin.public_url(), keys.token());
        let auditor = Auditor { name: self.name };
        let life_s = self.days * DAY_S;
        println!(
            "{}",
            tokens.issue_auditor(&auditor, life_s, SystemClock.now_us())
        );
        Ok(())
    }
}

impl KeysCommand {
    pub(super) fn run(self) -> Result<(), Failure> {
        match self.action {
            Action::Create(data) => {
                let path = data.keys_file();
                file::load_or_create(&path, SystemClock.now_us())?;
                println!("{}: the keys are there", path.display());
            }
            Action::Rotate(data) => {
                let path = data.keys_file();
                file::rotate(&path, SystemClock.now_us())?;
                println!(
                    "{}: new keys are in use after the next start",
                    path.display()
                );
            }
            Action::Show(data) => {
                let keys = file::load(&data.keys_file())?;
                println!("{:#}", keys.jwks());
            }
            Action::Auditor(options) => options.run()?,
        }
        Ok(())
    }
}
