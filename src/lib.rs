//! petits-chevaux: a game server with dice that anyone can audit.
//!
//! Floors, each using only those below it: `cli`, `api`, `app`, `store`, `fairness`, `audit`,
//! `game`, `advice`, `dice`, `rules`.

pub mod advice;
pub mod api;
pub mod app;
pub mod audit;
pub mod cli;
pub mod dice;
pub mod fairness;
pub mod game;
pub mod rules;
pub mod store;
