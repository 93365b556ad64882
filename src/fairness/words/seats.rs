//! One game, as each of its players sees it.

use std::collections::BTreeMap;

use super::{Lang, commonness, grouped};
use crate::fairness::{GameAudit, Runs, Stratum, everyday_range};
use crate::game::{ChainUse, Contribution, Holder, SeatNo};
use crate::rules::Die;

/// Each seat: what it brought to the dice, its sixes, its longest wait for one, its longest streak.
#[must_use]
pub fn seats(audit: &GameAudit, lang: Lang) -> Vec<String> {
    let counters = audit.counters();
    let runs: BTreeMap<SeatNo, Runs> = audit.runs();
    let rolls = grouped(audit.rolls().len(), lang);
    let mut told = vec![lang.say(
        format_args!("All {rolls} rolls were recomputed, and all are what their links give."),
        format_args!("Les {rolls} lancers ont été recalculés : tous conformes, aucun écart."),
    )];
    for (seat, runs) in &runs {
        let faces = Stratum::of_seat(*seat).map(|stratum| counters.of(stratum));
        let sixes = faces.map_or(0, |faces| faces.of(Die::Six));
        told.push(line(*seat, runs, sixes, lang));
        told.extend(
            audit
                .holder(*seat)
                .map(|holder| brought(*seat, holder, lang)),
        );
    }
    told
}

/// Who could have chosen the dice of a seat.
fn brought(seat: SeatNo, holder: &Holder, lang: Lang) -> String {
    match &holder.contribution {
        Contribution::Sealed {
            use_of: ChainUse::NotReady | ChainUse::Ready,
            ..
        } => lang.say(
            format_args!(
                "Seat {seat} brought a chain: nobody could choose its dice, \
                 not the operator together with all opponents."
            ),
            format_args!(
                "La place {seat} a fourni sa chaîne : personne ne pouvait choisir ses dés, \
                 pas même l'exploitant avec tous les adversaires."
            ),
        ),
        Contribution::Sealed {
            use_of: ChainUse::Closed,
            ..
        } => lang.say(
            format_args!("Seat {seat} brought a chain and gave it up on the way."),
            format_args!("La place {seat} a fourni une chaîne, puis l'a abandonnée."),
        ),
        Contribution::Seeded(_) => lang.say(
            format_args!("Seat {seat} brought a seed: the operator could foresee its dice."),
            format_args!(
                "La place {seat} a fourni une graine : l'exploitant pouvait prévoir ses dés."
            ),
        ),
        Contribution::None => lang.say(
            format_args!("Seat {seat} brought nothing to the dice: for it, statistics are all."),
            format_args!("La place {seat} n'a rien fourni : il ne lui reste que les statistiques."),
        ),
    }
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
