//! The rules: scenarios by their ids, laws, counts, whole games, statistics.

mod scenarios;
mod support;
