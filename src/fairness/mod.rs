//! Whether the dice fall evenly: counters, bets against the dice, and alarms. Pure.
//!
//! - [`Observer`] says of each roll what was known before it: its [`Stratum`]s and [`Chance`]s.
//! - [`Counters`] are sums over rolls, so that parts may be counted apart and added.
//! - [`ln_e`] and [`ln_e_hits`] are e-values: what a bettor against the dice would have made of 1.
//! - [`Watch`] bets roll by roll and keeps every alarm; [`Report`] says it all in figures.
//! - [`GameAudit`] does this for the log of one game, [`Survey`] and [`Course`] for many.
//! - [`Ledger`] does it for a server, leaf by leaf of its transparency log; a [`Publication`] is
//!   what the server says, and [`Recount`] how a stranger recomputes it.
//! - [`words`] and [`plot`] say it to people.
//!
//! `docs/FAIRNESS.md` is the text for people.

mod ahead;
mod alarm;
mod bets;
mod counters;
mod course;
mod evalue;
mod game_audit;
mod ledger;
mod life;
mod moment;
mod observe;
mod past;
pub mod plot;
mod publication;
mod recount;
mod report;
mod runs;
mod segment;
mod sequence;
mod standout;
mod strata;
mod survey;
mod tails;

mod waits;
mod watch;
pub mod words;

pub use alarm::{
    ALPHA, Alarm, FAMILY, Tested, candidate_bar, ln_threshold, suspicious, suspicious_bar,
};
pub use counters::{Counters, Faces, Hit, Hits, Tally};
pub use course::{Course, Point};
pub use evalue::{CONCENTRATIONS, TILTS, ln_e, ln_e_hits, ln_mean};
pub use game_audit::{Fate, GameAudit};
pub use ledger::{Ledger, Named};
pub use life::{Assurance, GamesRow, Life, Lives, SeatRow};
pub use moment::Moment;
pub use observe::{Observation, Observer};
pub use publication::{AsOf, FORMAT, PRow, Publication};
pub use recount::{Recount, RecountError};
pub use report::{ChanceRow, FaceRow, PairRow, Report};
pub use runs::{Runs, run_probability};
pub use segment::{Mark, Segment};
pub use sequence::Sequence;
pub use standout::{Standout, Standouts};
pub use strata::{Chance, Strata, Stratum};
pub use survey::{GameLine, Survey};
pub use tails::{chi2, chi2_against, chi2_tail, everyday_range};

pub use waits::{Droughts, Sets, WaitRow};
pub use watch::Watch;
