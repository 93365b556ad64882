//! Playing: rolls, moves, repeats, and looking back.

use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::games::{begun, created};
use super::house::House;

/// Plays by the answers alone until `enough` of one, and gives that one.
pub(super) async fn play_until(
    client: &Client,
    path: &str,
    enough: impl Fn(&Answer) -> bool,
) -> Answer {
    let mut last = client
        .post(&format!("{path}/rolls"), &json!({}))
        .await
        .ok(200);
    for _ in 0..2_000 {
        if enough(&last) {
            return last;
        }
        last = match last.body.pointer("/game/choices/moves/0") {
            Some(mv) => {
                let body = json!({"horse": mv["horse"], "to": mv["to"]});
                client.post(&format!("{path}/moves"), &body).await.ok(200)
            }
            None => client
                .post(&format!("{path}/rolls"), &json!({}))
                .await
                .ok(200),
        };
    }
    panic!("2,000 actions were not enough");
}

fn choices(answer: &Answer) -> &[Value] {
    let moves = answer
        .body
        .pointer("/game/choices/moves")
        .and_then(Value::as_array);
    moves.map_or(&[], Vec::as_slice)
}

pub(super) async fn a_game_is_played_by_its_answers(house: &House) {
    let client = house.guest("Ana").await;
    let body = json!({
        "ruleset": "quick", "seats": 2, "overlay": {"horses": 1, "horses_to_finish": 1},
    });
    let path = created(&client, body).await;
    for _ in 0..2 {
        client
            .post(&format!("{path}/seats"), &json!({}))
            .await
            .ok(200);
    }
    let over = play_until(&client, &path, |answer| {
        answer.text("/game/stage") == "finished"
    })
    .await;
    assert_eq!(over.text("/game/result/reason"), "finished");
    let log = client.get(&format!("{path}/log")).await.ok(200);
    assert_eq!(
        log.raw.lines().count() as u64,
        over.number("/game/version") + 1
    );
}

pub(super) async fn a_roll_is_made_once(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let rolls = format!("{path}/rolls");
    let roll = |key: &'static str| {
        client
            .request("POST", &rolls)
            .header("idempotency-key", key)
            .json(&json!({}))
            .send()
    };
    let early = client.post(&rolls, &json!({"roll": 99})).await;
    early.problem(409, "wrong-roll-number");
    let first = roll("one").await.ok(200);
    let again = roll("one").await.ok(200);
    assert_eq!(first.at("/events"), again.at("/events"));
    assert_eq!(first.at("/receipt"), again.at("/receipt"));
    let by_number = client.post(&rolls, &json!({"roll": 1})).await.ok(200);
    assert_eq!(first.at("/events"), by_number.at("/events"));
    let other = client
        .request("POST", &rolls)
        .header("idempotency-key", "one");
    other
        .json(&json!({"seat": 1}))
        .send()
        .await
        .problem(422, "idempotency-key-reused");
}

pub(super) async fn a_command_for_another_version_is_refused(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let version = client.get(&path).await.ok(200).header("etag").to_owned();
    let resign = |tag: &str| {
        let request = client.request("POST", &format!("{path}/resignations"));
        request
            .header("if-match", tag)
            .json(&json!({"seat": 1}))
            .send()
    };
    let refused = resign("\"v0\"").await.problem(412, "precondition-failed");
    assert_eq!(refused.header("etag"), version);
    assert_eq!(
        format!("\"v{}\"", refused.number("/current_version")),
        version
    );
    resign("v0").await.problem(400, "invalid-parameter");
    resign(&version).await.ok(200);
}

pub(super) async fn a_rewritten_log_is_noticed(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let game = client.get(&path).await.ok(200);
    let rolls = format!("{path}/rolls");
    let known = |seq: u64, hash: &str| json!({"known_head": {"seq": seq, "hash": hash}});
    let (version, head) = (game.number("/version"), game.text("/head"));
    let forged = "0".repeat(64);
    client
        .post(&rolls, &known(version, &forged))
        .await
        .problem(409, "unknown-head");
    client
        .post(&rolls, &known(version + 9, head))
        .await
        .problem(409, "unknown-head");
    client.post(&rolls, &known(version, head)).await.ok(200);
}

pub(super) async fn only_the_seat_in_turn_plays(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let body = json!({"ruleset": "quick", "seats": 2, "first_seat": 1, "visibility": "public"});
    let path = created(&ana, body).await;
    let rolls = format!("{path}/rolls");
    ana.post(&format!("{path}/seats"), &json!({})).await.ok(200);
    ana.post(&rolls, &json!({}))
        .await
        .problem(409, "game-not-started");
    bo.post(&format!("{path}/seats"), &json!({})).await.ok(200);
    bo.post(&rolls, &json!({}))
        .await
        .problem(409, "not-your-turn");
    let stranger = house.guest("Cy").await;
    stranger
        .post(&rolls, &json!({}))
        .await
        .problem(403, "not-your-seat");
    let early = ana
        .post(&format!("{path}/moves"), &json!({"horse": 1}))
        .await;
    early.problem(409, "move-not-expected");
    ana.get(&format!("{path}/moves"))
        .await
        .problem(409, "move-not-expected");
    ana.post(&rolls, &json!({})).await.ok(200);
}

pub(super) async fn a_move_must_be_legal_and_one(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let answer = play_until(&client, &path, |answer| choices(answer).len() > 1).await;
    let moves = format!("{path}/moves");
    let listed = client.get(&moves).await.ok(200);
    assert_eq!(listed.at("/moves"), answer.at("/game/choices/moves"));
    let refused = client
        .post(&moves, &json!({}))
        .await
        .problem(422, "ambiguous-move");
    assert_eq!(refused.at("/legal_moves"), listed.at("/moves"));
    let refused = client
        .post(&moves, &json!({"from": "F"}))
        .await
        .problem(422, "illegal-move");
    assert_eq!(refused.at("/legal_moves"), listed.at("/moves"));
    assert!(refused.body["awaiting"].is_object() && refused.body["blocked"].is_array());
    client
        .post(&moves, &json!({"to": "moon"}))
        .await
        .problem(422, "invalid-field");
    let roll = client.post(&format!("{path}/rolls"), &json!({})).await;
    roll.problem(409, "roll-not-expected");
    let chosen = &choices(&answer)[1];
    let body = json!({"horse": chosen["horse"], "from": chosen["from"], "to": chosen["to"]});
    client.post(&moves, &body).await.ok(200);
}

pub(super) async fn the_past_can_be_read(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let last = play_until(&client, &path, |answer| answer.number("/game/version") > 45).await;
    let version = last.number("/game/version");
    let (mut since, mut lines) = (String::new(), Vec::new());
    loop {
        let page = client
            .get(&format!("{path}/events?limit=20{since}"))
            .await
            .ok(200);
        assert_eq!(page.number("/version"), version);
        let events = page.at("/events").as_array().unwrap();
        let Some(event) = events.last() else { break };
        since = format!("&since={}", event["seq"]);
        lines.extend(events.iter().map(|event| event["event"].clone()));
    }
    assert_eq!(lines.len() as u64, version + 1);
    let log = client.get(&format!("{path}/log")).await.ok(200);
    let logged: Vec<Value> = log
        .raw
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines, logged);
    let now = client
        .get(&format!("{path}/states/{version}"))
        .await
        .ok(200);
    assert_eq!(now.at(""), client.get(&path).await.ok(200).at(""));
    assert_eq!(
        client
            .get(&format!("{path}/states/0"))
            .await
            .ok(200)
            .text("/stage"),
        "lobby"
    );
    let beyond = client.get(&format!("{path}/states/{}", version + 1)).await;
    beyond.problem(404, "event-not-found");
}
