//! Rolls that nobody asks for: the seat wished it, and its links are at hand.

use petits_chevaux::dice::WrongLink;
use petits_chevaux::game::{
    Cause, Command, Event, Refusal, RollKind, RollMode, SeatNo, Stage, Taking, line,
};

use super::seating::ready;
use super::table::{Bench, Client, GAME, take};

fn take_automatic(seat: u8, client: Option<&Client>) -> Command {
    Command::Take(Taking {
        seat: Some(SeatNo(seat)),
        anchor: client.map(|client| client.link(0)),
        links: client.map_or(0, |_| 4096),
        rolls: Some(RollMode::Automatic),
        ..Taking::default()
    })
}

fn deposit(client: &Client, no: u32) -> Command {
    Command::Deposit {
        seat: SeatNo(1),
        link: (no, client.link(no)),
    }
}

/// The rolls of seat 1 among events, with their causes and link numbers.
fn rolls(events: &[Event]) -> Vec<(Option<Cause>, Option<u32>)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::DieRolled {
                cause,
                link_no,
                seat: SeatNo(1),
                kind: RollKind::Turn,
                ..
            } => Some((*cause, *link_no)),
            _ => None,
        })
        .collect()
}

fn replays(bench: &Bench) {
    let payloads = bench.lines.iter().map(|line| line.payload.as_str());
    assert_eq!(
        line::replay(GAME, payloads).unwrap().save(),
        bench.game.save()
    );
}

#[test]
fn seats_that_wish_it_are_rolled_for_until_somebody_has_to_choose() {
    let mut bench = Bench::new("quick", 2, 6);
    bench.ok("p1", &take_automatic(1, None));
    let mut events = bench.ok("p2", &take_automatic(2, None));
    let mut requests = 0;
    while let Some((_, caller)) = bench.mover() {
        assert!(
            !bench.game.choices().is_empty(),
            "only moves are waited for"
        );
        let mv = bench.game.choices()[0];
        let choice = petits_chevaux::game::MoveChoice {
            from: Some(mv.from),
            to: Some(mv.to),
            ..Default::default()
        };
        events.extend(bench.ok(&caller, &Command::Move(choice)));
        requests += 1;
    }
    assert!(matches!(bench.game.stage, Stage::Over(_)));
    let rolled = rolls(&events);
    assert!(rolled.len() > 50 && rolled.iter().all(|roll| roll.0 == Some(Cause::Automatic)));
    let moves = events
        .iter()
        .filter(|event| matches!(event, Event::PieceMoved { .. }))
        .count();
    assert_eq!(requests, moves);
    replays(&bench);
}

#[test]
fn a_seat_that_does_not_wish_it_is_never_rolled_for() {
    let mut bench = Bench::new("quick", 2, 6);
    bench.ok("p1", &take_automatic(1, None));
    bench.ok("p2", &take(2));
    for _ in 0..60 {
        let Some((seat, _)) = bench.mover() else {
            break;
        };
        if bench.game.choices().is_empty() {
            assert_eq!(seat, SeatNo(2));
        }
        bench.act();
    }
    let mut forged: Vec<String> = bench
        .lines
        .iter()
        .map(|line| line.payload.clone())
        .collect();
    let roll = forged
        .iter()
        .position(|line| line.contains("\"kind\":\"turn\"") && line.contains("\"seat\":2"))
        .unwrap();
    forged[roll] = forged[roll].replace("{\"at\"", "{\"cause\":\"automatic\",\"at\"");
    assert!(line::replay(GAME, forged.iter().map(String::as_str)).is_err());
}

/// Seat 1 is sealed and wishes to be rolled for, seat 2 rolls itself.
fn sealed() -> (Bench, Client) {
    let client = Client::new(3);
    let mut bench = Bench::new("quick", 2, 6);
    bench.ok("p1", &take_automatic(1, Some(&client)));
    bench.ok("p2", &take(2));
    bench.ok("p1", &ready(1, &client, 1));
    while bench.game.mover() != Some(SeatNo(1)) {
        bench.act();
    }
    (bench, client)
}

#[test]
fn a_sealed_seat_is_rolled_for_as_long_as_its_deposited_links_last() {
    let (mut bench, client) = sealed();
    assert!(
        bench.game.choices().is_empty(),
        "without links it waits for its player"
    );
    let mut events = bench.ok("p1", &deposit(&client, 9));
    while let Some((seat, caller)) = bench.mover() {
        let waits = bench.game.choices().is_empty();
        if seat == SeatNo(1) && waits {
            break;
        }
        events.extend(bench.act().unwrap_or_else(|| panic!("{caller} acts")));
    }
    let numbers: Vec<u32> = rolls(&events)
        .into_iter()
        .filter_map(|roll| roll.1)
        .collect();
    assert_eq!(
        numbers,
        (2..=9).collect::<Vec<_>>(),
        "each link once, in order"
    );
    assert_eq!(bench.game.links()[0], client.link(9));
    replays(&bench);
}

#[test]
fn a_deposit_is_checked_like_any_link() {
    let (mut bench, client) = sealed();
    let other = Client::new(4);
    assert_eq!(
        bench.refused("p1", &deposit(&other, 9)),
        Refusal::WrongLink(WrongLink::Hash)
    );
    let behind = WrongLink::Number {
        expected: 2,
        given: 1,
    };
    assert_eq!(
        bench.refused("p1", &deposit(&client, 1)),
        Refusal::WrongLink(behind)
    );
    assert_eq!(
        bench.refused("p2", &deposit(&client, 9)),
        Refusal::NotYourSeat(SeatNo(1))
    );
    let unchained = Command::Deposit {
        seat: SeatNo(2),
        link: (9, client.link(9)),
    };
    assert_eq!(bench.refused("p2", &unchained), Refusal::LinkUnexpected);
}
