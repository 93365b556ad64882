//! A seat that joined with a key signs whatever its player does (PC-DICE/1, 3.8).

use petits_chevaux::dice::SEAT_LINKS;
use petits_chevaux::game::{Command, Event, Refusal, ReplayError, SeatNo, Taking, line};

use super::table::{AT, Bench, Client, GAME, roll, take, take_sealed};

/// A table of two: seat 1 has a chain and a key, seat 2 nothing. `p1` signs what it sends.
fn table() -> (Bench, Client) {
    let mut bench = Bench::new("quick", 2, 60);
    let client = Client::new(0x81);
    let key = bench.key("p1", 0x91);
    bench.ok("p1", &join(&client, key));
    bench.ok("p2", &take(2));
    let link = (1, client.link(1));
    let ready = Command::Ready {
        seat: SeatNo(1),
        link,
    };
    bench.ok("p1", &ready);
    (bench, client)
}

fn join(client: &Client, key: String) -> Command {
    Command::Take(Taking {
        seat: Some(SeatNo(1)),
        anchor: Some(client.link(0)),
        links: SEAT_LINKS,
        key: Some(key),
        ..Taking::default()
    })
}

/// Plays on until it is the turn of seat 1; its roll.
fn turn_of_1(bench: &mut Bench, client: &Client) -> Command {
    while bench.mover().is_some_and(|(seat, _)| seat == SeatNo(2)) {
        bench.act();
    }
    let next = bench.game.holder(SeatNo(1)).unwrap();
    let no = next.contribution.live_chain().unwrap().next_no();
    Command::Roll {
        seat: None,
        roll: None,
        link: Some((no, client.link(no))),
    }
}

#[test]
fn the_action_that_is_signed_is_the_event_without_what_the_server_adds() {
    let (mut bench, client) = table();
    let wanted = turn_of_1(&mut bench, &client);
    let roll = bench.game.rolls + 1;
    let no = 2;
    let refusal = bench.send_signed("p1", &wanted, None).unwrap_err();
    let action = format!(
        "{{\"kind\":\"turn\",\"link\":\"{}\",\"link_no\":{no},\"roll\":{roll},\"seat\":1,\
         \"type\":\"die_rolled\"}}",
        client.link(no)
    );
    assert_eq!(refusal, Refusal::Signature(Some(action.clone())));
    let signature = bench.sign("p1", &action);
    bench.send_signed("p1", &wanted, Some(&signature)).unwrap();
    let logged = bench.lines.iter().rev();
    let mut signed = logged.filter(|line| line.payload.contains(&signature.to_string()));
    assert!(signed.next().unwrap().payload.contains("die_rolled"));
    assert_eq!(signed.next(), None);
}

#[test]
fn the_joining_is_signed_with_the_key_that_it_brings() {
    let mut bench = Bench::new("quick", 2, 61);
    let client = Client::new(0x81);
    let key = bench.key("p1", 0x91);
    let action = format!(
        "{{\"seat\":1,\"seat_anchor\":\"{}\",\"seat_key\":\"{key}\",\"seat_links\":4096,\
         \"type\":\"player_joined\"}}",
        client.link(0)
    );
    let command = join(&client, key);
    let refusal = bench.send_signed("p1", &command, None).unwrap_err();
    assert_eq!(refusal, Refusal::Signature(Some(action.clone())));
    bench.key("p1", 0x92);
    let another = bench.sign("p1", &action);
    let refusal = bench.send_signed("p1", &command, Some(&another));
    assert_eq!(refusal, Err(Refusal::Signature(Some(action))));
}

#[test]
fn a_signature_on_an_older_head_is_refused() {
    let mut bench = Bench::new("quick", 2, 60);
    let client = Client::new(0x81);
    let key = bench.key("p1", 0x91);
    bench.ok("p1", &join(&client, key));
    let other = Client::new(0x82);
    bench.ok("p2", &take_sealed(2, &other));
    for (caller, seat, link) in [("p1", 1, client.link(1)), ("p2", 2, other.link(1))] {
        let ready = Command::Ready {
            seat: SeatNo(seat),
            link: (1, link),
        };
        bench.ok(caller, &ready);
    }
    let resign = Command::Resign { seat: None };
    let wanted = bench.send_signed("p1", &resign, None).unwrap_err();
    let action = r#"{"seat":1,"type":"player_resigned"}"#;
    assert_eq!(wanted, Refusal::Signature(Some(action.to_owned())));
    let early = bench.sign("p1", action);
    bench.ok("p2", &Command::CloseChain { seat: SeatNo(2) });
    let refused = bench.send_signed("p1", &resign, Some(&early));
    assert_eq!(refused, Err(Refusal::Signature(Some(action.to_owned()))));
    let mut wrong = bench.sign("p1", action);
    wrong.0[0] ^= 1;
    let refused = bench.send_signed("p1", &resign, Some(&wrong));
    assert_eq!(refused, Err(Refusal::Signature(Some(action.to_owned()))));
    let now = bench.sign("p1", action);
    bench.send_signed("p1", &resign, Some(&now)).unwrap();
}

#[test]
fn a_seat_without_a_key_has_nothing_to_sign() {
    let (mut bench, _) = table();
    assert_eq!(bench.game.mover(), Some(SeatNo(2)));
    let signature = bench.sign("p1", "{}");
    let refused = bench.send_signed("p2", &roll(), Some(&signature));
    assert_eq!(refused, Err(Refusal::Signature(None)));
}

#[test]
fn a_log_replays_only_with_its_signatures() {
    let (mut bench, client) = table();
    for _ in 0..20 {
        let roll = turn_of_1(&mut bench, &client);
        if bench.game.choices().is_empty() {
            bench.ok("p1", &roll);
        } else {
            bench.act();
        }
    }
    let lines: Vec<&str> = bench
        .lines
        .iter()
        .map(|line| line.payload.as_str())
        .collect();
    let again = line::replay(GAME, lines.iter().copied()).unwrap();
    assert_eq!(again.save(), bench.game.save());
    let signed = lines
        .iter()
        .rposition(|line| line.contains("\"sig\""))
        .unwrap();
    let event: Event = serde_json::from_str(lines[signed]).unwrap();
    let unsigned = line::canonical(AT, None, &event);
    let mut forged = lines.clone();
    forged[signed] = &unsigned;
    let (at, error) = line::replay(GAME, forged).unwrap_err();
    assert_eq!((at, error), (signed as u64, ReplayError::Signature));
}
