//! All integration tests: one binary, one module a floor.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    unreachable_pub,
    reason = "a test fails by panicking, is its own edge of the world, and is one binary"
)]

mod advice;
mod api;
mod app;
mod audit;
mod cli;
mod dice;
mod fairness;
mod game;
mod rules;
mod store;
mod tidy;
