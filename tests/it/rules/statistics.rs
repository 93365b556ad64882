//! What many games come to: the figures of section 7, with fixed seeds.

use petits_chevaux::advice::playout::Policy;
use petits_chevaux::rules::{Die, Fact, Phase, Place, Position, Rules, Seat, SeatSet};

use super::support::{Luck, position, rules};

const A: Seat = Seat::ALL[0];

/// What games of one kind came to.
#[derive(Debug)]
struct Figures {
    rolls_per_game: f64,
    useless: f64,
    captures_per_game: f64,
}

fn play(ruleset: &str, players: u8, policy: Policy, games: u32) -> Figures {
    let rules = rules(ruleset);
    let mut luck = Luck::new(u64::from(players));
    let (mut rolls, mut useless, mut captures) = (0_u32, 0_u32, 0_usize);
    let seats = SeatSet::spread(rules.ruleset().seats, players);
    for game in 0..games {
        let first = seats
            .iter()
            .cycle()
            .nth(usize::try_from(game).unwrap())
            .unwrap();
        let mut position = Position::start(&rules, seats, first);
        while position.phase() != Phase::Over {
            rolls += u32::from(matches!(position.phase(), Phase::Roll { .. }));
            one_step(
                &mut luck,
                &rules,
                policy,
                &mut position,
                &mut |fact| match fact {
                    Fact::NoMove { .. } => useless += 1,
                    Fact::Moved {
                        captures: taken, ..
                    } => captures += taken.len(),
                    Fact::Passed { .. }
                    | Fact::Scored { .. }
                    | Fact::BonusForfeited { .. }
                    | Fact::BonusDeclined { .. }
                    | Fact::ThirdSix { .. }
                    | Fact::Finished { .. }
                    | Fact::Retired { .. }
                    | Fact::Ended => {}
                },
            );
        }
    }
    let games = f64::from(games);
    Figures {
        rolls_per_game: f64::from(rolls) / games,
        useless: f64::from(useless) / f64::from(rolls),
        captures_per_game: f64::from(u32::try_from(captures).unwrap()) / games,
    }
}

fn one_step(
    luck: &mut Luck,
    rules: &Rules,
    policy: Policy,
    position: &mut Position,
    report: &mut impl FnMut(Fact),
) {
    match position.phase() {
        Phase::Over => {}
        Phase::Roll { .. } => position.roll(rules, luck.die(), report).unwrap(),
        Phase::Move { .. } => {
            let list = position.legal_moves(rules);
            let mv = policy.choose(position, rules, &list, luck.word()).unwrap();
            position.play(rules, mv, report).unwrap();
        }
    }
}

#[track_caller]
fn near(what: &str, found: f64, expected: f64, share: f64) {
    let off = (found / expected - 1.0).abs();
    assert!(
        off <= share,
        "{what} is {found:.3}, expected {expected} within {share}"
    );
}

#[track_caller]
fn close(what: &str, found: f64, expected: f64, distance: f64) {
    let off = (found - expected).abs();
    assert!(
        off <= distance,
        "{what} is {found:.4}, expected {expected} within {distance}"
    );
}

/// The rolls that seat a takes until `done`, the other seats left out, on average.
fn mean_rolls(ruleset: &str, from: &str, runs: u32, done: impl Fn(&Position) -> bool) -> f64 {
    let rules = rules(ruleset);
    let start = position(from, &rules);
    let mut luck = Luck::new(11);
    let mut rolls = 0;
    for _ in 0..runs {
        let mut position = start;
        while !done(&position) {
            rolls += u32::from(matches!(position.phase(), Phase::Roll { .. }));
            one_step(
                &mut luck,
                &rules,
                Policy::Random,
                &mut position,
                &mut |_| {},
            );
        }
    }
    f64::from(rolls) / f64::from(runs)
}

fn first_horse(position: &Position) -> Place {
    position.place(A, petits_chevaux::rules::HorseId::ALL[0])
}

#[test]
fn s1_10_the_first_exit_takes_six_rolls() {
    let mean = mean_rolls("traditional horses=1", "E a ?", 4_000, |position| {
        first_horse(position) != Place::Stable
    });
    near("rolls to the first exit", mean, 6.0, 0.05);
}

#[test]
fn s1_11_three_tries_bring_a_horse_out_four_times_in_ten() {
    let rules = rules("quick");
    let start = position("E,E,E,E/E,E,E,E a ?", &rules);
    let mut out = 0_u32;
    let turns = 216;
    // Each triple of faces once: the share is exact.
    for first in Die::ALL {
        for second in Die::ALL {
            for third in Die::ALL {
                let mut position = start;
                for die in [first, second, third] {
                    if position.phase() == (Phase::Roll { seat: A }) {
                        position.roll(&rules, die, &mut |_| {}).unwrap();
                    }
                }
                out += u32::from(matches!(position.phase(), Phase::Move { .. }));
            }
        }
    }
    close(
        "the share",
        f64::from(out) / f64::from(turns),
        0.4213,
        0.0001,
    );
}

#[test]
fn s1_29_the_foot_takes_six_rolls_from_any_of_six_squares() {
    for (ruleset, foot) in [("traditional horses=1", 55), ("no_passing horses=1", 55)] {
        for distance in 1..=6 {
            let from = format!("{} a ?", foot - distance);
            let mean = mean_rolls(ruleset, &from, 3_000, |position| {
                first_horse(position) == Place::Track(foot)
            });
            near("rolls to the foot", mean, 6.0, 0.06);
        }
    }
}

#[test]
fn s1_33_a_lone_horse_climbs_the_stair_in_about_forty_rolls() {
    let home = |position: &Position| position.phase() == Phase::Over;
    for (ruleset, foot, expected) in [
        ("traditional horses=1", 55, 42.0),
        ("no_passing horses=1", 55, 36.0),
        ("six_seat_long horses=1", 71, 36.0),
    ] {
        let mean = mean_rolls(ruleset, &format!("{foot} a ?"), 2_000, home);
        near(ruleset, mean, expected, 0.05);
    }
}

#[test]
fn s1_47_useless_rolls_are_one_in_five_and_one_in_six() {
    let traditional = play("traditional", 4, Policy::Eager, 100);
    close("useless, traditional", traditional.useless, 0.2, 0.02);
    let quick = play("quick", 4, Policy::Eager, 100);
    close("useless, quick", quick.useless, 1.0 / 6.0, 0.02);
    let random = play("traditional", 4, Policy::Random, 100);
    close("useless, traditional, random", random.useless, 0.186, 0.02);
    let random = play("quick", 4, Policy::Random, 100);
    close("useless, quick, random", random.useless, 0.158, 0.02);
}

#[test]
fn s1_46_the_traditional_game_is_about_twice_the_quick_one() {
    for horses in [4, 2] {
        let rolls = |preset: &str| {
            play(&format!("{preset} horses={horses}"), 4, Policy::Eager, 150).rolls_per_game
        };
        let ratio = rolls("traditional") / rolls("quick");
        assert!((1.75..=2.2).contains(&ratio), "{horses} horses: {ratio:.2}");
    }
}

#[test]
fn s0_34_the_long_game_takes_twice_the_rolls_of_the_quick_one() {
    let long = play("six_seat_long", 6, Policy::Random, 40);
    let quick = play("six_seat_quick", 6, Policy::Random, 60);
    near(
        "the ratio",
        long.rolls_per_game / quick.rolls_per_game,
        2.08,
        0.15,
    );
}

/// Rolls, useless share and captures of a game of random players, as measured elsewhere.
#[test]
fn games_are_as_long_as_those_of_another_engine() {
    for (ruleset, players, rolls, useless, captures) in [
        ("traditional", 4, 984.0, 0.186, 42.0),
        ("traditional horses=2", 4, 448.0, 0.289, 12.0),
        ("quick tries_when=all_in_stable", 4, 457.0, 0.158, 19.0),
        ("quick horses=2", 4, 209.0, 0.212, 6.0),
        ("no_passing", 4, 1468.0, 0.219, 92.0),
        ("no_passing", 2, 486.0, 0.255, 14.0),
        ("six_seat_quick", 6, 939.0, 0.148, 52.0),
        ("six_seat_quick", 2, 219.0, 0.086, 4.0),
        ("parchis", 4, 382.0, 0.118, 10.0),
        ("parchis capture_bonus=points:20", 4, 480.0, 0.102, 14.5),
        ("parchis exit_duty=compulsory", 4, 366.0, 0.079, 15.9),
    ] {
        let figures = play(ruleset, players, Policy::Random, 80);
        near(ruleset, figures.rolls_per_game, rolls, 0.15);
        close(ruleset, figures.useless, useless, 0.02);
        near(ruleset, figures.captures_per_game, captures, 0.25);
    }
}
