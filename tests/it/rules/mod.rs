//! The rules: scenarios by their ids, laws, counts, whole games, statistics.

mod agreement;
pub(crate) mod any;
mod bonuses;
mod golden;
mod laws;
mod model;
mod notation;
mod rulesets;
mod scenarios;
mod statistics;
pub(crate) mod support;
mod third_six;
mod turns;
