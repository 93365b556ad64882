//! All integration tests: one binary, one module a floor.

mod store;
mod tidy;
