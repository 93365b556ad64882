//! Advice: what moves do and risk, and bots that choose by it.

mod bots;
mod insights;
mod laws;
