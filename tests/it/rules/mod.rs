//! The rules: scenarios by their ids, laws, counts, whole games, statistics.

mod any;
mod bonuses;
mod laws;
mod notation;
mod rulesets;
mod scenarios;
mod support;
mod turns;
