//! Whether the dice fall evenly: counters, bets against the dice, and alarms. Pure.
//!
//! - [`Observer`] says of each roll what was known before it: its [`Stratum`]s and [`Chance`]s.
//! - [`Counters`] are sums over rolls, so that parts may be counted apart and added.
//! - [`ln_e`] and [`ln_e_hits`] are e-values: what a bettor against the dice would have made of 1.
//! - [`Watch`] bets roll by roll and keeps every alarm; [`Report`] says it all in figures.
//! - [`GameAudit`] does this for the log of one game, [`Survey`] and [`Course`] for many.
//! - [`words`] and [`plot`] say it to people.
//!
//! `docs/FAIRNESS.md` is the text for people.

mod alarm;
mod bets;
mod counters;
mod evalue;
mod game_audit;
mod observe;
pub mod plot;
mod report;
mod runs;
mod strata;
mod survey;
mod tails;
mod watch;
pub mod words;

pub use alarm::{ALPHA, Alarm, FAMILY, Tested, ln_threshold, suspicious, suspicious_bar};
pub use counters::{Counters, Faces, Hit, Hits, Tally};
pub use evalue::{CONCENTRATIONS, TILTS, ln_e, ln_e_hits, ln_mean};
pub use game_audit::{Fate, GameAudit};
pub use observe::{Moment, Observation, Observer};
pub use report::{ChanceRow, FaceRow, PairRow, Report};
pub use runs::{Runs, run_probability};
pub use strata::{Chance, Strata, Stratum};
pub use survey::{Course, GameLine, Point, Survey};
pub use tails::{chi2, chi2_tail, everyday_range};
pub use watch::Watch;
