//! A bet on everything that is tested, carried on roll by roll, with every alarm that ever rang.

use std::collections::BTreeMap;

use super::alarm::{Alarm, Tested, ln_threshold};
use super::bets::{FaceBet, HitBet};
use super::counters::Counters;
use super::observe::Observation;
use super::strata::{Chance, Stratum};

/// The running audit of a sequence of rolls.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    counters: Counters,
    faces: BTreeMap<Stratum, FaceBet>,
    hits: BTreeMap<Chance, HitBet>,
    alarms: Vec<Alarm>,
}

impl Watch {
    /// Goes on from counters and the alarms that rang until then.
    #[must_use]
    pub fn resume(counters: Counters, alarms: Vec<Alarm>) -> Watch {
        let faces = counters.faces.iter();
        let hits = counters.hits.iter();
        Watch {
            faces: faces
                .map(|(key, faces)| (*key, FaceBet::of(*faces)))
                .collect(),
            hits: hits.map(|(key, hits)| (*key, HitBet::of(*hits))).collect(),
            counters,
            alarms,
        }
    }

    /// Takes the next roll.
    pub fn roll(&mut self, roll: &Observation) {
        self.counters.count(roll);
        let bar = ln_threshold();
        for stratum in roll.strata.iter() {
            let bet = self.faces.entry(stratum).or_default();
            bet.roll(roll.face);
            if let Some(ln_e) = bet.reaches(bar) {
                let rolls = bet.rolls();
                self.ring(Tested::Faces(stratum), rolls, ln_e);
            }
        }
        for (chance, favourable, hit) in roll.questions() {
            let bet = self.hits.entry(chance).or_default();
            bet.roll(favourable, hit);
            if let Some(ln_e) = bet.reaches(bar) {
                let rolls = bet.rolls();
                self.ring(Tested::Hits(chance), rolls, ln_e);
            }
        }
    }

    /// What was counted.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Every alarm that ever rang, in order; the first of each kind.
    #[must_use]
    pub fn alarms(&self) -> &[Alarm] {
        &self.alarms
    }

    /// The richest bet: `ln E`, and on what; 0 on all rolls before the first one.
    #[must_use]
    pub fn richest(&self) -> (Tested, f64) {
        let faces = self.faces.iter();
        let faces = faces.map(|(key, bet)| (Tested::Faces(*key), bet.ln_e()));
        let hits = self.hits.iter();
        let hits = hits.map(|(key, bet)| (Tested::Hits(*key), bet.ln_e()));
        let all = faces.chain(hits);
        all.max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((Tested::Faces(Stratum::All), 0.0))
    }

    fn ring(&mut self, tested: Tested, rolls: u64, ln_e: f64) {
        if self.alarms.iter().all(|alarm| alarm.tested != tested) {
            self.alarms.push(Alarm {
                tested,
                rolls,
                ln_e,
                checkpoint: None,
            });
        }
    }
}

impl<'a> FromIterator<&'a Observation> for Watch {
    fn from_iter<I: IntoIterator<Item = &'a Observation>>(rolls: I) -> Self {
        let mut watch = Watch::default();
        for roll in rolls {
            watch.roll(roll);
        }
        watch
    }
}
