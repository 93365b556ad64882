//! The same fortunes as in `evalue`, carried on roll by roll.

use super::counters::{Faces, Hit, Hits};
use super::evalue::{CONCENTRATIONS, TILTS, ln_e_at, ln_hits_at, ln_mean, ln_stake};
use crate::rules::Die;

/// A bet on the faces of a stratum.
#[derive(Clone, Debug, Default)]
pub(super) struct FaceBet {
    faces: Faces,
    fortunes: [f64; CONCENTRATIONS.len()],
}

impl FaceBet {
    /// The bet as it stands after these rolls.
    pub(super) fn of(faces: Faces) -> FaceBet {
        let fortunes = CONCENTRATIONS.map(|a| ln_e_at(a, &faces));
        FaceBet { faces, fortunes }
    }

    /// Pays out one roll.
    pub(super) fn roll(&mut self, face: Die) {
        let count = self.faces.of(face) as f64;
        let total = self.faces.total() as f64;
        for (fortune, a) in self.fortunes.iter_mut().zip(CONCENTRATIONS) {
            *fortune += libm::log(6.0 * (a + count) / (6.0 * a + total));
        }
        self.faces.count(face);
    }

    /// `ln E`, if it is at least so much.
    pub(super) fn reaches(&self, bar: f64) -> Option<f64> {
        reaches(&self.fortunes, bar)
    }

    /// Rolls so far.
    pub(super) fn rolls(&self) -> u64 {
        self.faces.total()
    }

    /// `ln E`.
    pub(super) fn ln_e(&self) -> f64 {
        ln_mean(&self.fortunes)
    }
}

/// A bet on the answers to a question.
#[derive(Clone, Debug, Default)]
pub(super) struct HitBet {
    hits: Hits,
    fortunes: [f64; TILTS.len()],
}

impl HitBet {
    /// The bet as it stands after these rolls.
    pub(super) fn of(hits: Hits) -> HitBet {
        let fortunes = TILTS.map(|tilt| ln_hits_at(tilt, &hits));
        HitBet { hits, fortunes }
    }

    /// Pays out one roll with so many favourable faces.
    pub(super) fn roll(&mut self, favourable: usize, hit: Hit) {
        let p = favourable as f64 / 6.0;
        for (fortune, tilt) in self.fortunes.iter_mut().zip(TILTS) {
            let won = match hit {
                Hit::Yes => tilt,
                Hit::No => 0.0,
            };
            *fortune += won - ln_stake(tilt, p);
        }
        self.hits.count(favourable, hit);
    }

    /// `ln E`, if it is at least so much.
    pub(super) fn reaches(&self, bar: f64) -> Option<f64> {
        reaches(&self.fortunes, bar)
    }

    /// Rolls so far.
    pub(super) fn rolls(&self) -> u64 {
        self.hits.rolls()
    }

    /// `ln E`.
    pub(super) fn ln_e(&self) -> f64 {
        ln_mean(&self.fortunes)
    }
}

/// A mean is never above the greatest: mostly one comparison decides.
fn reaches(fortunes: &[f64], bar: f64) -> Option<f64> {
    fortunes
        .iter()
        .any(|fortune| *fortune >= bar)
        .then(|| ln_mean(fortunes))
        .filter(|ln_e| *ln_e >= bar)
}
