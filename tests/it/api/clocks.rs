//! Time at a table, over HTTP: deadlines, vacation, pauses, absence, outages.

use serde_json::json;

use super::automation::{DAY, kinds, letters};
use super::client::{Answer, Client};
use super::games::created;
use super::house::House;

/// A player who comes back whenever the token has expired.
pub(super) async fn player(house: &House, name: &str, device: &str) -> Client {
    let mut client = house.stranger();
    let body = json!({"name": name, "device": format!("the-device-of-{device}")});
    let guest = client.post("/v1/guests", &body).await;
    assert!(matches!(guest.status, 200 | 201));
    client.authorize(guest.text("/access_token"));
    client
}

const CALENDAR: &str = r#"{"calendar": {"zone": "Europe/Paris", "from": 22, "until": 8}}"#;

pub(super) async fn deadlines_explain_themselves(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let calendar = serde_json::from_str(CALENDAR).unwrap();
    let table = json!({"pace": "correspondence", "seats": 2, "first_seat": 1, "rolls": "asked"});
    let path = created(&ana, table).await;
    let (seats, ask) = (format!("{path}/seats"), format!("{path}/seats/1/deadline"));
    ana.get(&ask).await.problem(404, "seat-not-found");
    let nowhere = json!({"calendar": {"zone": "Europe/Lutetia"}});
    ana.post(&seats, &nowhere)
        .await
        .problem(422, "invalid-field");
    ana.post(&seats, &calendar).await.ok(200);
    ana.get(&ask).await.problem(409, "game-not-started");
    bo.post(&seats, &json!({})).await.ok(200);
    let game = ana.get(&path).await.ok(200);
    let deadline = game.at("/deadline").clone();
    assert_eq!(deadline["base_s"], 3 * DAY);
    // 72 hours of days that have 14: five nights at least.
    let quiet = deadline["quiet_s"].as_i64().unwrap();
    assert!(quiet >= 5 * 36_000, "{deadline}");
    let asked = ana.get(&ask).await.ok(200);
    assert_eq!(asked.at("/by"), &deadline["by"]);
    let later = format!("{ask}?since=2030-01-05T12:00:00Z");
    let later = ana.get(&later).await.ok(200);
    assert_eq!(later.text("/since"), "2030-01-05T12:00:00.000Z");
}

pub(super) async fn vacation_moves_a_deadline_and_has_its_days(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = letters(&ana, &bo, json!({"rolls": "asked"})).await;
    let vacations = |seat| format!("{path}/seats/{seat}/vacations");
    let rest = ana.post(&vacations(1), &json!({"days": 7})).await.ok(200);
    assert_eq!(kinds(&rest), ["vacation_taken", "deadline_set"]);
    assert_eq!(rest.at("/game/deadline/vacation_s"), 7 * DAY);
    assert!(rest.at("/game/seats/0/vacation_until").is_string());
    let twice = ana.post(&vacations(1), &json!({"days": 1})).await;
    twice.problem(422, "vacation-refused");
    let many = bo.post(&vacations(2), &json!({"days": 15})).await;
    many.problem(422, "vacation-refused");
}

pub(super) async fn a_table_without_a_clock_has_no_deadlines(house: &House) {
    let ana = house.guest("Ana").await;
    let table = json!({"ruleset": "quick", "seats": 2, "first_seat": 1});
    let path = created(&ana, table).await;
    let seats = format!("{path}/seats");
    let calendar = serde_json::from_str(CALENDAR).unwrap();
    ana.post(&seats, &calendar).await.problem(409, "not-agreed");
    for _ in 0..2 {
        ana.post(&seats, &json!({})).await.ok(200);
    }
    let of_seat = |what: &str| format!("{path}/seats/1/{what}");
    ana.get(&of_seat("deadline"))
        .await
        .problem(409, "not-agreed");
    let rest = ana.post(&of_seat("vacations"), &json!({"days": 1})).await;
    rest.problem(409, "not-agreed");
    let pause = ana.post(&of_seat("pause"), &json!({})).await;
    pause.problem(409, "not-agreed");
    let short = json!({"turn_s": 599});
    let both = json!({"turn_s": 600, "bank_s": 600});
    for clock in [short, both, json!({})] {
        let table = json!({"ruleset": "quick", "clock": clock});
        ana.post("/v1/games", &table)
            .await
            .problem(422, "invalid-field");
    }
}

pub(super) async fn a_pause_is_agreed_and_freezes_the_clock(house: &House) {
    let ana = player(house, "Ana", "a-pausing-one").await;
    let bo = player(house, "Bo", "another-pausing-one").await;
    let path = letters(&ana, &bo, json!({"rolls": "asked"})).await;
    let before = ana.get(&path).await.ok(200);
    let pause = |seat: u8| format!("{path}/seats/{seat}/pause");
    ana.post(&pause(1), &json!({})).await.ok(200);
    ana.post(&pause(1), &json!({}))
        .await
        .problem(409, "already-wished");
    let paused = bo.post(&pause(2), &json!({})).await.ok(200);
    assert_eq!(kinds(&paused), ["pause_wished", "game_paused"]);
    assert!(paused.at("/game/paused_until").is_string());
    ana.post(&format!("{path}/rolls"), &json!({}))
        .await
        .problem(409, "game-paused");
    house.serve_for(20 * DAY).await;
    assert_eq!(house.tick().await, 0, "no clock runs");
    let ana = player(house, "Ana", "a-pausing-one").await;
    let bo = player(house, "Bo", "another-pausing-one").await;
    ana.post(&pause(1), &json!({})).await.ok(200);
    let on = bo.post(&pause(2), &json!({})).await.ok(200);
    assert_eq!(kinds(&on), ["pause_wished", "game_resumed", "deadline_set"]);
    assert_eq!(on.at("/game/deadline/pause_s"), 20 * DAY);
    assert_eq!(on.at("/game/deadline/since"), before.at("/deadline/since"));
    ana.post(&format!("{path}/rolls"), &json!({})).await.ok(200);
}

/// The roll or the first move that a game waits for.
pub(super) async fn act(client: &Client, path: &str, game: &Answer) {
    let action = if game.at("/awaiting/action") == "roll" {
        client.post(&format!("{path}/rolls"), &json!({})).await
    } else {
        let mv = &game.at("/choices/moves")[0];
        let choice = json!({"horse": mv["horse"], "to": mv["to"]});
        client.post(&format!("{path}/moves"), &choice).await
    };
    action.ok(200);
}

pub(super) async fn an_absent_player_is_replaced_until_the_return(house: &House) {
    let here = async |name: &str| player(house, name, &format!("{name}-far-away")).await;
    let (ana, bo) = (here("Ana").await, here("Bo").await);
    let path = letters(
        &ana,
        &bo,
        json!({"rolls": "asked", "overlay": {"horses": 4}}),
    )
    .await;
    let back = format!("{path}/seats/1/return");
    ana.post(&back, &json!({})).await.problem(409, "not-absent");
    let mut turns = 0;
    loop {
        let game = house.stranger().get(&path).await.ok(200);
        if game.body["seats"][0].get("absent").is_some() {
            break;
        }
        if game.at("/awaiting/seat") == 1 {
            house.serve_for(3 * DAY - 60).await;
            assert_eq!(house.tick().await, 0, "nobody is late yet");
            house.serve_for(61).await;
            assert_eq!(house.tick().await, 1);
            turns += 1;
            continue;
        }
        act(&here("Bo").await, &path, &game).await;
    }
    assert_eq!(turns, 2, "two timeouts in a row");
    let game = house.stranger().get(&path).await.ok(200);
    assert_eq!(game.text("/seats/0/absent"), "greedy");
    let log = ana.get(&format!("{path}/log")).await;
    assert!(
        log.raw.contains(r#""cause":"timeout""#),
        "the autopilot plays"
    );
    let ana = here("Ana").await;
    ana.post(&format!("{path}/rolls"), &json!({}))
        .await
        .problem(409, "seat-absent");
    ana.post(&back, &json!({})).await.ok(200);
    let game = ana.get(&path).await.ok(200);
    assert_eq!(game.body["seats"][0].get("absent"), None);
    let resigned = ana
        .post(&format!("{path}/resignations"), &json!({}))
        .await
        .ok(200);
    let standings = resigned.at("/game/result/standings").as_array().unwrap();
    let flags: Vec<_> = standings
        .iter()
        .map(|one| (&one["seat"], &one["autopilot"]))
        .collect();
    assert!(flags.contains(&(&json!(1), &json!(true))), "{flags:?}");
    assert!(flags.contains(&(&json!(2), &json!(false))), "{flags:?}");
}

pub(super) async fn whoever_is_absent_returns_before_acting(house: &House) {
    let ana = house.guest("Ana").await;
    let table = json!({"ruleset": "quick", "seats": 2, "first_seat": 1, "rolls": "asked",
        "clock": {"turn_s": 600, "timeout_after": 1}});
    let path = created(&ana, table).await;
    let chain = json!({"seat_anchor": "11".repeat(32), "seat_links": 4096});
    ana.post(&format!("{path}/seats"), &chain).await.ok(200);
    ana.post(&format!("{path}/bots"), &json!({"level": "greedy"}))
        .await
        .ok(200);
    let seats = ana.get(&path).await.ok(200);
    assert_eq!(
        seats.text("/stage"),
        "lobby",
        "a chain has to be made ready"
    );
    let other = json!({"ruleset": "quick", "seats": 2, "first_seat": 1,
        "clock": {"turn_s": 600, "timeout_after": 1, "timeout": "forfeit"}});
    let path = created(&ana, other).await;
    for _ in 0..2 {
        ana.post(&format!("{path}/seats"), &json!({})).await.ok(200);
    }
    house.serve_for(601).await;
    assert_eq!(house.tick().await, 1);
    let game = house.stranger().get(&path).await.ok(200);
    assert_eq!(game.text("/stage"), "finished");
    assert_eq!(game.text("/result/reason"), "resigned");
    let log = house.stranger().get(&format!("{path}/log")).await;
    assert!(log.raw.contains(r#""cause":"timeout""#));
}

pub(super) async fn an_outage_is_credited(house: &House) {
    let ana = house.guest("Ana").await;
    let table = json!({"ruleset": "quick", "seats": 2, "first_seat": 1,
        "clock": {"turn_s": 86_400, "timeout": "skip"}});
    let path = created(&ana, table).await;
    for _ in 0..2 {
        ana.post(&format!("{path}/seats"), &json!({})).await.ok(200);
    }
    house.serve_for(DAY / 2).await;
    // Nothing runs for three days, which go past the deadline.
    house.pass_time(3 * DAY);
    assert_eq!(house.tick().await, 1, "the deadline moves, nobody is late");
    let look = async || house.stranger().get(&path).await.ok(200);
    let game = look().await;
    assert_eq!(game.at("/deadline/outage_s"), 3 * DAY);
    assert_eq!(game.at("/seats/0/missed"), 0);
    house.serve_for(DAY / 2 - 60).await;
    assert_eq!(house.tick().await, 0);
    house.serve_for(61).await;
    assert_eq!(house.tick().await, 1);
    assert_eq!(look().await.at("/seats/0/missed"), 1);
    assert_eq!(house.tick().await, 0, "each timeout happens once");
}
