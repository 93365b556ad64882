//! All integration tests: one binary, one module a floor.

mod app;
mod api;
mod dice;
mod game;
mod store;
mod tidy;
