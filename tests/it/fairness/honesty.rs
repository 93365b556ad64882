//! Honest dice are left alone, dishonest ones are not.

use petits_chevaux::dice::DieStream;
use petits_chevaux::fairness::{Chance, Faces, Hit, Hits, Report, Stratum, Watch, ln_e, ln_e_hits};
use petits_chevaux::rules::Die;

use super::{dice, loaded, plain};

fn watched(rolls: u32, mut die: impl FnMut() -> Die) -> Watch {
    let mut watch = Watch::default();
    let mut previous = None;
    for _ in 0..rolls {
        let face = die();
        watch.roll(&plain(face, previous));
        previous = Some(face);
    }
    watch
}

#[test]
fn a_million_honest_rolls_give_no_alarm() {
    let mut stream = dice(1);
    let watch = watched(1_000_000, || stream.die());
    assert_eq!(watch.alarms(), []);
    let report = Report::new(&watch);
    assert_eq!(report.rolls, 1_000_000);
    assert!(report.pairs.p > 1e-4, "{:?}", report.pairs);
    assert!(report.stratum(Stratum::All).unwrap().p > 1e-4);
}

/// The roll at which a bet on the face counts reaches 20, if within so many.
fn caught(stream: &mut DieStream, six: f64, within: u32) -> Option<u32> {
    let mut faces = Faces::default();
    (1..=within).find(|_| {
        faces.count(loaded(stream, six));
        ln_e(&faces) >= 20_f64.ln()
    })
}

#[test]
fn a_die_that_gives_three_sixes_in_ten_is_noticed_within_300_rolls() {
    let noticed = (0..10).filter(|seed| caught(&mut dice(100 + seed), 0.30, 300).is_some());
    let noticed = noticed.count();
    assert!(noticed >= 9, "{noticed} of 10");
}

#[test]
fn the_bet_on_sixes_alone_notices_it_too() {
    let noticed = (0..10).filter(|seed| {
        let (mut stream, mut hits) = (dice(200 + seed), Hits::default());
        (0..300).any(|_| {
            let six = loaded(&mut stream, 0.30) == Die::Six;
            hits.count(1, if six { Hit::Yes } else { Hit::No });
            ln_e_hits(&hits) >= 20_f64.ln()
        })
    });
    let noticed = noticed.count();
    assert!(noticed >= 9, "{noticed} of 10");
}

#[test]
fn who_looks_after_every_roll_is_seldom_misled() {
    let bar = 20_f64.ln();
    let misled = (0..2_000).filter(|seed| {
        let (mut stream, mut faces) = (dice(1_000 + seed), Faces::default());
        // A look at the end of each piece alone would be kinder: every roll is looked at.
        (0..300).any(|_| {
            faces.count(stream.die());
            ln_e(&faces) >= bar
        })
    });
    let misled = misled.count();
    assert!(misled <= 100, "{misled} of 2000");
}

#[test]
fn a_die_that_repeats_itself_is_noticed_though_its_faces_are_even() {
    let (mut stream, mut last) = (dice(9), Die::One);
    let watch = watched(20_000, || {
        if stream.word() % 10 > 0 {
            last = stream.die();
        }
        last
    });
    let report = Report::new(&watch);
    assert!(report.stratum(Stratum::All).unwrap().ln_e < report.ln_threshold);
    assert!(report.chance(Chance::Repeat).unwrap().ln_e > report.ln_threshold);
    assert!(!report.alarms.is_empty());
}

/// Dice drawn from a bag of so many sets of six, which is filled again when it is empty.
fn from_a_bag(stream: &mut DieStream, sets: usize, bag: &mut Vec<Die>) -> Die {
    if bag.is_empty() {
        bag.extend(Die::ALL.repeat(sets));
    }
    let nth = stream.word() as usize % bag.len();
    bag.swap_remove(nth)
}

#[test]
fn dice_that_are_too_even_are_noticed_though_no_face_is_favoured() {
    for (sets, chance, rolls) in [(1, Chance::Missing, 200), (4, Chance::Behind, 2_000)] {
        let (mut stream, mut bag) = (dice(31), Vec::new());
        let (mut past, mut hits) = (Faces::default(), Hits::default());
        let mut set: Vec<Die> = Vec::new();
        for _ in 0..rolls {
            let n = past.total();
            let behind = |face: &Die| 6 * past.of(*face) < n;
            let missing = |face: &Die| !set.is_empty() && !set.contains(face);
            let wanted: Vec<Die> = if chance == Chance::Behind {
                Die::ALL.into_iter().filter(behind).collect()
            } else {
                Die::ALL.into_iter().filter(missing).collect()
            };
            let face = from_a_bag(&mut stream, sets, &mut bag);
            let hit = if wanted.contains(&face) {
                Hit::Yes
            } else {
                Hit::No
            };
            hits.count(wanted.len(), hit);
            past.count(face);
            set.push(face);
            set.sort_unstable();
            set.dedup();
            if set.len() == 6 {
                set.clear();
            }
        }
        assert!(ln_e(&past) < 0.0, "the counts alone look all too honest");
        let bet = ln_e_hits(&hits);
        assert!(bet > 55_000_f64.ln(), "{chance}: {bet}");
    }
}
