//! The program: parses its arguments, does what they say, tells what went wrong.

use std::process::ExitCode;

fn main() -> ExitCode {
    petits_chevaux::cli::run()
}
