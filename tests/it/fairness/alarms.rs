//! Alarms: when they ring, and that they stay.

use petits_chevaux::fairness::{FAMILY, Tested, Watch, candidate_bar, ln_threshold, suspicious};
use petits_chevaux::rules::Die;

use super::{dice, plain};

#[test]
fn the_bar_is_the_size_of_the_family_over_a_thousandth() {
    assert_eq!(FAMILY, 57);
    assert!((ln_threshold() - 57_000_f64.ln()).abs() < 1e-12);
}

#[test]
fn an_alarm_stays_when_the_dice_are_honest_again() {
    let mut watch = Watch::default();
    for _ in 0..30 {
        watch.roll(&plain(Die::Six, None));
    }
    let rung = watch.alarms().to_vec();
    assert!(!rung.is_empty());
    let mut honest = dice(3);
    for _ in 0..20_000 {
        watch.roll(&plain(honest.die(), None));
    }
    assert!(watch.richest().1 < ln_threshold());
    assert_eq!(watch.alarms(), rung);
    let resumed = Watch::resume(watch.counters().clone(), rung.clone());
    assert_eq!(resumed.alarms(), rung);
}

#[test]
fn an_alarm_keeps_its_names_in_json() {
    let mut watch = Watch::default();
    for _ in 0..30 {
        watch.roll(&plain(Die::Six, None));
    }
    let text = serde_json::to_string(watch.alarms()).unwrap();
    assert!(text.contains(r#""tested":"six""#), "{text}");
    let names: Vec<_> = watch.alarms().iter().map(|alarm| alarm.tested).collect();
    let read: Vec<petits_chevaux::fairness::Alarm> = serde_json::from_str(&text).unwrap();
    let again: Vec<Tested> = read.iter().map(|alarm| alarm.tested).collect();
    assert_eq!(again, names);
}

#[test]
fn of_many_games_only_those_are_named_that_stand_out_of_so_many() {
    let quiet = [0.0; 98];
    assert!(suspicious(&quiet, 98).is_empty());
    let one = |ln: f64| [&quiet[..], &[ln, 1.0]].concat();
    assert!(suspicious(&one(9_999_f64.ln()), 100).is_empty());
    assert_eq!(suspicious(&one(10_001_f64.ln()), 100), [98]);
    let two = [&quiet[..], &[5_001_f64.ln(), 5_002_f64.ln()]].concat();
    assert_eq!(suspicious(&two, 100), [99, 98]);
    let poor_left_out = [10_001_f64.ln(), candidate_bar()];
    assert_eq!(suspicious(&poor_left_out, 100), [0]);
    assert!(suspicious(&[], 0).is_empty());
}
