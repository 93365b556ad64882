//! All integration tests: one binary, one module a floor.

mod app;
mod dice;
mod game;
mod rules;
mod store;
mod tidy;
