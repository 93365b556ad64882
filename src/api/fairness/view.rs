//! The statistics of a game, of a player and of an app, as they are shown.

use serde::Serialize;
use utoipa::ToSchema;

use crate::app::Counted;
use crate::fairness::words::{self, Words};
use crate::fairness::{
    Alarm, ChanceRow, FaceRow, Faces, GameAudit, PairRow, Report, Runs, Sequence, Standout,
    Stratum, WaitRow,
};
use crate::game::SeatNo;

/// How evenly the dice of a game have fallen; `docs/FAIRNESS.md` explains each figure.
#[derive(Serialize, ToSchema)]
#[schema(as = Fairness)]
pub(in crate::api) struct FairnessView {
    /// The game's id.
    game: String,
    /// The number of the last event that was counted.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    version: u64,
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
    /// The sixes, droughts and streaks of each seat that rolled.
    seats: Vec<SeatFairnessView>,
    /// The same in words.
    words: WordsView,
}

/// Sentences for players.
#[derive(Serialize, ToSchema)]
#[schema(as = FairnessWords)]
pub(super) struct WordsView {
    /// In English.
    en: Vec<String>,
    /// In French.
    fr: Vec<String>,
}

impl From<Words> for WordsView {
    fn from(words: Words) -> Self {
        let Words { en, fr } = words;
        Self { en, fr }
    }
}

/// Dice that were counted in the order of the transparency log.
#[derive(Serialize, ToSchema)]
#[schema(as = CountedDice)]
pub(in crate::api) struct CountedView {
    /// Rolls so far, draws for the first player included.
    rolls: u32,
    /// The natural logarithm of what a bettor against the faces has made of 1.
    ln_e: f64,
    /// The faces in each class of rolls that had one.
    strata: Vec<StratumView>,
    /// The answers to each question that was put to a roll.
    chances: Vec<ChanceView>,
    /// How often each face followed each.
    pairs: PairsView,
    /// The waits for a six, in rolls.
    droughts: WaitsView,
    /// The waits for all six faces, in rolls.
    sets: WaitsView,
    /// The same in words.
    words: WordsView,
}

/// The dice of the player who asks.
#[derive(Serialize, ToSchema)]
#[schema(as = MyDice)]
pub(in crate::api) struct MyView {
    /// The rolls of all games.
    dice: CountedView,
    /// How many players rolled.
    players: u32,
    /// The `ln_e` from which on a player stands out of so many.
    ln_bar: f64,
    /// Whether the player who asks does.
    stands_out: bool,
}

/// How often one waited how long.
#[derive(Serialize, ToSchema)]
#[schema(as = FairnessWaits)]
pub(super) struct WaitsView {
    /// The wait of the first cell; each further cell is one roll more, and the last one holds all
    /// longer waits.
    first: u32,
    /// How many waits there were of each length.
    counts: Vec<u32>,
    /// Chi-squared against even dice, for display.
    chi2: f64,
    /// The chance of at least so much, for display.
    p: f64,
}

impl From<&WaitRow> for WaitsView {
    fn from(row: &WaitRow) -> Self {
        Self {
            first: count(row.first),
            counts: row.counts.iter().copied().map(count).collect(),
            chi2: row.chi2,
            p: row.p,
        }
    }
}

impl CountedView {
    pub(super) fn new(counted: &Counted) -> Self {
        let report = Report::of(&counted.rolls.counters, &[]);
        Self {
            rolls: count(report.rolls),
            ln_e: counted.ln_e,
            strata: report.strata.iter().map(StratumView::from).collect(),
            chances: report.chances.iter().map(ChanceView::from).collect(),
            pairs: PairsView::from(&report.pairs),
            droughts: WaitsView::from(&counted.rolls.droughts.row()),
            sets: WaitsView::from(&counted.rolls.sets.row()),
            words: Words::of(|lang| words::dice(&report, lang)).into(),
        }
    }
}

impl MyView {
    /// Nobody who has not rolled stands out.
    pub(super) fn new(counted: Option<&Counted>, players: &Standout) -> Self {
        let none = Counted {
            rolls: Sequence::default(),
            ln_e: 0.0,
        };
        let counted = counted.unwrap_or(&none);
        Self {
            dice: CountedView::new(counted),
            players: count(players.tested),
            ln_bar: players.ln_bar,
            stands_out: counted.ln_e >= players.ln_bar,
        }
    }
}

/// The faces in a class of rolls that is known before the roll.
#[derive(Serialize, ToSchema)]
#[schema(as = FairnessStratum)]
pub(super) struct StratumView {
    /// Which class.
    #[schema(example = "all_in_stable")]
    stratum: &'static str,
    /// How often each face fell, 1 to 6.
    #[schema(min_items = 6, max_items = 6)]
    faces: Vec<u32>,
    /// Chi-squared against even faces, for display.
    chi2: f64,
    /// The chance of at least so much with 5 degrees of freedom, for display.
    p: f64,
    /// The natural logarithm of what a bettor against the dice has made of 1.
    ln_e: f64,
}

/// The answers to a question with favourable faces that are known before the roll.
#[derive(Serialize, ToSchema)]
#[schema(as = FairnessChance)]
pub(super) struct ChanceView {
    /// Which question.
    #[schema(example = "capture")]
    chance: &'static str,
    /// To how many rolls it was put.
    rolls: u32,
    /// How many fell on a favourable face.
    hits: u32,
    /// How many would with even dice, on average.
    expected: f64,
    /// The variance of that number.
    variance: f64,
    /// How many standard deviations the hits are off, for display.
    z: f64,
    /// The natural logarithm of what a bettor against the dice has made of 1.
    ln_e: f64,
}

/// How often each face followed each.
#[derive(Serialize, ToSchema)]
#[schema(as = FairnessPairs)]
pub(super) struct PairsView {
    /// A row for each face, 1 to 6, with the counts of the faces that followed it.
    #[schema(min_items = 6, max_items = 6)]
    counts: Vec<Vec<u32>>,
    /// Chi-squared of all rows, for display.
    chi2: f64,
    /// The chance of at least so much with 30 degrees of freedom, for display.
    p: f64,
}

/// An alarm.
#[derive(Serialize, ToSchema)]
#[schema(as = FairnessAlarm)]
pub(super) struct AlarmView {
    /// Which class or question.
    #[schema(example = "six")]
    tested: &'static str,
    /// Rolls of that kind when it rang.
    rolls: u32,
    /// The natural logarithm of the fortune at that moment.
    ln_e: f64,
    /// The checkpoint at which it rang, by its size; none in the statistics of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    checkpoint: Option<u32>,
}

/// The luck of a seat.
#[derive(Serialize, ToSchema)]
#[schema(as = FairnessSeat)]
struct SeatFairnessView {
    /// The seat.
    #[schema(minimum = 1, maximum = 6)]
    seat: u8,
    /// Its rolls.
    rolls: u32,
    /// How often each face fell, 1 to 6.
    #[schema(min_items = 6, max_items = 6)]
    faces: Vec<u32>,
    /// Its longest stretch of rolls without a six.
    drought: u32,
    /// The chance that so many rolls hold a stretch at least as long.
    #[schema(minimum = 0.0, maximum = 1.0)]
    drought_chance: f64,
    /// The most equal faces in a row.
    streak: u32,
    /// The chance that so many rolls hold a streak at least as long.
    #[schema(minimum = 0.0, maximum = 1.0)]
    streak_chance: f64,
}

impl FairnessView {
    pub(super) fn new(audit: &GameAudit) -> Self {
        let report = Report::new(&audit.watch());
        let runs = audit.runs();
        let told = Words::of(|lang| {
            let mut told = words::seats(audit, lang);
            told.extend(words::sentences(&report, lang));
            told
        });
        Self {
            game: audit.id().to_string(),
            version: audit.version(),
            rolls: count(report.rolls),
            family: count(report.family as u64),
            alpha: report.alpha,
            ln_threshold: report.ln_threshold,
            strata: report.strata.iter().map(StratumView::from).collect(),
            chances: report.chances.iter().map(ChanceView::from).collect(),
            pairs: PairsView::from(&report.pairs),
            alarms: report.alarms.iter().map(AlarmView::from).collect(),
            seats: runs
                .iter()
                .map(|(seat, runs)| SeatFairnessView::new(*seat, runs, &report))
                .collect(),
            words: told.into(),
        }
    }
}

impl From<&FaceRow> for StratumView {
    fn from(row: &FaceRow) -> Self {
        Self {
            stratum: row.stratum.name(),
            faces: row.faces.0.map(count).to_vec(),
            chi2: row.chi2,
            p: row.p,
            ln_e: row.ln_e,
        }
    }
}

impl From<&ChanceRow> for ChanceView {
    fn from(row: &ChanceRow) -> Self {
        Self {
            chance: row.chance.name(),
            rolls: count(row.rolls),
            hits: count(row.hits),
            expected: row.expected,
            variance: row.variance,
            z: row.z,
            ln_e: row.ln_e,
        }
    }
}

impl From<&PairRow> for PairsView {
    fn from(pairs: &PairRow) -> Self {
        Self {
            counts: pairs.counts.map(|row| row.map(count).to_vec()).to_vec(),
            chi2: pairs.chi2,
            p: pairs.p,
        }
    }
}

impl From<&Alarm> for AlarmView {
    fn from(alarm: &Alarm) -> Self {
        Self {
            tested: alarm.tested.name(),
            rolls: count(alarm.rolls),
            ln_e: alarm.ln_e,
            checkpoint: alarm.checkpoint.map(count),
        }
    }
}

impl SeatFairnessView {
    fn new(seat: SeatNo, runs: &Runs, report: &Report) -> Self {
        let row = Stratum::of_seat(seat).and_then(|stratum| report.stratum(stratum));
        let faces = row.map_or(Faces::default(), |row| row.faces);
        Self {
            seat: seat.0,
            rolls: count(runs.rolls),
            faces: faces.0.map(count).to_vec(),
            drought: count(runs.drought),
            drought_chance: runs.drought_chance(),
            streak: count(runs.streak),
            streak_chance: runs.streak_chance(),
        }
    }
}

/// A count of rolls: four thousand million are out of reach of a game, a player and an app.
fn count(rolls: u64) -> u32 {
    u32::try_from(rolls).unwrap_or(u32::MAX)
}
