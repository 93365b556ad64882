//! The rules: scenarios by their ids, laws, counts, whole games, statistics.

mod bonuses;
mod notation;
mod rulesets;
mod scenarios;
mod support;
mod turns;
