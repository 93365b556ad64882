//! What is told about moves, one position a case.

use petits_chevaux::advice::{Effect, Insight, Level, danger, insights};
use petits_chevaux::rules::{Die, FaceSet, HorseId, Seat};

use crate::rules::support::{position, rules};

/// The insight into the move that reads so.
fn told(ruleset: &str, text: &str, mv: &str) -> Insight {
    let rules = rules(ruleset);
    let position = position(text, &rules);
    let list = insights(&position, &rules);
    let moves: Vec<String> = list.iter().map(|one| one.mv.to_string()).collect();
    let found = list.into_iter().find(|one| one.mv.to_string() == mv);
    found.unwrap_or_else(|| panic!("{text}: {mv} is not among {moves:?}"))
}

fn effects(insight: &Insight) -> String {
    let names: Vec<&str> = insight.effects.iter().map(Effect::name).collect();
    names.join(" ")
}

/// Each effect is found where it happens, and where it does not it is not.
///
/// On the quick board seat b starts on 14: its horse on 4 stands on a's 18.
const CASES: [(&str, &str, &str, &str); 19] = [
    (
        "quick",
        "26,E,E,E/16,E,E,E a 4",
        "26->30",
        "captures moves_leader",
    ),
    (
        "quick",
        "26,E,E,E/E,E,E,E a 6",
        "E->0",
        "leaves_stable rolls_again blocks_own_horse",
    ),
    (
        "quick",
        "54,s2,E,E/E,E,E,E a 3",
        "s2->s5",
        "climbs_step blocks_own_horse frees_own_horse moves_leader",
    ),
    (
        "quick",
        "s4,s2,F,F/E,E,E,E a 3",
        "s2->s5",
        "climbs_step blocks_own_horse",
    ),
    (
        "quick",
        "s4,F,F,F/E,E,E,E a 3",
        "s4->F",
        "wins finishes climbs_step moves_leader",
    ),
    (
        "quick",
        "20,E,E,E/4,E,E,E a 6",
        "20->26",
        "rolls_again escapes_danger moves_leader moves_threatened",
    ),
    (
        "quick",
        "16,E,E,E/4,E,E,E a 3",
        "16->19",
        "runs_into_danger moves_leader",
    ),
    (
        "quick",
        "10,E,E,E/4,E,E,E a 3",
        "10->13",
        "gains_prey moves_leader",
    ),
    (
        "quick",
        "20,16,E,E/4,E,E,E a 2",
        "16->18",
        "captures protects_horse",
    ),
    (
        "traditional",
        "53,s2,E,E/E,E,E,E a 4",
        "53->53",
        "wastes_squares",
    ),
    (
        "traditional",
        "54,E,E,E/E,E,E,E a 4",
        "54->52",
        "wastes_squares loses_ground moves_leader",
    ),
    (
        "traditional",
        "53,55,s3,E/E,E,E,E a 1",
        "55->s1",
        "enters_stair frees_own_horse",
    ),
    (
        "six_seat_quick",
        "70,s1,E,E/10,E,E,E a 5",
        "70->s4",
        "finishes enters_stair blocks_own_horse moves_leader",
    ),
    (
        "parchis",
        "10,9,E,30/E,E,E,E/E,E,E,E/E,E,E,E a 1",
        "9->10",
        "makes_wall",
    ),
    (
        "parchis",
        "10,10,E,30/59,E,E,E/E,E,E,E/E,E,E,E a 6",
        "10->16",
        "rolls_again breaks_wall exposes_horse",
    ),
    (
        "parchis",
        "10,E,E,E/E,E,E,E/E,E,E,E/@13,E,E,E a 3",
        "10->13",
        "captures earns_bonus moves_leader",
    ),
    (
        "parchis",
        "12,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a 3",
        "12->15",
        "leaves_safe_square moves_leader",
    ),
    (
        "ludo",
        "5,E,E,E/E,E,E,E a 3",
        "5->8",
        "reaches_safe_square moves_leader",
    ),
    (
        "parchis bonus_declinable=true",
        "10,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a 4 bonus=20",
        "decline",
        "declines_bonus",
    ),
];

#[test]
fn every_effect_is_told_where_it_happens() {
    for (ruleset, text, mv, expected) in CASES {
        assert_eq!(
            effects(&told(ruleset, text, mv)),
            expected,
            "{ruleset}: {text} {mv}"
        );
    }
    for effect in Effect::ALL {
        let shown = CASES
            .iter()
            .any(|case| case.3.split(' ').any(|name| name == effect.name()));
        assert!(shown, "no case has {}", effect.name());
    }
}

#[test]
fn squares_are_counted_as_a_player_would() {
    let captures = told("quick", "26,E,E,E/16,E,E,E a 4", "26->30");
    assert_eq!((captures.progress, captures.wasted), (4, 0));
    let lost: Vec<u8> = captures.captured.iter().map(|one| one.squares).collect();
    assert_eq!(lost, [17], "square 16 is the seventeenth that it covers");
    let bounces = told("traditional", "54,E,E,E/E,E,E,E a 4", "54->52");
    assert_eq!((bounces.progress, bounces.wasted), (-2, 4));
    let climbs = told("traditional", "s3,E,E,E/E,E,E,E a 4", "s3->s4");
    assert_eq!((climbs.progress, climbs.wasted), (1, 0));
    let twelve = told("eile_mit_weile", "10,E,E,E/E,E,E,E a 6", "10->22");
    assert_eq!((twelve.progress, twelve.wasted), (12, 0));
    let bonus = told("parchis", "s5,40,E,E/E,E,E,E/E,E,E,E/E,E,E,E a 3", "s5->F");
    assert_eq!(bonus.reward.squares, 10);
}

#[test]
fn danger_names_the_faces_and_the_seats() {
    // Seat b, 2 and 5 squares behind, and seat c, which leaves its stable onto square 28.
    let rules = rules("quick");
    let position = position("20,28,E,E/4,1,E,E/E,E,E,E a 1", &rules);
    let horse = |number| HorseId::from_number(number).unwrap();
    let first = danger(&position, &rules, Seat::ALL[0], horse(1));
    assert_eq!(first.faces(), FaceSet::of(&[Die::Two, Die::Five]));
    assert_eq!(first.seats().to_string(), "b");
    assert!((first.chance() - 2.0 / 6.0).abs() < 1e-9);
    let second = danger(&position, &rules, Seat::ALL[0], horse(2));
    assert_eq!(
        (second.count(), second.seats().to_string().as_str()),
        (1, "c")
    );
    assert_eq!(danger(&position, &rules, Seat::ALL[0], horse(3)).count(), 0);
}

#[test]
fn every_effect_and_level_is_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/BOTS.md");
    let page = std::fs::read_to_string(path).unwrap();
    let effects = Effect::ALL.iter().map(|effect| effect.name());
    for name in effects.chain(Level::ALL.map(Level::name)) {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}
