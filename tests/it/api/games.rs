//! Games from their creation to their end, rulesets and positions.

use serde_json::json;

use super::client::Client;
use super::house::House;

/// A game that is created, and its path.
pub(super) async fn created(client: &Client, body: serde_json::Value) -> String {
    let answer = client.post("/v1/games", &body).await.ok(201);
    let path = answer.header("location").to_owned();
    assert_eq!(path, format!("/v1/games/{}", answer.text("/game/id")));
    path
}

/// A public game of the quick rule for two, begun, with both seats held by `client`.
pub(super) async fn begun(client: &Client) -> String {
    let body = json!({"ruleset": "quick", "seats": 2, "first_seat": 1, "visibility": "public"});
    let path = created(client, body).await;
    for _ in 0..2 {
        client
            .post(&format!("{path}/seats"), &json!({}))
            .await
            .ok(200);
    }
    path
}

pub(super) async fn a_game_is_created_found_and_shown(house: &House) {
    let client = house.guest("Ana").await;
    let body = json!({"ruleset": "traditional", "visibility": "public", "title": "Dimanche"});
    let path = created(&client, body).await;
    let list = house.stranger().get("/v1/games?status=lobby").await.ok(200);
    assert_eq!(list.text("/games/0/title"), "Dimanche");
    assert_eq!(list.at("/games/0/seats").as_array().unwrap().len(), 4);
    let game = client.get(&path).await.ok(200);
    assert_eq!(game.header("etag"), "\"v0\"");
    assert_eq!(game.text("/stage"), "lobby");
    let known = client
        .request("GET", &path)
        .header("if-none-match", "\"v0\"")
        .send()
        .await
        .ok(304);
    assert_eq!(known.header("etag"), "\"v0\"");
    assert_eq!(game.text("/receipt/head"), game.text("/head"));
    let seats = format!("{path}/seats");
    client.post(&seats, &json!({})).await.ok(200);
    let seated = house.stranger().get(&path).await.ok(200);
    assert_eq!(seated.text("/seats/0/name"), "Ana");
    assert!(!seated.text("/seats/0/player").contains("Ana"));
    let other = path.replace("/v1/games/01", "/v1/games/ff");
    client.get(&other).await.problem(404, "game-not-found");
    client
        .get("/v1/games/not-an-id")
        .await
        .problem(404, "game-not-found");
}

pub(super) async fn a_repeated_creation_makes_one_game(house: &House) {
    let client = house.guest("Ana").await;
    let send = |key: &'static str, ruleset: &str| {
        let body = json!({"ruleset": ruleset, "visibility": "public"});
        client
            .request("POST", "/v1/games")
            .header("idempotency-key", key)
            .json(&body)
            .send()
    };
    let first = send("\"a\"", "quick").await.ok(201);
    let again = send("a", "quick").await.ok(201);
    assert_eq!(first.at("/events"), again.at("/events"));
    send("a", "traditional")
        .await
        .problem(422, "idempotency-key-reused");
    send("a b", "quick")
        .await
        .problem(400, "idempotency-key-invalid");
    let list = client.get("/v1/games").await.ok(200);
    assert_eq!(list.at("/games").as_array().unwrap().len(), 1);
}

pub(super) async fn lists_are_paged(house: &House) {
    let client = house.guest("Ana").await;
    let mut paths = Vec::new();
    for _ in 0..5 {
        paths.push(begun(&client).await);
    }
    for list in [
        "/v1/games?status=playing",
        "/v1/me/games?status=playing",
        "/v1/me/games?limit=2",
    ] {
        let (mut found, mut next) = (Vec::new(), String::new());
        loop {
            let more = if list.contains("limit") {
                String::new()
            } else {
                "&limit=2".to_owned()
            };
            let page = client.get(&format!("{list}{more}{next}")).await.ok(200);
            for game in page.at("/games").as_array().unwrap() {
                assert_eq!(game["awaiting"]["action"], "roll");
                found.push(format!("/v1/games/{}", game["id"].as_str().unwrap()));
            }
            match page.body.get("next") {
                Some(cursor) => next = format!("&cursor={}", cursor.as_str().unwrap()),
                None => break,
            }
        }
        found.reverse();
        assert_eq!(found, paths, "{list}");
    }
    client
        .get("/v1/games?cursor=x")
        .await
        .problem(400, "invalid-parameter");
    client
        .get("/v1/me/games?limit=0")
        .await
        .problem(400, "invalid-parameter");
}

pub(super) async fn a_game_has_rules_that_make_sense(house: &House) {
    let client = house.guest("Ana").await;
    let create = |body| {
        let client = client.clone();
        async move { client.post("/v1/games", &body).await }
    };
    create(json!({"ruleset": "chess"}))
        .await
        .problem(422, "unknown-ruleset");
    let wrong = json!({"ruleset": "quick", "overlay": {"horses": 99, "wings": 2}});
    let wrong = create(wrong).await.problem(422, "invalid-field");
    let pointers: Vec<_> = wrong.at("/errors").as_array().unwrap().iter().collect();
    assert!(
        pointers
            .iter()
            .any(|error| error["pointer"] == "/overlay/wings"),
        "{}",
        wrong.raw
    );
    let illegal = json!({"ruleset": "quick", "overlay": {"horses": 0}});
    let illegal = create(illegal).await;
    assert!([422].contains(&illegal.status), "{}", illegal.raw);
    let contradiction =
        json!({"ruleset": "quick", "overlay": {"min_players": 4, "max_players": 2}});
    create(contradiction).await.problem(422, "illegal-ruleset");
    for (field, value) in [
        ("seats", json!(7)),
        ("first_seat", json!(5)),
        ("board_seats", json!("az")),
    ] {
        let mut body = json!({"ruleset": "quick"});
        body[field] = value;
        let answer = create(body).await.problem(422, "invalid-field");
        assert_eq!(answer.text("/errors/0/pointer"), format!("/{field}"));
    }
}

pub(super) async fn a_game_is_begun_by_its_owner(house: &House) {
    let (owner, other) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = created(&owner, json!({"ruleset": "quick", "visibility": "public"})).await;
    let start = format!("{path}/start");
    owner
        .post(&format!("{path}/seats"), &json!({"seat": 2}))
        .await
        .ok(200);
    owner
        .post(&start, &json!({}))
        .await
        .problem(409, "cannot-start");
    other
        .post(&format!("{path}/seats"), &json!({"seat": 4}))
        .await
        .ok(200);
    other
        .post(&start, &json!({}))
        .await
        .problem(403, "forbidden");
    let game = owner.post(&start, &json!({})).await.ok(200);
    assert_eq!(game.text("/game/stage"), "playing");
    assert_eq!(game.text("/game/seats/0/status"), "closed");
    owner
        .post(&start, &json!({}))
        .await
        .problem(409, "already-started");
}

pub(super) async fn a_game_is_called_off(house: &House) {
    let (owner, other) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = created(&owner, json!({"ruleset": "quick", "visibility": "public"})).await;
    let abort = format!("{path}/abort");
    other
        .post(&abort, &json!({}))
        .await
        .problem(403, "forbidden");
    let game = owner.post(&abort, &json!({})).await.ok(200);
    assert_eq!(game.text("/game/stage"), "aborted");
    owner
        .post(&abort, &json!({}))
        .await
        .problem(409, "game-over");
    let list = owner.get("/v1/games?status=aborted").await.ok(200);
    assert_eq!(list.at("/games").as_array().unwrap().len(), 1);
}

pub(super) async fn rulesets_are_explained(house: &House) {
    let client = house.stranger();
    let list = client.get("/v1/rulesets").await.ok(200);
    for ruleset in list.at("/rulesets").as_array().unwrap() {
        let name = ruleset["name"].as_str().unwrap();
        let detail = client.get(&format!("/v1/rulesets/{name}")).await.ok(200);
        assert_eq!(detail.at("/ruleset"), ruleset);
        let choices = detail.at("/choices").as_object().unwrap().len();
        assert_eq!(choices, detail.at("/keys").as_array().unwrap().len());
    }
    client
        .get("/v1/rulesets/chess")
        .await
        .problem(404, "not-found");
}

pub(super) async fn any_position_can_be_analysed(house: &House) {
    let client = house.stranger();
    let analyse = |position: &str| {
        let body = json!({"ruleset": "quick", "position": position});
        async move { house.stranger().post("/v1/analysis/moves", &body).await }
    };
    let answer = analyse("10,E,E,E/./12,E,E,E/. a 5").await.ok(200);
    assert_eq!(answer.at("/moves/0/to"), "15");
    assert!(!answer.at("/blocked").as_array().unwrap().is_empty());
    analyse("nonsense").await.problem(422, "invalid-position");
    let unknown = json!({"ruleset": "chess", "position": "x"});
    client
        .post("/v1/analysis/moves", &unknown)
        .await
        .problem(422, "unknown-ruleset");
}
