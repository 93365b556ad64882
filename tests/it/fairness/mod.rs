//! The statistical audit: known answers, honest dice, dishonest dice, and the fold of logs.

mod alarms;
mod folding;
mod honesty;
mod ledger;
mod plots;
mod vectors;

use petits_chevaux::dice::DieStream;
use petits_chevaux::fairness::{Chance, Moment, Observation, Strata, Stratum};
use petits_chevaux::game::SeatNo;
use petits_chevaux::rules::{Die, FaceSet};

/// The dice of a seed.
fn dice(seed: u32) -> DieStream {
    let mut key = [7; 32];
    key[..4].copy_from_slice(&seed.to_le_bytes());
    DieStream::new(&key)
}

/// A die that falls on six with that chance, the other faces evenly.
fn loaded(stream: &mut DieStream, six: f64) -> Die {
    if f64::from(stream.word()) / 4_294_967_296.0 < six {
        return Die::Six;
    }
    loop {
        let die = stream.die();
        if die != Die::Six {
            return die;
        }
    }
}

/// A roll of which only its place in a sequence is known.
fn plain(face: Die, previous: Option<Die>) -> Observation {
    let strata: Strata = [Stratum::All]
        .into_iter()
        .chain(previous.map(Stratum::after))
        .collect();
    let mut favourable = [FaceSet::EMPTY; Chance::ALL.len()];
    favourable[Chance::Six as usize] = FaceSet::of(&[Die::Six]);
    favourable[Chance::Repeat as usize] = previous.into_iter().collect();
    Observation {
        at: Moment::default(),
        roll: 0,
        seat: SeatNo(1),
        strata,
        favourable,
        face,
    }
}
