//! Links in play: each roll of a sealed seat brings its next one.

use petits_chevaux::dice::WrongLink;
use petits_chevaux::game::{Command, Refusal, SeatNo, Taking, line};

use super::seating::ready;
use super::table::{Bench, Client, GAME, roll, take, take_sealed};

fn sealed_table() -> (Bench, Client) {
    let client = Client::new(1);
    let mut bench = Bench::new("quick", 2, 12);
    bench.ok("p1", &take_sealed(1, &client));
    bench.ok("p2", &take(2));
    bench.ok("p1", &ready(1, &client, 1));
    while bench.game.mover() != Some(SeatNo(1)) || !bench.game.choices().is_empty() {
        bench.act();
    }
    (bench, client)
}

fn roll_with(no: u32, link: petits_chevaux::dice::Link) -> Command {
    Command::Roll {
        seat: None,
        roll: None,
        link: Some((no, link)),
    }
}

#[test]
fn a_sealed_seat_brings_its_next_link_or_does_not_roll() {
    let (mut bench, client) = sealed_table();
    assert_eq!(bench.refused("p1", &roll()), Refusal::LinkRequired(2));
    let late = WrongLink::Number {
        expected: 2,
        given: 3,
    };
    assert_eq!(
        bench.refused("p1", &roll_with(3, client.link(3))),
        Refusal::WrongLink(late)
    );
    assert_eq!(
        bench.refused("p1", &roll_with(2, client.link(3))),
        Refusal::WrongLink(WrongLink::Hash)
    );
    bench.ok("p1", &roll_with(2, client.link(2)));
    assert_eq!(bench.game.links()[0], client.link(2));
}

#[test]
fn a_seat_without_a_chain_brings_none() {
    let (mut bench, client) = sealed_table();
    bench.ok("p1", &roll_with(2, client.link(2)));
    let mut next = 3;
    while bench.game.mover() == Some(SeatNo(1)) {
        if bench.game.choices().is_empty() {
            bench.ok("p1", &roll_with(next, client.link(next)));
            next += 1;
        } else {
            bench.act();
        }
    }
    assert_eq!(
        bench.refused("p2", &roll_with(1, client.link(1))),
        Refusal::LinkUnexpected
    );
}

#[test]
fn a_closed_chain_is_closed_for_good_and_its_last_link_counts_on() {
    let (mut bench, client) = sealed_table();
    let close = Command::CloseChain { seat: SeatNo(1) };
    assert_eq!(bench.refused("p2", &close), Refusal::NotYourSeat(SeatNo(1)));
    bench.ok("p1", &close);
    assert_eq!(bench.refused("p1", &close), Refusal::LinkUnexpected);
    assert_eq!(
        bench.refused("p1", &roll_with(2, client.link(2))),
        Refusal::LinkUnexpected
    );
    bench.ok("p1", &roll());
    assert_eq!(bench.game.links()[0], client.link(1));
    while bench.act().is_some() {}
}

#[test]
fn anchors_are_each_ones_own() {
    let client = Client::new(1);
    let mut bench = Bench::new("quick", 2, 12);
    bench.ok("p1", &take_sealed(1, &client));
    let mut anchors = vec![client.link(0), petits_chevaux::dice::Link::NONE];
    anchors.push(bench.game.server_link);
    for anchor in anchors {
        for links in [0, 4096] {
            let take = Command::Take(Taking {
                anchor: Some(anchor),
                links,
                ..Taking::default()
            });
            assert_eq!(bench.refused("p2", &take), Refusal::BadAnchor);
        }
    }
    let short = Command::Take(Taking {
        anchor: Some(client.link(7)),
        links: 12,
        ..Taking::default()
    });
    assert_eq!(bench.refused("p2", &short), Refusal::BadLinks);
}

#[test]
fn an_anchor_stays_taken_after_its_chain_has_moved_on() {
    let (one, two) = (Client::new(1), Client::new(2));
    let mut bench = Bench::new("quick", 2, 12);
    bench.ok("p1", &take_sealed(1, &one));
    bench.ok("p2", &take_sealed(2, &two));
    bench.ok("p1", &ready(1, &one, 1));
    bench.ok("p2", &Command::Leave { seat: SeatNo(2) });
    assert_eq!(
        bench.refused("p3", &take_sealed(2, &one)),
        Refusal::BadAnchor
    );
    let mut copied: Vec<String> = bench
        .lines
        .iter()
        .map(|line| line.payload.clone())
        .collect();
    let joined = copied[1].replace("\"seat\":1", "\"seat\":2");
    copied.push(joined);
    assert!(line::replay(GAME, copied.iter().map(String::as_str)).is_err());
}

#[test]
fn a_table_for_sealed_seats_takes_no_other() {
    let mut bench = Bench::of(
        &petits_chevaux::game::Spec {
            ruleset: "quick".to_owned(),
            sealed_only: true,
            ..Default::default()
        },
        3,
    );
    assert_eq!(bench.refused("p1", &take(1)), Refusal::SealedOnly);
    bench.ok("p1", &take_sealed(1, &Client::new(6)));
}
