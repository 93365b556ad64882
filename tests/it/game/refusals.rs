//! Every command in every stage: who may do what when, and that a refusal changes nothing.

use petits_chevaux::game::{Command, MoveChoice, Refusal, SeatNo};
use petits_chevaux::rules::Place;

use super::table::{Bench, Client, roll, take};

fn any_move() -> Command {
    Command::Move(MoveChoice::default())
}

fn resign(seat: u8) -> Command {
    Command::Resign {
        seat: Some(SeatNo(seat)),
    }
}

fn over() -> Bench {
    let mut bench = Bench::started("quick", 2, 1);
    bench.ok("p1", &resign(1));
    bench
}

#[test]
fn before_the_start_nothing_is_played() {
    let mut bench = Bench::new("quick", 3, 1);
    bench.ok("p1", &take(1));
    for command in [
        roll(),
        any_move(),
        resign(1),
        Command::CloseChain { seat: SeatNo(1) },
    ] {
        let refusal = bench.refused("p1", &command);
        let expected = match command {
            Command::CloseChain { .. } => Refusal::LinkUnexpected,
            _ => Refusal::NotStarted,
        };
        assert_eq!(refusal, expected, "{command:?}");
    }
    assert_eq!(bench.refused("p2", &take(1)), Refusal::SeatTaken(SeatNo(1)));
    assert_eq!(
        bench.refused("p2", &take(0)),
        Refusal::NoSuchSeat(SeatNo(0))
    );
    assert_eq!(
        bench.refused("p2", &take(4)),
        Refusal::NoSuchSeat(SeatNo(4))
    );
    assert_eq!(bench.refused("p1", &Command::Start), Refusal::NotOwner);
    assert_eq!(bench.refused("p1", &Command::Abort), Refusal::NotOwner);
    assert_eq!(
        bench.refused("owner", &Command::Start),
        Refusal::TooFewPlayers(2)
    );
    let leave = Command::Leave { seat: SeatNo(1) };
    assert_eq!(bench.refused("p2", &leave), Refusal::NotYourSeat(SeatNo(1)));
}

#[test]
fn once_started_the_table_is_closed() {
    let mut bench = Bench::started("quick", 2, 1);
    let link = Client::new(5).link(1);
    for command in [
        take(1),
        Command::Leave { seat: SeatNo(1) },
        Command::Ready {
            seat: SeatNo(1),
            link: (1, link),
        },
        Command::Start,
        Command::Abort,
    ] {
        assert_eq!(
            bench.refused("p1", &command),
            Refusal::AlreadyStarted,
            "{command:?}"
        );
    }
}

#[test]
fn once_over_nothing_is_accepted() {
    let mut bench = over();
    let link = Client::new(5).link(1);
    for command in [
        take(1),
        Command::Leave { seat: SeatNo(1) },
        Command::Ready {
            seat: SeatNo(1),
            link: (1, link),
        },
        Command::Start,
        Command::Abort,
        roll(),
        any_move(),
        resign(1),
        resign(2),
    ] {
        assert_eq!(
            bench.refused("p1", &command),
            Refusal::GameOver,
            "{command:?}"
        );
    }
}

#[test]
fn only_the_seat_in_turn_rolls_and_moves() {
    let mut bench = Bench::started("quick", 2, 1);
    let (mover, caller) = bench.mover().unwrap();
    let other = if caller == "p1" { "p2" } else { "p1" };
    assert_eq!(bench.refused(other, &roll()), Refusal::NotYourTurn(mover));
    assert_eq!(bench.refused("stranger", &roll()), Refusal::NotSeated);
    assert_eq!(
        bench.refused(&caller, &any_move()),
        Refusal::MoveNotExpected
    );
    let foreign = Command::Roll {
        seat: Some(mover),
        roll: None,
        link: None,
    };
    assert_eq!(bench.refused(other, &foreign), Refusal::NotYourSeat(mover));
}

#[test]
fn a_roll_has_its_number_and_a_pending_move_comes_first() {
    let mut bench = Bench::started("quick", 2, 1);
    let (_, caller) = bench.mover().unwrap();
    let next = bench.game.rolls + 1;
    for given in [0, next - 1, next + 1] {
        let command = Command::Roll {
            seat: None,
            roll: Some(given),
            link: None,
        };
        let expected = Refusal::RollNumber {
            expected: next,
            given,
        };
        assert_eq!(bench.refused(&caller, &command), expected);
    }
    while bench.game.choices().is_empty() {
        bench.act();
    }
    let (_, caller) = bench.mover().unwrap();
    assert_eq!(bench.refused(&caller, &roll()), Refusal::RollNotExpected);
}

#[test]
fn a_move_is_one_of_the_legal_ones_and_named_without_doubt() {
    let mut bench = Bench::started("quick", 2, 21);
    while bench.game.choices().len() < 2 {
        bench.act();
    }
    let (_, caller) = bench.mover().unwrap();
    assert!(matches!(
        bench.refused(&caller, &any_move()),
        Refusal::AmbiguousMove(moves) if moves == bench.game.choices()
    ));
    for choice in [
        MoveChoice {
            horse: Some(0),
            ..MoveChoice::default()
        },
        MoveChoice {
            horse: Some(5),
            ..MoveChoice::default()
        },
        MoveChoice {
            horse: Some(255),
            ..MoveChoice::default()
        },
        MoveChoice {
            to: Some(Place::Stable),
            ..MoveChoice::default()
        },
        MoveChoice {
            from: Some(Place::Home),
            ..MoveChoice::default()
        },
        MoveChoice {
            decline: Some(petits_chevaux::game::Decline),
            ..MoveChoice::default()
        },
    ] {
        assert_eq!(
            bench.refused(&caller, &Command::Move(choice)),
            Refusal::IllegalMove,
            "{choice:?}"
        );
    }
}

#[test]
fn horses_in_the_stable_are_interchangeable() {
    let mut bench = Bench::started("quick", 2, 2);
    let exit = loop {
        let moves = bench.game.choices();
        match moves.iter().find(|mv| mv.from == Place::Stable) {
            Some(mv) if moves.len() == 1 => break *mv,
            _ => bench.act(),
        };
    };
    let (_, caller) = bench.mover().unwrap();
    let events = bench.ok(
        &caller,
        &Command::Move(MoveChoice {
            horse: Some(4),
            ..MoveChoice::default()
        }),
    );
    assert!(matches!(
        &events[0],
        petits_chevaux::game::Event::PieceMoved { piece: 4, to, .. } if to.0 == exit.to
    ));
}

#[test]
fn a_player_of_several_seats_says_which_one_resigns() {
    let mut bench = Bench::new("quick", 3, 5);
    for seat in 1..=3 {
        bench.ok("alone", &take(seat));
    }
    let unnamed = Command::Resign { seat: None };
    assert_eq!(bench.refused("alone", &unnamed), Refusal::WhichSeat);
    bench.ok("alone", &resign(3));
    assert_eq!(bench.refused("alone", &resign(3)), Refusal::GameOver);
}
