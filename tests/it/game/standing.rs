//! Standing orders, single moves, bots: what happens by itself, and why.

use std::collections::BTreeMap;

use petits_chevaux::game::orders::{Face, Orders, OrdersError, Otherwise, Preference, Scope};
use petits_chevaux::game::{
    Automation, Cause, Command, Event, GameId, Level, MoveMode, OrdersEnd, Refusal, ReplayError,
    RollMode, SealedOrders, SeatNo, Spec, Stage, Taking, line,
};
use petits_chevaux::rules::Die;

use super::table::{Bench, GAME};

fn table(seats: u8, automation: Automation) -> Bench {
    let spec = Spec {
        ruleset: "quick".to_owned(),
        seats: Some(seats),
        first_seat: Some(1),
        automation,
        ..Spec::default()
    };
    Bench::of(&spec, 71)
}

fn started(seats: u8, automation: Automation) -> Bench {
    let mut bench = table(seats, automation);
    for _ in 1..=seats {
        let seat = bench.game.open_seats().next().unwrap();
        bench.ok(&format!("p{seat}"), &Command::Take(Taking::default()));
    }
    bench
}

const ROLLING: Automation = Automation {
    rolls: RollMode::Automatic,
    moves: MoveMode::Asked,
};

fn causes(events: &[Event]) -> Vec<Option<Cause>> {
    let moved = events.iter().filter_map(|event| match event {
        Event::PieceMoved { cause, .. } => Some(*cause),
        _ => None,
    });
    moved.collect()
}

fn orders(scope: Scope, faces: &[(u8, &[&str])], otherwise: Otherwise) -> SealedOrders {
    let list = |names: &[&str]| {
        let read = names
            .iter()
            .map(|name| Preference::from_name(name).unwrap());
        read.collect::<Vec<_>>()
    };
    let faces: BTreeMap<_, _> = faces
        .iter()
        .map(|(face, names)| (Face(Die::new(*face).unwrap()), list(names)))
        .collect();
    SealedOrders {
        orders: Orders {
            scope,
            faces,
            otherwise,
        },
        salt: "5a".repeat(32),
    }
}

fn every_face(names: &'static [&'static str]) -> Vec<(u8, &'static [&'static str])> {
    (1..=6).map(|face| (face, names)).collect()
}

fn give(seat: u8, orders: &SealedOrders) -> Command {
    Command::Order {
        seat: SeatNo(seat),
        orders: orders.clone(),
    }
}

#[test]
fn a_single_move_is_played_by_itself_only_where_that_is_wished() {
    let mut asked = started(2, ROLLING);
    let mut forced = started(2, Automation::FULL);
    for _ in 0..400 {
        if asked.act().is_none() {
            break;
        }
    }
    let moved = |bench: &Bench, cause: &str| {
        let lines = bench.lines.iter();
        lines.filter(|line| line.payload.contains(cause)).count()
    };
    assert_eq!(moved(&asked, r#""cause":"forced""#), 0);
    while forced.game.mover().is_some() {
        assert!(forced.game.choices().len() > 1, "only decisions wait");
        forced.act();
    }
    assert!(moved(&forced, r#""cause":"forced""#) > 20);
}

#[test]
fn orders_play_the_first_preference_that_fits_and_ask_otherwise() {
    let mut bench = started(2, ROLLING);
    let leave = orders(
        Scope::Game,
        &[(6, &["captures", "leaves_stable"])],
        Otherwise::Ask,
    );
    bench.ok("p1", &give(1, &leave));
    bench.ok(
        "p2",
        &give(
            2,
            &orders(Scope::Game, &every_face(&["any"]), Otherwise::Ask),
        ),
    );
    let mut fired = 0;
    while let Some((seat, _)) = bench.mover() {
        assert_eq!(seat, SeatNo(1), "seat 2 has orders for everything");
        let events = bench.act().unwrap();
        let moved = causes(&events);
        let Some((first, rest)) = moved.split_first() else {
            continue;
        };
        assert_eq!(*first, None, "the player moved");
        assert!(
            rest.iter()
                .all(|cause| *cause == Some(Cause::StandingOrder))
        );
        fired += rest.len();
    }
    assert!(fired > 20, "{fired}");
}

#[test]
fn orders_for_a_turn_are_done_with_it() {
    let mut bench = started(2, ROLLING);
    while bench.game.mover() != Some(SeatNo(2)) {
        bench.act();
    }
    let once = orders(Scope::NextTurn, &every_face(&["any"]), Otherwise::Ask);
    bench.ok("p1", &give(1, &once));
    let mut ended = None;
    while ended.is_none() && bench.mover().is_some() {
        let events = bench.act().unwrap();
        ended = events.iter().find_map(|event| match event {
            Event::OrdersEnded { seat, reason } => Some((*seat, *reason)),
            _ => None,
        });
    }
    let (seat, reason) = ended.unwrap();
    assert_eq!(seat, SeatNo(1));
    assert!(matches!(reason, OrdersEnd::Done | OrdersEnd::Overtaken));
    assert!(bench.game.holder(SeatNo(1)).unwrap().orders.is_none());
}

#[test]
fn orders_for_a_turn_fall_when_a_horse_of_the_seat_is_captured() {
    let mut seen = 0;
    for secret in 0..40 {
        let spec = Spec {
            ruleset: "quick".to_owned(),
            seats: Some(2),
            automation: ROLLING,
            ..Spec::default()
        };
        let mut bench = Bench::of(&spec, secret);
        for seat in 1..=2 {
            bench.ok(&format!("p{seat}"), &Command::Take(Taking::default()));
        }
        let once = orders(Scope::NextTurn, &every_face(&["any"]), Otherwise::Ask);
        for _ in 0..60 {
            let Some((seat, _)) = bench.mover() else {
                break;
            };
            let waiting = SeatNo(3 - seat.0);
            if bench.game.holder(waiting).unwrap().orders.is_none() {
                bench.ok(&format!("p{waiting}"), &give(waiting.0, &once));
            }
            let Some(events) = bench.act() else { break };
            let captured = events.iter().position(|event| {
                matches!(
                    event,
                    Event::PieceMoved { cause: None, captured, .. } if !captured.is_empty()
                )
            });
            let Some(at) = captured else { continue };
            assert_eq!(
                events[at + 1..].iter().find_map(|event| match event {
                    Event::OrdersEnded { reason, .. } => Some(*reason),
                    _ => None,
                }),
                Some(OrdersEnd::Overtaken)
            );
            seen += 1;
        }
    }
    assert!(seen > 3, "{seen} captures");
}

#[test]
fn orders_that_cannot_be_are_refused_and_change_nothing() {
    let mut bench = started(2, Automation::default());
    let good = orders(Scope::Game, &[(6, &["any"])], Otherwise::Ask);
    let empty = orders(Scope::Game, &[(6, &[])], Otherwise::Ask);
    let long = orders(Scope::Game, &[(6, &["any"; 17])], Otherwise::Ask);
    let bad = |error| Refusal::BadOrders(error);
    assert_eq!(
        bench.refused("p1", &give(1, &empty)),
        bad(OrdersError::Empty)
    );
    assert_eq!(
        bench.refused("p1", &give(1, &long)),
        bad(OrdersError::TooLong)
    );
    assert_eq!(
        bench.refused("p2", &give(1, &good)),
        Refusal::NotYourSeat(SeatNo(1))
    );
    assert_eq!(
        bench.refused("p1", &give(7, &good)),
        Refusal::NoSuchSeat(SeatNo(7))
    );
    let withdraw = Command::Withdraw { seat: SeatNo(1) };
    assert_eq!(bench.refused("p1", &withdraw), Refusal::NoOrders);
    bench.ok("p1", &give(1, &good));
    assert_eq!(bench.refused("p1", &give(1, &good)), Refusal::OrdersStand);
    bench.ok("p1", &withdraw);
    bench.ok("p1", &give(1, &good));
    let digest = bench
        .game
        .holder(SeatNo(1))
        .unwrap()
        .orders
        .as_ref()
        .unwrap();
    assert_eq!(digest.digest, good.digest());
    let log: Vec<&str> = bench
        .lines
        .iter()
        .map(|line| line.payload.as_str())
        .collect();
    assert!(
        log.iter().all(|line| !line.contains("scope")),
        "the log has digests only"
    );
}

#[test]
fn in_a_rated_game_no_bot_chooses_for_a_player() {
    let spec = Spec {
        ruleset: "quick".to_owned(),
        seats: Some(2),
        rated: true,
        ..Spec::default()
    };
    let mut bench = Bench::of(&spec, 72);
    for seat in 1..=2 {
        bench.ok(&format!("p{seat}"), &Command::Take(Taking::default()));
    }
    let helped = orders(Scope::Game, &[(6, &["any"])], Otherwise::Bot(Level::Strong));
    let refused = bench.refused("p1", &give(1, &helped));
    assert!(matches!(refused, Refusal::NotAgreed(_)));
    let own = orders(Scope::Game, &[(6, &["any"])], Otherwise::Ask);
    bench.ok("p1", &give(1, &own));
}

#[test]
fn a_game_of_bots_goes_on_transaction_by_transaction_until_it_is_over() {
    let mut bench = table(4, Automation::default());
    for level in [Level::Random, Level::Greedy, Level::Strong, Level::Random] {
        let bot = Command::TakeBot { seat: None, level };
        assert_eq!(bench.refused("p1", &bot), Refusal::NotOwner);
        bench.ok("owner", &bot);
    }
    let mut pieces = 0;
    while matches!(bench.game.stage, Stage::Playing(_)) {
        assert!(bench.game.is_going_on());
        assert_eq!(bench.game.due_at().unwrap().0, 0);
        let events = bench.ok("", &Command::Tick { outage: 0 });
        let rolls = events
            .iter()
            .filter(|event| matches!(event, Event::DieRolled { .. }));
        assert!(rolls.count() <= 64, "a transaction is bounded");
        assert!(
            causes(&events)
                .iter()
                .all(|cause| *cause == Some(Cause::Bot))
        );
        pieces += 1;
    }
    assert!(pieces > 2, "{pieces}");
    assert_eq!(bench.game.due_at(), None);
    let lines = bench.lines.iter().map(|line| line.payload.as_str());
    let again = line::replay(GAME, lines).unwrap();
    assert_eq!(again.save(), bench.game.save());
}

#[test]
fn a_log_in_which_somebody_else_acts_for_a_seat_does_not_replay() {
    let mut bench = started(2, Automation::FULL);
    while bench.game.mover().is_some() {
        bench.act();
    }
    let lines: Vec<String> = bench
        .lines
        .iter()
        .map(|line| line.payload.clone())
        .collect();
    let changes = [
        (r#""cause":"automatic""#, r#""cause":"bot""#),
        (r#""cause":"automatic""#, r#""cause":"timeout""#),
        (r#""cause":"forced""#, r#""cause":"standing_order""#),
        (r#""cause":"forced""#, r#""cause":"bot""#),
    ];
    for (from, to) in changes {
        let mut forged = lines.clone();
        let at = forged.iter().position(|line| line.contains(from)).unwrap();
        forged[at] = forged[at].replace(from, to);
        let replayed = line::replay(GameId(GAME.0), forged.iter().map(String::as_str));
        assert_eq!(
            replayed.unwrap_err(),
            (at as u64, ReplayError::Seat),
            "{to}"
        );
    }
    // A decision that was not the only one is no forced move.
    let mut forged = lines;
    let chosen = |line: &String| line.contains("piece_moved") && !line.contains("cause");
    let at = forged.iter().position(chosen).unwrap();
    forged[at] = forged[at].replace(r#","from""#, r#","cause":"forced","from""#);
    assert!(line::replay(GAME, forged.iter().map(String::as_str)).is_err());
}
