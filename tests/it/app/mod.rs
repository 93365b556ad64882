//! The service without HTTP: one winner, repeated requests, snapshots as a cache.

mod dice;
mod fairness;
mod repeats;
pub(crate) mod service;
mod sweep;
mod tree;
mod writer;
