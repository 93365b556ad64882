//! Advice: to the player in turn, to nobody in a rated game, about any position to anybody.

use serde_json::{Value, json};

use super::client::Client;
use super::games::{begun, created};
use super::house::House;
use super::turns::play_until;

/// A game whose player holds both seats and has to choose a move.
async fn at_a_choice(client: &Client, path: &str) {
    let waits = |answer: &super::client::Answer| {
        let action = answer.body.pointer("/game/awaiting/action");
        action == Some(&json!("move"))
    };
    play_until(client, path, waits).await;
}

pub(super) async fn the_player_in_turn_is_advised(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let url = format!("{path}/advice");
    client.get(&url).await.problem(409, "move-not-expected");
    at_a_choice(&client, &path).await;
    let advice = client.get(&url).await.ok(200);
    let legal = client.get(&format!("{path}/moves")).await.ok(200);
    assert_eq!(advice.header("etag"), legal.header("etag"));
    let advised = advice.at("/moves").as_array().unwrap();
    let chances: Vec<f64> = advised
        .iter()
        .map(|mv| mv["chance"].as_f64().unwrap())
        .collect();
    assert!(chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
    let legal = legal.at("/moves").as_array().unwrap();
    assert_eq!(advised.len(), legal.len());
    for one in advised {
        assert!(legal.contains(&one["move"]), "{one}");
        let effects = one["effects"].as_array().unwrap();
        assert_eq!(effects.len(), one["text"].as_array().unwrap().len());
        assert_eq!(one["dangers"].as_array().unwrap().len(), 4);
    }
    house
        .guest("Bob")
        .await
        .get(&url)
        .await
        .problem(403, "not-your-seat");
    house
        .stranger()
        .get(&url)
        .await
        .problem(401, "unauthenticated");
}

pub(super) async fn an_opponent_is_not_advised(house: &House) {
    let (ana, bob) = (house.guest("Ana").await, house.guest("Bob").await);
    let body = json!({"ruleset": "ludo", "seats": 2, "first_seat": 1,
        "overlay": {"initial_on_start": 1}});
    let path = created(&ana, body).await;
    for player in [&ana, &bob] {
        player
            .post(&format!("{path}/seats"), &json!({}))
            .await
            .ok(200);
    }
    let rolled = ana.post(&format!("{path}/rolls"), &json!({})).await.ok(200);
    assert_eq!(rolled.text("/game/awaiting/action"), "move");
    let url = format!("{path}/advice");
    ana.get(&url).await.ok(200);
    bob.get(&url).await.problem(409, "not-your-turn");
}

pub(super) async fn a_rated_game_gives_no_advice(house: &House) {
    let client = house.guest("Ana").await;
    let body = json!({"ruleset": "quick", "seats": 2, "rated": true});
    let path = created(&client, body).await;
    for _ in 0..2 {
        client
            .post(&format!("{path}/seats"), &json!({}))
            .await
            .ok(200);
    }
    at_a_choice(&client, &path).await;
    let url = format!("{path}/advice");
    client.get(&url).await.problem(403, "advice-off");
    assert_eq!(client.get(&path).await.ok(200).at("/options/rated"), true);
    let log = client.get(&format!("{path}/log")).await.ok(200);
    let first: Value = serde_json::from_str(log.raw.lines().next().unwrap()).unwrap();
    assert_eq!(first["rated"], true);
    let then = client.get(&format!("{path}/states/0")).await.ok(200);
    assert_eq!(then.at("/options/rated"), true, "the log alone says so");
}

pub(super) async fn any_position_can_be_advised_on(house: &House) {
    let client = house.stranger();
    let ask = |position: &str| {
        let body = json!({"ruleset": "quick", "position": position});
        async move { house.stranger().post("/v1/analysis/advice", &body).await }
    };
    // Seat b starts on 14: its horse on 16 stands on a's 30.
    let advice = ask("26,E,E,E/16,E,E,E/./. a 4").await.ok(200);
    assert_eq!(advice.text("/moves/0/move/to"), "30");
    assert_eq!(advice.at("/moves/0/captures/0/squares"), 17);
    assert_eq!(
        advice.at("/moves/0/text/0"),
        &json!({
            "en": "captures a horse of seat b, which loses 17 squares",
            "fr": "mange un cheval du camp b, qui perd 17 cases",
        })
    );
    let roll_is_due = ask("26,E,E,E/16,E,E,E/./. a ?").await.ok(200);
    assert_eq!(roll_is_due.at("/moves"), &json!([]));
    ask("nonsense").await.problem(422, "invalid-position");
    let unknown = json!({"ruleset": "chess", "position": "x"});
    client
        .post("/v1/analysis/advice", &unknown)
        .await
        .problem(422, "unknown-ruleset");
}

/// Positions, where a move goes, and what is said of it: every form of a sentence once.
const WORDED: [(&str, &str, &str, &str); 9] = [
    (
        "quick",
        "26,E,E,E/E,E,E,E/./. a 6",
        "0",
        "sort de l'écurie; rejoue; gêne les chevaux 3 et 4",
    ),
    (
        "traditional",
        "54,E,E,E/E,E,E,E/./. a 4",
        "52",
        "perd 4 cases du lancer; recule de 2 cases; c'est le cheval de tête",
    ),
    (
        "quick",
        "16,E,E,E/4,E,E,E/./. a 3",
        "19",
        "danger : 1 des 6 faces, 0 avant; c'est le cheval de tête",
    ),
    (
        "quick",
        "s4,F,F,F/E,E,E,E/./. a 3",
        "F",
        "gagne la partie; rentre un cheval; monte dans l'escalier; c'est le cheval de tête",
    ),
    (
        "quick",
        "20,16,E,E/4,E,E,E/./. a 2",
        "18",
        "mange un cheval du camp b, qui perd 5 cases; protège le cheval 1",
    ),
    (
        "parchis",
        "10,10,E,30/59,E,E,E/E,E,E,E/E,E,E,E a 6",
        "16",
        "rejoue; ouvre un barrage; expose le cheval 2",
    ),
    (
        "parchis",
        "10,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a 4 bonus=20",
        "10",
        "renonce au bonus",
    ),
    (
        "parchis",
        "10,E,E,E/E,E,E,E/E,E,E,E/30,E,E,E a 3",
        "13",
        "mange un cheval du camp d, qui perd 31 cases; gagne 20 cases; c'est le cheval de tête",
    ),
    (
        "parchis_es",
        "E,E,E,E/E,E,E,E/./. a 5",
        "0",
        "deux chevaux sortent de l'écurie; forme un barrage; s'arrête sur une case sécurisée; \
         gêne les chevaux 3 et 4",
    ),
];

pub(super) async fn advice_is_worded_in_two_languages(house: &House) {
    let client = house.stranger();
    for (ruleset, position, to, fr) in WORDED {
        let overlay = json!({"bonus_declinable": true});
        let body = json!({"ruleset": ruleset, "overlay": overlay, "position": position});
        let advice = client.post("/v1/analysis/advice", &body).await.ok(200);
        let moves = advice.at("/moves").as_array().unwrap();
        let found = moves.iter().find(|one| one["move"]["to"] == to).unwrap();
        let text = found["text"].as_array().unwrap();
        let said: Vec<&str> = text.iter().map(|one| one["fr"].as_str().unwrap()).collect();
        assert_eq!(said.join("; "), fr, "{ruleset}: {position}");
        let english = |one: &Value| !one["en"].as_str().unwrap().is_empty();
        assert!(text.iter().all(english), "{ruleset}: {position}");
    }
}
