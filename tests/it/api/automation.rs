//! What happens by itself, over HTTP: bots, orders, clocks.

use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::games::created;
use super::house::House;

pub(super) const DAY: i64 = 86_400;

/// A game by correspondence of two, begun.
pub(super) async fn letters(one: &Client, other: &Client, more: Value) -> String {
    let mut table = json!({"pace": "correspondence", "seats": 2, "first_seat": 1});
    table
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    let path = created(one, table).await;
    for client in [one, other] {
        client
            .post(&format!("{path}/seats"), &json!({}))
            .await
            .ok(200);
    }
    path
}

/// The kinds of the events of an answer.
pub(super) fn kinds(answer: &Answer) -> Vec<&str> {
    let events = answer.at("/events").as_array().unwrap();
    events
        .iter()
        .map(|event| event["event"]["type"].as_str().unwrap())
        .collect()
}

pub(super) async fn a_game_by_correspondence_waits_for_decisions_only(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = letters(&ana, &bo, json!({})).await;
    let game = ana.get(&path).await.ok(200);
    assert_eq!(game.text("/ruleset"), "quick/1+");
    assert_eq!(game.at("/seats/0/horses").as_array().unwrap().len(), 2);
    assert_eq!(game.at("/options/clock/turn_s"), 3 * DAY);
    let mut asked = 0;
    while let Some(Value::Object(awaiting)) = ana.get(&path).await.ok(200).body.get("awaiting") {
        assert_eq!(awaiting["action"], "move", "rolls need nobody");
        let mover = if awaiting["seat"] == 1 { &ana } else { &bo };
        let moves = mover.get(&format!("{path}/moves")).await.ok(200);
        let legal = moves.at("/moves").as_array().unwrap();
        assert!(legal.len() > 1, "a single move needs nobody");
        let choice = json!({"horse": legal[0]["horse"], "to": legal[0]["to"]});
        mover.post(&format!("{path}/moves"), &choice).await.ok(200);
        asked += 1;
    }
    let game = ana.get(&path).await.ok(200);
    assert_eq!(game.text("/stage"), "finished");
    assert!(asked < 80, "{asked} decisions");
}

pub(super) async fn bots_are_seated_by_the_owner_and_play_at_once(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let table = json!({"ruleset": "quick", "seats": 3, "first_seat": 1});
    let path = created(&ana, table).await;
    let bots = format!("{path}/bots");
    bo.post(&bots, &json!({"level": "greedy"}))
        .await
        .problem(403, "forbidden");
    ana.post(&bots, &json!({"level": "perfect"}))
        .await
        .problem(422, "invalid-field");
    ana.post(&bots, &json!({"seat": 2, "level": "greedy"}))
        .await
        .ok(200);
    ana.post(&bots, &json!({"seat": 2, "level": "random"}))
        .await
        .problem(409, "seat-taken");
    bo.delete(&format!("{path}/seats/2"))
        .await
        .problem(403, "forbidden");
    ana.delete(&format!("{path}/seats/2")).await.ok(200);
    ana.post(&bots, &json!({"seat": 2, "level": "strong"}))
        .await
        .ok(200);
    let seated = ana
        .post(&bots, &json!({"seat": 3, "level": "random"}))
        .await
        .ok(200);
    assert_eq!(seated.text("/game/seats/2/bot"), "random");
    let begun = ana.post(&format!("{path}/seats"), &json!({})).await.ok(200);
    assert_eq!(begun.at("/game/awaiting/seat"), 1);
    let mut game = begun;
    let mut bots_moved = 0;
    while let Some(awaiting) = game.body["game"].get("awaiting") {
        assert_eq!(awaiting["seat"], 1, "bots do not wait");
        game = match game.body["game"]["choices"]["moves"].get(0) {
            Some(mv) => {
                let choice = json!({"horse": mv["horse"], "to": mv["to"]});
                ana.post(&format!("{path}/moves"), &choice).await.ok(200)
            }
            None => ana.post(&format!("{path}/rolls"), &json!({})).await.ok(200),
        };
        let events = game.at("/events").as_array().unwrap();
        bots_moved += events
            .iter()
            .filter(|event| event["event"]["cause"] == "bot")
            .count();
    }
    assert!(bots_moved > 20, "{bots_moved}");
}

pub(super) async fn orders_are_given_listed_and_taken_back(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = letters(&ana, &bo, json!({"overlay": {"horses": 4}})).await;
    let mine = |client: &Client| {
        let game = format!("{path}/seats/1/orders");
        (client.clone(), game)
    };
    let (client, orders) = mine(&ana);
    client.get(&orders).await.problem(404, "no-orders");
    client.delete(&orders).await.problem(404, "no-orders");
    let wrong = [
        json!({"scope": "game", "faces": {"7": ["any"]}}),
        json!({"scope": "game", "faces": {"6": ["win"]}}),
        json!({"scope": "game", "faces": {}}),
    ];
    for wrong in wrong {
        client
            .post(&orders, &wrong)
            .await
            .problem(422, "invalid-field");
    }
    let wish = json!({"scope": "game", "faces": {"6": ["captures", "leaves_stable"]},
        "otherwise": "greedy"});
    bo.post(&orders, &wish).await.problem(403, "not-your-seat");
    bo.get(&orders).await.problem(403, "not-your-seat");
    client
        .get(&format!("{path}/seats/9/orders"))
        .await
        .problem(404, "seat-not-found");
    let stale = client
        .request("POST", &orders)
        .json(&wish)
        .header("If-Match", "\"v0\"");
    stale.send().await.problem(412, "precondition-failed");
    let given = client.post(&orders, &wish).await.ok(200);
    assert_eq!(given.at("/game/seats/0/orders"), true);
    client
        .post(&orders, &wish)
        .await
        .problem(409, "orders-stand");
    let listed = client.get(&orders).await.ok(200);
    assert_eq!(listed.at("/orders/faces/6/0"), "captures");
    assert_eq!(listed.at("/fires").as_array().unwrap().len(), 6);
    assert_eq!(listed.at("/fires/5/move/kind"), "exit");
    assert_eq!(listed.text("/digest"), given.text("/events/0/event/digest"));
    let log = bo.get(&format!("{path}/log")).await;
    assert!(
        !log.raw.contains("leaves_stable"),
        "orders are nobody else's business"
    );
    client.delete(&orders).await.ok(200);
    client.get(&orders).await.problem(404, "no-orders");
}

pub(super) async fn a_seat_changes_what_it_does_by_itself(house: &House) {
    let ana = house.guest("Ana").await;
    let table = json!({"ruleset": "quick", "seats": 2, "first_seat": 1});
    let path = created(&ana, table).await;
    for _ in 0..2 {
        ana.post(&format!("{path}/seats"), &json!({})).await.ok(200);
    }
    let automation = format!("{path}/seats/1/automation");
    let set = ana
        .post(&automation, &json!({"rolls": "automatic"}))
        .await
        .ok(200);
    assert_eq!(set.text("/game/seats/0/rolls"), "automatic");
    assert_eq!(set.text("/game/seats/0/moves"), "asked");
    assert_eq!(kinds(&set)[..2], ["automation_set", "die_rolled"]);
    let again = ana
        .post(&automation, &json!({"moves": "forced", "rolls": "asked"}))
        .await;
    assert_eq!(again.ok(200).text("/game/seats/0/moves"), "forced");
}

pub(super) async fn what_goes_on_by_itself_awaits_nobody(house: &House) {
    let ana = house.guest("Ana").await;
    let table = json!({"pace": "correspondence", "ruleset": "traditional"});
    let path = created(&ana, table).await;
    for _ in 0..3 {
        let bot = json!({"level": "random"});
        ana.post(&format!("{path}/bots"), &bot).await.ok(200);
    }
    ana.post(&format!("{path}/seats"), &json!({})).await.ok(200);
    let wish = json!({"scope": "game", "faces": {"6": ["any"]}, "otherwise": "random"});
    let mut game = ana.get(&path).await.ok(200);
    while game.body.get("awaiting").is_none() {
        house.tick().await;
        game = ana.get(&path).await.ok(200);
    }
    ana.post(&format!("{path}/seats/4/orders"), &wish)
        .await
        .ok(200);
    let mv = &game.at("/choices/moves")[0];
    let choice = json!({"horse": mv["horse"], "to": mv["to"]});
    let answer = ana.post(&format!("{path}/moves"), &choice).await.ok(200);
    let rolls = kinds(&answer)
        .into_iter()
        .filter(|kind| *kind == "die_rolled");
    assert_eq!(rolls.count(), 64, "no game is over in so few");
    assert_eq!(answer.text("/game/stage"), "playing");
    for what in ["awaiting", "deadline"] {
        assert_eq!(answer.body["game"].get(what), None, "the server plays on");
    }
    while ana.get(&path).await.ok(200).text("/stage") == "playing" {
        house.tick().await;
    }
}
