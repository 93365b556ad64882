//! Whether the dice fall evenly: counters, bets against the dice, and alarms. Pure.
//!
//! - [`Observer`] says of each roll what was known before it: its [`Stratum`]s and [`Chance`]s.
//! - [`Counters`] are sums over rolls, so that parts may be counted apart and added.
//! - [`ln_e`] and [`ln_e_hits`] are e-values: what a bettor against the dice would have made of 1.
//! - [`Watch`] bets roll by roll and keeps every alarm; [`Report`] says it all in figures.
//! - [`GameAudit`] does this for the log of one game.
//!
//! `docs/FAIRNESS.md` is the text for people.

mod alarm;
mod bets;
mod counters;
mod evalue;
mod game_audit;
mod observe;
mod report;
mod runs;
mod strata;
mod tails;
mod watch;

pub use alarm::{ALPHA, Alarm, FAMILY, Tested, ln_threshold, suspicious};
pub use counters::{Counters, Faces, Hit, Hits, Tally};
pub use evalue::{CONCENTRATIONS, TILTS, ln_e, ln_e_hits, ln_mean};
pub use game_audit::{Fate, GameAudit};
pub use observe::{Moment, Observation, Observer};
pub use report::{ChanceRow, FaceRow, PairRow, Report};
pub use runs::{Runs, run_probability};
pub use strata::{Chance, Strata, Stratum};
pub use tails::{chi2, chi2_tail, everyday_range};
pub use watch::Watch;
