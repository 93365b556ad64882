//! Advice: what moves do and risk, and bots that choose by it.

mod insights;
mod laws;
