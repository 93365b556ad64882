//! `keys`: what an operator does with the key file.

use clap::{Args, Subcommand};

use super::Failure;
use super::config::DataOptions;
use crate::app::clock::{Clock, SystemClock};
use crate::app::keys::file;

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
        }
        Ok(())
    }
}
