//! Bots: legal, repeatable, and better the stronger they are.

use petits_chevaux::advice::{Bot, Estimator, Level};
use petits_chevaux::rules::{Phase, Position, Rules, Seat, SeatSet};
use proptest::prelude::any;
use proptest::proptest;

use crate::rules::any::{any_rules, any_start, step};
use crate::rules::support::{Luck, mover, position, rules};

proptest! {
    #[test]
    fn a_bot_plays_a_legal_move_and_the_same_one_again(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let mut position = any_start(&mut luck, &rules);
        let bots = Level::ALL.map(|level| Bot::new(level, &rules));
        for _ in 0..30 {
            for bot in &bots {
                let choice = bot.choose(&position, seed);
                let waits = matches!(position.phase(), Phase::Move { .. });
                assert_eq!(choice.is_some(), waits);
                let moves = position.legal_moves(&rules);
                assert!(choice.is_none_or(|mv| moves.contains(&mv)));
                assert_eq!(bot.choose(&position, seed), choice);
            }
            step(&mut luck, &rules, &mut position, &mut |_| {});
        }
    }

    #[test]
    fn chances_are_chances_and_a_win_is_certain(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let estimator = Estimator::new(&rules);
        let mut position = any_start(&mut luck, &rules);
        for _ in 0..30 {
            let estimates = estimator.estimates(&position);
            assert_eq!(estimates.len(), position.legal_moves(&rules).len());
            assert!(estimates.is_sorted_by(|a, b| a.chance >= b.chance));
            for estimate in estimates {
                assert!((0.0..=1.0).contains(&estimate.chance));
                let seat = mover(&position);
                let before = position.finished().count();
                let mut next = position;
                next.play(&rules, estimate.mv, &mut |_| {}).unwrap();
                if next.finished().nth(before) == Some(seat) {
                    assert!((estimate.chance - 1.0).abs() < 1e-9);
                }
            }
            step(&mut luck, &rules, &mut position, &mut |_| {});
        }
    }
}

#[test]
fn the_greedy_bot_follows_its_rules() {
    // On the quick board seat b starts on 14: its horse on 4 stands on a's 18.
    for (text, choice, why) in [
        ("16,30,E,E/4,32,E,E a 2", "16->18", "a capture"),
        (
            "30,16,E,E/18,4,E,E a 2",
            "30->32",
            "of the horse that has come further",
        ),
        (
            "20,s4,E,E/E,E,E,E a 6",
            "E->0",
            "a second horse, rather than six squares",
        ),
        ("s5,40,F,F/E,E,E,E a 2", "s5->F", "a horse home"),
        (
            "20,40,F,F/4,E,E,E a 5",
            "20->25",
            "out of the reach of the horse behind",
        ),
        (
            "16,40,F,F/4,E,E,E a 4",
            "40->44",
            "not into the reach of the horse behind",
        ),
        ("53,8,F,F/E,E,E,E a 4", "53->s2", "off the track"),
        (
            "10,30,F,F/14,E,E,E a 3",
            "30->33",
            "the first horse, all else being level",
        ),
    ] {
        let rules = rules("quick");
        let position = position(text, &rules);
        let chosen = Bot::new(Level::Greedy, &rules)
            .choose(&position, 0)
            .unwrap();
        assert_eq!(chosen.to_string(), choice, "{why}: {text}");
    }
}

#[test]
fn a_long_row_of_bonuses_is_no_long_thought() {
    let rules = rules("parchis");
    let text = format!(
        "10,20,30,40/@12,@33,E,E/@44,E,E,E/@55,E,E,E a 4 bonus={}",
        ["20"; 8].join(",")
    );
    let position = position(&text, &rules);
    let bot = Bot::new(Level::Strong, &rules);
    assert!(bot.choose(&position, 0).is_some());
}

#[test]
fn levels_are_found_by_their_names() {
    for level in Level::ALL {
        assert_eq!(Level::from_name(level.name()), Some(level));
    }
    assert_eq!(Level::from_name("divine"), None);
}

/// The games that `strong` wins against `weak`, each with every other seat, seats changed.
fn wins(strong: Level, weak: Level, players: u8, ruleset: &str, games: usize) -> usize {
    let rules = rules(ruleset);
    let bots = [Bot::new(strong, &rules), Bot::new(weak, &rules)];
    let seats = SeatSet::spread(rules.ruleset().seats, players);
    let order: Vec<Seat> = seats.iter().collect();
    let mut luck = Luck::new(1);
    let won = |game: &usize| {
        let start = Position::start(&rules, seats, luck.one_of(&order));
        let end = played(start, &rules, &mut luck, |seat| {
            let player = order.iter().position(|other| *other == seat).unwrap();
            &bots[(player + game) % 2]
        });
        let winner = end.finished().next().unwrap();
        let player = order.iter().position(|seat| *seat == winner).unwrap();
        (player + game).is_multiple_of(2)
    };
    (0..games).filter(won).count()
}

fn played<'b, 'r: 'b>(
    mut position: Position,
    rules: &'r Rules,
    luck: &mut Luck,
    bot: impl Fn(Seat) -> &'b Bot<'r>,
) -> Position {
    while position.finished().next().is_none() {
        match position.phase() {
            Phase::Over => break,
            Phase::Roll { .. } => position.roll(rules, luck.die(), &mut |_| {}).unwrap(),
            Phase::Move { seat, .. } => {
                let seed = u64::from(luck.word());
                let mv = bot(seat).choose(&position, seed).unwrap();
                position.play(rules, mv, &mut |_| {}).unwrap();
            }
        }
    }
    position
}

#[test]
fn the_greedy_bot_beats_chance() {
    let games = 40;
    let won = wins(Level::Greedy, Level::Random, 2, "quick horses=2", games)
        + wins(
            Level::Greedy,
            Level::Random,
            2,
            "parchis_es horses=2",
            games,
        )
        + wins(Level::Greedy, Level::Random, 4, "ludo horses=2", games);
    assert!(won > 3 * games * 60 / 100, "{won} of {}", 3 * games);
}

#[test]
fn the_strong_bot_beats_the_greedy_one() {
    // With four horses there is enough to choose.
    let games = 8;
    let won = wins(Level::Strong, Level::Greedy, 2, "traditional", games)
        + wins(Level::Strong, Level::Greedy, 2, "madn6", games);
    assert!(won > 2 * games * 60 / 100, "{won} of {}", 2 * games);
}
