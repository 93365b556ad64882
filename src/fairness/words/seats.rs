//! One game, as each of its players sees it.

use std::collections::BTreeMap;

use super::{Lang, commonness, grouped};
use crate::fairness::{GameAudit, Runs, Stratum, everyday_range};
use crate::game::SeatNo;
use crate::rules::Die;

/// A line for each seat: its sixes, its longest wait for one, its longest streak.
#[must_use]
pub fn seats(audit: &GameAudit, lang: Lang) -> String {
    let counters = audit.counters();
    let runs: BTreeMap<SeatNo, Runs> = audit.runs();
    let mut text = String::new();
    for (seat, runs) in &runs {
        let faces = Stratum::of_seat(*seat).map(|stratum| counters.of(stratum));
        let sixes = faces.map_or(0, |faces| faces.of(Die::Six));
        text.push_str(&line(*seat, runs, sixes, lang));
        text.push('\n');
    }
    text
}

fn line(seat: SeatNo, runs: &Runs, sixes: u64, lang: Lang) -> String {
    let (low, high) = everyday_range(runs.rolls, 1);
    let rolls = grouped(runs.rolls, lang);
    let (drought, streak) = (runs.drought, runs.streak);
    let dry = commonness(runs.drought_chance(), lang);
    let equal = commonness(runs.streak_chance(), lang);
    lang.say(
        format_args!(
            "Seat {seat}: {rolls} rolls, {sixes} sixes; {low} to {high} is everyday. \
             Longest wait: {drought} rolls without a six (that happens to {dry}). \
             Longest streak: {streak} equal faces (that happens to {equal})."
        ),
        format_args!(
            "Place {seat} : {rolls} lancers, {sixes} six ; de {low} à {high}, c'est banal. \
             Plus longue attente : {drought} lancers sans six (cela arrive {dry}). \
             Plus longue série : {streak} faces égales (cela arrive {equal})."
        ),
    )
}
