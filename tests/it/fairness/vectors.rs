//! Known answers, computed apart with sixty digits.

use petits_chevaux::fairness::{
    Faces, Hits, Tally, Watch, chi2, chi2_tail, everyday_range, ln_e, ln_e_hits, run_probability,
};
use petits_chevaux::rules::Die;
use serde_json::Value;

use super::plain;

fn vectors(kind: &str) -> Vec<Value> {
    let all: Value =
        serde_json::from_str(include_str!("../../data/vectors/fairness.json")).unwrap();
    all[kind].as_array().unwrap().clone()
}

fn near(own: f64, known: &Value, vector: &Value) {
    let known = known.as_f64().unwrap();
    assert!((own - known).abs() < 1e-9, "{own} for {vector}");
}

#[test]
fn e_values_and_chi_squared_of_faces_are_the_known_ones() {
    for vector in vectors("faces") {
        let faces: Faces = serde_json::from_value(vector["counts"].clone()).unwrap();
        near(ln_e(&faces), &vector["ln_e"], &vector);
        near(chi2(&faces.0), &vector["chi2"], &vector);
        near(chi2_tail(chi2(&faces.0), 5), &vector["p"], &vector);
    }
}

#[test]
fn e_values_of_hits_are_the_known_ones() {
    for vector in vectors("hits") {
        let tallies: [(u64, u64); 5] = serde_json::from_value(vector["tallies"].clone()).unwrap();
        let hits = Hits(tallies.map(|(rolls, hits)| Tally { rolls, hits }));
        near(ln_e_hits(&hits), &vector["ln_e"], &vector);
    }
}

#[test]
fn chi_squared_of_other_degrees_of_freedom_has_its_printed_quantiles() {
    for (x, df, p) in [
        (43.773, 30, 0.05),
        (50.892, 30, 0.01),
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (15.086, 5, 0.01),
    ] {
        let own = chi2_tail(x, df);
        assert!((own - p).abs() < 2e-5, "{own} for {x}, {df}");
    }
    assert!((chi2_tail(0.0, 5) - 1.0).abs() < 1e-12);
}

#[test]
fn droughts_and_streaks_are_as_common_as_a_chain_of_states_says() {
    for vector in vectors("runs") {
        let number = |key: &str| vector[key].as_u64().unwrap();
        let chance = vector["failures"].as_f64().unwrap() / 6.0;
        let own = run_probability(number("n"), number("length"), chance);
        near(own, &vector["chance"], &vector);
    }
}

#[test]
fn the_everyday_range_holds_99_of_100_honest_runs() {
    for vector in vectors("ranges") {
        let number = |key: &str| vector[key].as_u64().unwrap();
        let favourable = u8::try_from(number("favourable")).unwrap();
        let own = everyday_range(number("n"), favourable);
        assert_eq!(own, (number("low"), number("high")), "{vector}");
    }
}

#[test]
fn a_fortune_carried_roll_by_roll_is_that_of_the_counts() {
    let mut dice = super::dice(5);
    let mut watch = Watch::default();
    let mut previous = None;
    for _ in 0..5_000 {
        let face: Die = dice.die();
        watch.roll(&plain(face, previous));
        previous = Some(face);
    }
    let resumed = Watch::resume(watch.counters().clone(), Vec::new());
    let ((on, ln_e), (again_on, again)) = (watch.richest(), resumed.richest());
    assert_eq!(on, again_on);
    assert!((ln_e - again).abs() < 1e-9, "{ln_e} {again}");
}
