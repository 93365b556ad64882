//! Files that hold what the rules did: counts of the tree, and whole games drawn.
//!
//! `UPDATE=1` writes them anew; the difference is then read like code.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use petits_chevaux::advice::playout::Policy;
use petits_chevaux::rules::{Fact, Phase, Position, Preset, Rules, Seat, SeatSet, perft};

use super::support::{Luck, moves, position, rules};

fn file(folder: &str, name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(folder)
        .join(name)
}

/// Compares with the file, or writes it.
fn golden(folder: &str, name: &str, found: &str) {
    let file = file(folder, name);
    if std::env::var("UPDATE").is_ok_and(|update| update == "1") {
        fs::write(&file, found).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == found,
        "{} differs; UPDATE=1 writes it anew:\n{found}",
        file.display()
    );
}

/// The positions whose trees are counted: the start, and the middle and the end of a game.
fn counted(rules: &Rules) -> Vec<Position> {
    let players = rules.ruleset().max_players;
    let start = Position::start(rules, SeatSet::first(players), Seat::ALL[0]);
    let mut luck = Luck::new(7);
    let mut positions = vec![start];
    let mut position = start;
    let mut steps = 0;
    while position.phase() != Phase::Over {
        if steps % 150 == 149 && positions.len() < 5 {
            positions.push(position);
        }
        super::any::step(&mut luck, rules, &mut position, &mut |_| {});
        steps += 1;
    }
    positions
}

#[test]
fn the_tree_of_rolls_and_moves_has_its_size() {
    for preset in Preset::ALL {
        let rules = Rules::new(preset.ruleset()).unwrap();
        let mut text = format!("# {preset}, version {}\n", preset.version());
        text.push_str("# position: leaves after 1, 2, 3 and 4 rolls and moves\n");
        for position in counted(&rules) {
            let counts: Vec<String> = (1..=4)
                .map(|plies| perft(&position, &rules, plies).to_string())
                .collect();
            writeln!(text, "{}: {}", position.notation(&rules), counts.join(" ")).unwrap();
        }
        golden("perft", &format!("{preset}.perft"), &text);
    }
}

/// Small boards, so that a game is a page: ruleset, players, seed.
const GAMES: [(&str, &str, u8, u64); 6] = [
    ("traditional", "traditional arm=6 horses=2", 2, 3),
    ("quick", "quick arm=6 horses=2", 3, 5),
    (
        "no_passing",
        "no_passing arm=6 horses=2 end=play_for_places",
        3,
        2,
    ),
    ("six_seat_quick", "six_seat_quick arm=4 horses=2", 4, 9),
    (
        "parchis",
        "parchis arm=8 safe_offsets=0+4 lane=4 horses=2 min_players=2",
        2,
        4,
    ),
    (
        "parchis_es",
        "parchis_es arm=8 safe_offsets=0+4 lane=4 horses=2",
        2,
        6,
    ),
];

#[test]
fn whole_games_go_as_they_went() {
    for (name, ruleset, players, seed) in GAMES {
        let text = playthrough(ruleset, players, seed);
        golden("playthroughs", &format!("{name}.txt"), &text);
    }
}

/// A game of greedy players: before each roll or choice the position is drawn.
fn playthrough(ruleset: &str, players: u8, seed: u64) -> String {
    let rules = rules(ruleset);
    let mut luck = Luck::new(seed);
    let seats = SeatSet::spread(rules.ruleset().seats, players);
    let mut position = Position::start(&rules, seats, Seat::ALL[0]);
    let mut text = format!(
        "# {ruleset}, {players} players\n\n{}\n",
        draw(&position, &rules)
    );
    while position.phase() != Phase::Over {
        let mut facts = Vec::new();
        let mut report = |fact: Fact| facts.push(fact);
        match position.phase() {
            Phase::Over => {}
            Phase::Roll { seat } => {
                let die = luck.die();
                write!(text, "{seat} rolls {die}").unwrap();
                position.roll(&rules, die, &mut report).unwrap();
            }
            Phase::Move { seat, .. } => {
                let list = position.legal_moves(&rules);
                let mv = Policy::Eager.choose(&position, &rules, &list, 0).unwrap();
                let choices = moves(&position, &rules).join("; ");
                write!(text, "  {seat} may play {choices}\n  {seat} plays {mv}").unwrap();
                position.play(&rules, mv, &mut report).unwrap();
            }
        }
        told(&mut text, &facts);
        if matches!(position.phase(), Phase::Roll { .. } | Phase::Over) && moved(&facts) {
            text.push_str(&draw(&position, &rules));
            text.push('\n');
        }
    }
    text
}

fn moved(facts: &[Fact]) -> bool {
    facts
        .iter()
        .any(|fact| matches!(fact, Fact::Moved { .. } | Fact::ThirdSix { .. }))
}

/// What happened beside the move itself.
fn told(text: &mut String, facts: &[Fact]) {
    for fact in facts {
        match fact {
            Fact::Moved { captures, .. } if captures.is_empty() => {}
            Fact::Moved { captures, .. } => write!(text, ", captures {captures}").unwrap(),
            Fact::NoMove { .. } => text.push_str(", nothing moves"),
            Fact::Passed { .. } => text.push_str(", passes"),
            Fact::Scored { points, .. } => write!(text, ", {points} points").unwrap(),
            Fact::BonusForfeited { squares, .. } => write!(text, ", loses {squares}").unwrap(),
            Fact::BonusDeclined { squares, .. } => write!(text, ", declines {squares}").unwrap(),
            Fact::ThirdSix { sent_home, .. } => write!(text, ", third six [{sent_home}]").unwrap(),
            Fact::Finished { seat, rank } => write!(text, ", {seat} is {rank}.").unwrap(),
            Fact::Retired { seat } => write!(text, ", {seat} retires").unwrap(),
            Fact::Ended => text.push_str(", the game ends"),
        }
    }
    text.push('\n');
}

/// The track from the start of seat a, each seat's horses as letters; the notation below it.
fn draw(position: &Position, rules: &Rules) -> String {
    let ruleset = rules.ruleset();
    let mut track = vec![String::new(); usize::from(ruleset.squares())];
    for seat in position.seats().iter() {
        for (horse, _) in position.horses(seat) {
            if let Some(square) = position.square(rules, seat, horse) {
                track[usize::from(square)].push(seat.letter());
            }
        }
    }
    let mut drawn = String::new();
    for (square, there) in track.iter().enumerate() {
        if square % usize::from(ruleset.arm) == 0 {
            drawn.push_str(if square == 0 { "|" } else { " |" });
        }
        drawn.push(' ');
        drawn.push_str(if there.is_empty() { "." } else { there });
    }
    format!("{drawn}\n{}\n", position.notation(rules))
}

#[test]
fn the_notation_names_the_positions_that_are_counted() {
    let rules = rules("traditional");
    let text = "10,E,E,E/12,E,E,E/./E,E,E,E a 5";
    let position = position(text, &rules);
    assert_eq!(position.notation(&rules).to_string(), text);
    assert_eq!(perft(&position, &rules, 1), 1);
    assert_eq!(perft(&position, &rules, 2), 6);
}
