//! The figures of an audit.

use serde::{Deserialize, Serialize};

use super::alarm::{ALPHA, Alarm, FAMILY, ln_threshold};
use super::counters::{Counters, Faces};
use super::evalue::{ln_e, ln_e_hits};
use super::strata::{Chance, Stratum};
use super::tails::{chi2, chi2_tail};
use super::watch::Watch;

/// Everything that a reader can recompute from the counters, and the alarms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Rolls.
    pub rolls: u64,
    /// How many things are tested together.
    pub family: usize,
    /// The chance that honest dice ever raise one of these alarms.
    pub alpha: f64,
    /// `ln E` from which on a bet raises an alarm.
    pub ln_threshold: f64,
    /// The faces in each stratum that had a roll.
    pub strata: Vec<FaceRow>,
    /// The answers to each question that was put.
    pub chances: Vec<ChanceRow>,
    /// How often each face followed each.
    pub pairs: PairRow,
    /// Every alarm that ever rang.
    pub alarms: Vec<Alarm>,
}

/// The faces in a stratum.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct FaceRow {
    /// Which rolls.
    pub stratum: Stratum,
    /// How often each face fell, 1 to 6.
    pub faces: Faces,
    /// Chi-squared against even faces, for display.
    pub chi2: f64,
    /// The chance of at least so much, 5 degrees of freedom, for display.
    pub p: f64,
    /// The logarithm of the bettor's fortune.
    pub ln_e: f64,
}

/// The answers to a question.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ChanceRow {
    /// Which question.
    pub chance: Chance,
    /// To how many rolls it was put.
    pub rolls: u64,
    /// How many fell on a favourable face.
    pub hits: u64,
    /// How many would with even dice, on average.
    pub expected: f64,
    /// The variance of that number.
    pub variance: f64,
    /// How many standard deviations it is off, for display.
    pub z: f64,
    /// The logarithm of the bettor's fortune.
    pub ln_e: f64,
}

/// How often each face (column) followed each face (row).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairRow {
    /// The counts.
    pub counts: [[u64; 6]; 6],
    /// Chi-squared of every row against even faces, added up, for display.
    pub chi2: f64,
    /// The chance of at least so much, 30 degrees of freedom, for display.
    pub p: f64,
}

impl Report {
    /// The report of a running audit.
    #[must_use]
    pub fn new(watch: &Watch) -> Report {
        Report::of(watch.counters(), watch.alarms())
    }

    /// The report of counters, with the alarms that rang until then.
    #[must_use]
    pub fn of(counters: &Counters, alarms: &[Alarm]) -> Report {
        Report {
            rolls: counters.of(Stratum::All).total(),
            family: FAMILY,
            alpha: ALPHA,
            ln_threshold: ln_threshold(),
            strata: face_rows(counters),
            chances: chance_rows(counters),
            pairs: PairRow::new(&counters.pairs()),
            alarms: alarms.to_vec(),
        }
    }

    /// The row of a stratum, if it had a roll.
    #[must_use]
    pub fn stratum(&self, stratum: Stratum) -> Option<&FaceRow> {
        self.strata.iter().find(|row| row.stratum == stratum)
    }

    /// The row of a question, if it was put.
    #[must_use]
    pub fn chance(&self, chance: Chance) -> Option<&ChanceRow> {
        self.chances.iter().find(|row| row.chance == chance)
    }
}

fn face_rows(counters: &Counters) -> Vec<FaceRow> {
    let rows = counters.faces.iter();
    rows.map(|(stratum, faces)| FaceRow::new(*stratum, *faces))
        .collect()
}

impl FaceRow {
    fn new(stratum: Stratum, faces: Faces) -> FaceRow {
        let chi2 = chi2(&faces.0);
        FaceRow {
            stratum,
            faces,
            chi2,
            p: chi2_tail(chi2, 5),
            ln_e: ln_e(&faces),
        }
    }
}

fn chance_rows(counters: &Counters) -> Vec<ChanceRow> {
    let rows = counters.hits.iter();
    rows.map(|(chance, hits)| ChanceRow {
        chance: *chance,
        rolls: hits.rolls(),
        hits: hits.hits(),
        expected: hits.expected(),
        variance: hits.variance(),
        z: hits.z(),
        ln_e: ln_e_hits(hits),
    })
    .collect()
}

impl PairRow {
    fn new(counts: &[[u64; 6]; 6]) -> PairRow {
        let chi2 = counts.iter().map(|row| chi2(row)).sum();
        PairRow {
            counts: *counts,
            chi2,
            p: chi2_tail(chi2, 30),
        }
    }

    /// How many standard deviations each cell is off a sixth of its row.
    #[must_use]
    pub fn residuals(&self) -> [[f64; 6]; 6] {
        self.counts.map(|row| {
            let expected = row.iter().sum::<u64>() as f64 / 6.0;
            let sd = (expected * 5.0 / 6.0).sqrt().max(f64::MIN_POSITIVE);
            row.map(|count| (count as f64 - expected) / sd)
        })
    }
}
