//! All integration tests: one binary, one module a floor.

mod api;
mod app;
mod cli;
mod dice;
mod game;
mod rules;
mod store;
mod tidy;
