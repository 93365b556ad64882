//! From an empty table to the first turn.

use petits_chevaux::dice::Link;
use petits_chevaux::game::{Command, Event, RollKind, SeatNo, Spec, Stage};

use super::table::{Bench, Client, take, take_sealed};

#[test]
fn a_friendly_game_is_create_join_join_and_starts_by_itself() {
    let mut bench = Bench::new("traditional", 2, 1);
    assert_eq!(bench.ok("p1", &take(1)).len(), 1);
    let events = bench.ok("p2", &take(2));
    let draws = events
        .iter()
        .filter(|event| {
            matches!(
                event,
                Event::DieRolled {
                    kind: RollKind::Draw,
                    ..
                }
            )
        })
        .count();
    assert!(draws >= 2 && draws % 2 == 0);
    let Some(Event::GameStarted { first_seat }) = events.last() else {
        panic!("the game starts");
    };
    assert_eq!(bench.game.mover(), Some(*first_seat));
}

#[test]
fn the_highest_draw_begins_and_those_tied_roll_again_in_seat_order() {
    for secret in 0..60 {
        let bench = Bench::started("traditional", 4, secret);
        let draws: Vec<(u8, u8)> = bench
            .lines
            .iter()
            .filter_map(
                |line| match petits_chevaux::game::line::parse(line.seq, &line.payload) {
                    Ok(Event::DieRolled { seat, die, .. }) => Some((seat.0, die)),
                    _ => None,
                },
            )
            .collect();
        let mut contenders: Vec<u8> = vec![1, 2, 3, 4];
        let mut rest = draws.as_slice();
        while contenders.len() > 1 {
            let (round, later) = rest.split_at(contenders.len());
            assert!(
                round
                    .iter()
                    .map(|draw| draw.0)
                    .eq(contenders.iter().copied())
            );
            let best = round.iter().map(|draw| draw.1).max();
            contenders = round
                .iter()
                .filter(|draw| Some(draw.1) == best)
                .map(|draw| draw.0)
                .collect();
            rest = later;
        }
        assert!(rest.is_empty(), "nobody draws once it is decided");
        assert_eq!(
            bench.game.mover(),
            contenders.first().map(|seat| SeatNo(*seat))
        );
    }
}

#[test]
fn a_named_first_seat_begins_without_a_draw() {
    let mut bench = Bench::of(
        &Spec {
            ruleset: "six_seat_quick".to_owned(),
            seats: Some(2),
            first_seat: Some(2),
            ..Spec::default()
        },
        1,
    );
    bench.ok("p1", &take(1));
    let events = bench.ok("p2", &take(2));
    assert_eq!(events.len(), 2);
    assert_eq!(bench.game.rolls, 0);
    assert_eq!(bench.game.mover(), Some(SeatNo(2)));
}

#[test]
fn fewer_players_than_corners_are_spread_evenly_and_may_be_named() {
    let corners = |ruleset: &str, seats: u8| -> String {
        let bench = Bench::new(ruleset, seats, 1);
        bench
            .game
            .table
            .board
            .iter()
            .map(|seat| seat.letter())
            .collect()
    };
    assert_eq!(corners("traditional", 2), "ac");
    assert_eq!(corners("traditional", 3), "abc");
    assert_eq!(corners("six_seat_long", 2), "ad");
    assert_eq!(corners("six_seat_long", 3), "ace");
    assert_eq!(corners("six_seat_long", 4), "abde");
    assert_eq!(corners("six_seat_long", 5), "abcde");
    let named = Bench::of(
        &Spec {
            ruleset: "six_seat_quick".to_owned(),
            board_seats: Some("bf".to_owned()),
            ..Spec::default()
        },
        1,
    );
    assert_eq!(named.game.table.board.len(), 2);
    assert_eq!(named.game.table.board[1].letter(), 'f');
}

#[test]
fn sealed_seats_reveal_their_first_link_when_the_table_is_full() {
    let (one, two) = (Client::new(1), Client::new(2));
    let mut bench = Bench::new("quick", 2, 9);
    bench.ok("p1", &take_sealed(1, &one));
    bench.ok("p2", &take_sealed(2, &two));
    assert!(matches!(bench.game.stage, Stage::Lobby(_)));
    bench.ok("p1", &ready(1, &one, 1));
    let events = bench.ok("p2", &ready(2, &two, 1));
    assert!(matches!(events.last(), Some(Event::GameStarted { .. })));
    assert_eq!(bench.game.links(), [one.link(1), two.link(1)]);
}

#[test]
fn any_change_of_the_seating_voids_ready_and_the_next_link_is_due() {
    let (one, two, three) = (Client::new(1), Client::new(2), Client::new(3));
    let mut bench = Bench::new("quick", 2, 9);
    bench.ok("p1", &take_sealed(1, &one));
    bench.ok("p2", &take_sealed(2, &two));
    bench.ok("p1", &ready(1, &one, 1));
    bench.ok("p2", &Command::Leave { seat: SeatNo(2) });
    bench.ok("p3", &take_sealed(2, &three));
    bench.ok("p3", &ready(2, &three, 1));
    assert!(
        matches!(bench.game.stage, Stage::Lobby(_)),
        "seat 1 is not ready any more"
    );
    bench.refused("p1", &ready(1, &one, 1));
    bench.ok("p1", &ready(1, &one, 2));
    assert!(matches!(bench.game.stage, Stage::Playing(_)));
}

#[test]
fn the_owner_starts_with_those_present_and_the_other_seats_are_closed() {
    let mut bench = Bench::new("traditional", 4, 5);
    bench.ok("p2", &take(2));
    bench.ok("p4", &take(4));
    let events = bench.ok("owner", &Command::Start);
    assert!(matches!(&events[0], Event::SeatsClosed { seats } if *seats == [SeatNo(1), SeatNo(3)]));
    assert!(matches!(events.last(), Some(Event::GameStarted { .. })));
    let position = bench
        .game
        .position()
        .unwrap()
        .notation(&bench.game.table.rules)
        .to_string();
    assert!(position.starts_with("./E,E,E,E/./E,E,E,E "), "{position}");
    assert_eq!(bench.game.links(), [Link::NONE; 4]);
    while bench.act().is_some() {}
    assert!(matches!(bench.game.stage, Stage::Over(_)));
}

#[test]
fn a_named_first_seat_that_was_closed_is_followed_by_the_next_one() {
    let mut bench = Bench::of(
        &Spec {
            ruleset: "traditional".to_owned(),
            seats: Some(4),
            first_seat: Some(3),
            ..Spec::default()
        },
        5,
    );
    bench.ok("p1", &take(1));
    bench.ok("p2", &take(2));
    bench.ok("owner", &Command::Start);
    assert_eq!(bench.game.mover(), Some(SeatNo(1)));
}

#[test]
fn one_player_may_hold_every_seat() {
    let mut bench = Bench::new("quick", 3, 5);
    for seat in 1..=3 {
        bench.ok("alone", &take(seat));
    }
    while bench.act().is_some() {}
    assert!(matches!(bench.game.stage, Stage::Over(_)));
}

pub(super) fn ready(seat: u8, client: &Client, no: u32) -> Command {
    Command::Ready {
        seat: SeatNo(seat),
        link: (no, client.link(no)),
    }
}
