//! What is published of the dice of the server. The bytes are those of `fairness::Publication`;
//! what stands here describes them.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::view::{AlarmView, ChanceView, PairsView, StratumView, WaitsView, WordsView};
use crate::fairness::Standouts;

/// The answer: the published bytes, and what is told beside them.
#[derive(Serialize)]
pub(super) struct PublishedView<'a> {
    report: &'a RawValue,
    standouts: &'a Standouts,
}

impl<'a> PublishedView<'a> {
    pub(super) fn new(report: &'a RawValue, standouts: &'a Standouts) -> Self {
        Self { report, standouts }
    }
}

/// The dice of the server; `docs/FAIRNESS.md` explains each figure.
#[derive(ToSchema)]
#[schema(as = ServerFairness)]
#[expect(dead_code, reason = "only its description is used")]
pub(in crate::api) struct ServerView {
    /// What anybody recomputes from logs and leaves, byte for byte.
    report: PublicationView,
    /// Players and pairs of players who stand out: accounts are in no log, so this is told, not
    /// recomputed.
    standouts: StandoutsView,
}

/// The dice of the server as of a checkpoint.
#[derive(ToSchema)]
#[schema(as = FairnessPublication)]
#[expect(dead_code, reason = "only its description is used")]
struct PublicationView {
    /// Always `petits-chevaux/fairness/1`.
    format: String,
    /// As of which checkpoint of the transparency log.
    checkpoint: AsOfView,
    /// How many games there are, and what became of them.
    games: GamesView,
    /// The counters, the fortunes and the alarms.
    report: ReportView,
    /// The waits for a six, all games in the order of the log.
    droughts: WaitsView,
    /// The waits for all six faces.
    sets: WaitsView,
    /// The p-values of finished games of 30 rolls and more: even with honest dice.
    p_values: PView,
    /// The games that stand out of all now, the clearest first.
    suspicious: Vec<GameLineView>,
    /// Every game that ever stood out at a checkpoint.
    named: Vec<NamedView>,
    /// How the figures came about.
    course: Vec<PointView>,
    /// The same in words.
    words: WordsView,
}

/// A checkpoint.
#[derive(ToSchema)]
#[schema(as = FairnessCheckpoint)]
#[expect(dead_code, reason = "only its description is used")]
struct AsOfView {
    /// How many leaves the tree has.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    size: u64,
    /// The root of the tree, 64 hex digits.
    root: String,
}

/// Games by what became of them.
#[derive(ToSchema)]
#[schema(as = FairnessGames)]
#[expect(dead_code, reason = "only its description is used")]
struct GamesView {
    /// All that were ever created.
    created: u32,
    /// The running ones without an event for seven days.
    stalled: u32,
    /// How many are `waiting` or `running`, ended as `finished`, `resigned` or `roll_cap`, or were
    /// `aborted`.
    fates: BTreeMap<String, u32>,
    /// The same by what the seats bring to the dice: `sealed`, `mixed`, `open`.
    assurance: BTreeMap<String, BTreeMap<String, u32>>,
    /// The seats: all should give up and stand still equally often.
    seats: Vec<SeatView>,
}

/// How often a seat gave up or stood still.
#[derive(ToSchema)]
#[schema(as = FairnessSeatRates)]
#[expect(dead_code, reason = "only its description is used")]
struct SeatView {
    /// The seat.
    #[schema(minimum = 1, maximum = 6)]
    seat: u8,
    /// The games that began with somebody on it.
    games: u32,
    /// In which that player resigned.
    resigned: u32,
    /// Which stand still and wait for it.
    stalled: u32,
}

/// The counters of all rolls.
#[derive(ToSchema)]
#[schema(as = FairnessReport)]
#[expect(dead_code, reason = "only its description is used")]
struct ReportView {
    /// Rolls so far, draws for the first player included.
    rolls: u32,
    /// How many things are tested together.
    family: u32,
    /// The chance that honest dice ever raise one of the alarms.
    alpha: f64,
    /// The natural logarithm of the fortune from which on a bet raises an alarm.
    ln_threshold: f64,
    /// The faces in each class of rolls that had one.
    strata: Vec<StratumView>,
    /// The answers to each question that was put to a roll.
    chances: Vec<ChanceView>,
    /// How often each face followed each.
    pairs: PairsView,
    /// Every alarm that ever rang, the first of each kind.
    alarms: Vec<AlarmView>,
}

/// The p-values of games.
#[derive(ToSchema)]
#[schema(as = FairnessPValues)]
#[expect(dead_code, reason = "only its description is used")]
struct PView {
    /// How many games lie in each tenth, from 0.0 to 1.0.
    #[schema(min_items = 10, max_items = 10)]
    counts: Vec<u32>,
    /// Chi-squared against even tenths, for display.
    chi2: f64,
    /// The chance of at least so much with 9 degrees of freedom, for display.
    p: f64,
}

/// A game in one line.
#[derive(ToSchema)]
#[schema(as = FairnessGame)]
#[expect(dead_code, reason = "only its description is used")]
struct GameLineView {
    /// Its id.
    id: String,
    /// Its rolls.
    rolls: u32,
    /// The natural logarithm of what a bettor against its faces has made of 1.
    ln_e: f64,
}

/// A game that stood out at a checkpoint.
#[derive(ToSchema)]
#[schema(as = FairnessNamedGame)]
#[expect(dead_code, reason = "only its description is used")]
struct NamedView {
    /// Its id.
    id: String,
    /// Its rolls then.
    rolls: u32,
    /// The natural logarithm of the fortune then.
    ln_e: f64,
    /// The checkpoint, by its size.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    checkpoint: u64,
}

/// The audit at some checkpoint.
#[derive(ToSchema)]
#[schema(as = FairnessPoint)]
#[expect(dead_code, reason = "only its description is used")]
struct PointView {
    /// Rolls until then.
    rolls: u32,
    /// Sixes until then.
    sixes: u32,
    /// `ln_e` of the faces of all rolls.
    all: f64,
    /// `ln_e` of the richest bet.
    richest: f64,
}

/// Players and pairs of players who stand out.
#[derive(ToSchema)]
#[schema(as = FairnessStandouts)]
#[expect(dead_code, reason = "only its description is used")]
struct StandoutsView {
    /// The rolls of each player.
    players: StandoutView,
    /// The rolls of two players in games with each other.
    pairs: StandoutView,
}

/// How many of a kind stand out.
#[derive(ToSchema)]
#[schema(as = FairnessStandout)]
#[expect(dead_code, reason = "only its description is used")]
struct StandoutView {
    /// All that had a roll.
    tested: u32,
    /// Those that stand out of so many.
    named: u32,
    /// The `ln_e` from which on one stands out.
    ln_bar: f64,
}
