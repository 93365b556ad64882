//! Whole games of every preset: the log replays to the same state, and so does every snapshot.

use std::sync::Arc;

use petits_chevaux::game::{Command, EndReason, Event, Game, Saved, SeatNo, Stage, line};
use petits_chevaux::rules::{Preset, Rules};

use super::table::{Bench, GAME, roll};

fn reload(game: &Game) -> Game {
    let rules: Arc<Rules> = game.table.rules.clone();
    Saved::parse(&game.save())
        .unwrap()
        .into_game(game.id, (game.version, game.head), rules)
        .unwrap()
}

#[test]
fn a_whole_game_of_every_preset_replays_from_its_lines_and_from_its_snapshots() {
    for (number, preset) in (0..).zip(Preset::ALL) {
        let rules = preset.ruleset();
        for seats in [rules.min_players, rules.max_players] {
            let mut bench = Bench::started(preset.name(), seats, number);
            let mut actions = 0_u32;
            while bench.act().is_some() {
                actions += 1;
                if actions.is_multiple_of(7) {
                    bench.game = reload(&bench.game);
                }
            }
            let Stage::Over(over) = &bench.game.stage else {
                panic!("{preset}: the game ends");
            };
            assert_eq!(over.reason, EndReason::Finished, "{preset}");
            assert_eq!(over.standings.len(), usize::from(seats), "{preset}");
            assert_eq!(over.standings[0].rank, 1, "{preset}");
            let payloads = bench.lines.iter().map(|line| line.payload.as_str());
            let replayed = line::replay(GAME, payloads).unwrap();
            assert_eq!(replayed.save(), bench.game.save(), "{preset}");
            assert_eq!(replayed.head, bench.game.head, "{preset}");
            assert_eq!(reload(&replayed).save(), replayed.save(), "{preset}");
        }
    }
}

#[test]
fn the_same_links_give_the_same_game() {
    let play = || {
        let mut bench = Bench::started("quick", 3, 77);
        while bench.act().is_some() {}
        bench.lines
    };
    assert_eq!(play(), play());
}

#[test]
fn a_turn_without_a_legal_move_is_passed_in_the_answer_to_its_roll() {
    let mut bench = Bench::started("traditional", 2, 3);
    let (first, caller) = bench.mover().unwrap();
    let events = bench.ok(&caller, &roll());
    match events.as_slice() {
        [Event::DieRolled { die: 6, .. }] => assert_eq!(bench.mover().unwrap().0, first),
        [Event::DieRolled { die, .. }, Event::TurnPassed { seat, .. }] => {
            assert!(*die < 6);
            assert_eq!(*seat, first);
            assert_ne!(bench.mover().unwrap().0, first);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_resignation_leaves_the_game_to_the_others_and_ends_it_for_two() {
    let mut bench = Bench::started("quick", 3, 8);
    for _ in 0..40 {
        bench.act();
    }
    let resign = |seat: u8| Command::Resign {
        seat: Some(SeatNo(seat)),
    };
    bench.ok("p2", &resign(2));
    for _ in 0..60 {
        bench.act();
        assert_ne!(bench.game.mover(), Some(SeatNo(2)), "it never plays again");
    }
    let events = bench.ok("p1", &resign(1));
    let Some(Event::GameEnded { reason, standings }) = events.last() else {
        panic!("one seat is left");
    };
    assert_eq!(*reason, EndReason::Resigned);
    assert_eq!(standings[0].seat, SeatNo(3));
    assert!(bench.act().is_none());
    let payloads = bench.lines.iter().map(|line| line.payload.as_str());
    assert_eq!(
        line::replay(GAME, payloads).unwrap().save(),
        bench.game.save()
    );
}

#[test]
fn a_resignation_in_the_middle_of_a_move_passes_the_turn_on() {
    let mut bench = Bench::started("quick", 3, 8);
    while bench.game.choices().is_empty() {
        bench.act();
    }
    let (seat, caller) = bench.mover().unwrap();
    bench.ok(&caller, &Command::Resign { seat: None });
    assert_ne!(bench.game.mover(), Some(seat));
    assert!(bench.game.choices().is_empty());
}

#[test]
fn the_last_link_of_the_server_ends_the_game() {
    use petits_chevaux::dice::{SERVER_LINKS, Secret, ServerChain, ServerLinks};
    let mut bench = Bench::started("no_passing", 2, 4);
    let chain = ServerChain::draw(&GAME.0, &Secret::new([4; 32]));
    let before = chain.tops.reveal(&GAME.0, SERVER_LINKS - 1).unwrap();
    let mut saved: serde_json::Value = serde_json::from_str(&bench.game.save()).unwrap();
    saved["rolls"] = (SERVER_LINKS - 1).into();
    saved["server_link"] = before.to_string().into();
    bench.game = Saved::parse(&saved.to_string())
        .unwrap()
        .into_game(
            GAME,
            (bench.game.version, bench.game.head),
            bench.game.table.rules.clone(),
        )
        .unwrap();
    let events = bench.act().unwrap();
    assert!(matches!(
        events.last(),
        Some(Event::GameEnded { reason: EndReason::RollCap, standings }) if standings.len() == 2
    ));
    assert!(bench.act().is_none());
}
