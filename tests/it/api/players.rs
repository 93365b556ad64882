//! Guests, sessions and tokens.

use petits_chevaux::app::keys::Keys;
use petits_chevaux::app::tokens::Tokens;
use petits_chevaux::game::PlayerId;
use petits_chevaux::store::SessionId;
use serde_json::json;

use super::house::House;

const MINUTE: i64 = 60;

pub(super) async fn a_guest_is_made_and_comes_back_by_device(house: &House) {
    let mut client = house.stranger();
    let body = json!({"name": "  Zoé ", "device": "0123456789abcdef"});
    let first = client.post("/v1/guests", &body).await.ok(201);
    assert_eq!(first.text("/player/name"), "Zoé");
    assert_eq!(first.header("location"), "/v1/me");
    let again = client.post("/v1/guests", &body).await.ok(200);
    assert_eq!(again.text("/player/id"), first.text("/player/id"));
    let renamed = json!({"name": "Other", "device": "0123456789abcdef"});
    let renamed = client.post("/v1/guests", &renamed).await.ok(200);
    assert_eq!(renamed.text("/player/name"), "Zoé");
    client.authorize(again.text("/access_token"));
    let me = client.get("/v1/me").await.ok(200);
    assert_eq!(me.at(""), first.at("/player"));
}

pub(super) async fn tokens_are_exchanged_and_revoked(house: &House) {
    let mut client = house.stranger();
    let guest = client
        .post("/v1/guests", &json!({"name": "Ana"}))
        .await
        .ok(201);
    let body = json!({"refresh_token": guest.text("/refresh_token")});
    let pair = client.post("/v1/tokens", &body).await.ok(200);
    assert_eq!(pair.number("/expires_in"), 900);
    client.authorize(pair.text("/access_token"));
    assert_eq!(
        client.get("/v1/me").await.ok(200).at(""),
        guest.at("/player")
    );
    client.delete("/v1/tokens/current").await.ok(204);
    client.delete("/v1/tokens/current").await.ok(204);
    let body = json!({"refresh_token": pair.text("/refresh_token")});
    client
        .post("/v1/tokens", &body)
        .await
        .problem(401, "refresh-refused");
}

pub(super) async fn a_lost_exchange_can_be_repeated(house: &House) {
    let client = house.stranger();
    let guest = client
        .post("/v1/guests", &json!({"name": "Ana"}))
        .await
        .ok(201);
    let body = json!({"refresh_token": guest.text("/refresh_token")});
    let first = client.post("/v1/tokens", &body).await.ok(200);
    let race = client.post("/v1/tokens", &body).await.ok(200);
    assert_eq!(race.text("/refresh_token"), first.text("/refresh_token"));
    house.pass_time(90 * MINUTE);
    let late = client.post("/v1/tokens", &body).await.ok(200);
    assert_ne!(late.text("/refresh_token"), first.text("/refresh_token"));
}

pub(super) async fn a_stolen_token_ends_the_session(house: &House) {
    let client = house.stranger();
    let guest = client
        .post("/v1/guests", &json!({"name": "Ana"}))
        .await
        .ok(201);
    let mut tokens = vec![guest.text("/refresh_token").to_owned()];
    for _ in 0..2 {
        let body = json!({"refresh_token": tokens.last()});
        let pair = client.post("/v1/tokens", &body).await.ok(200);
        tokens.push(pair.text("/refresh_token").to_owned());
    }
    for token in [&tokens[0], &tokens[2]] {
        let body = json!({"refresh_token": token});
        client
            .post("/v1/tokens", &body)
            .await
            .problem(401, "refresh-refused");
    }
}

pub(super) async fn an_expired_token_says_so(house: &House) {
    let client = house.guest("Ana").await;
    house.pass_time(16 * MINUTE);
    let answer = client.get("/v1/me").await.problem(401, "token-expired");
    assert_eq!(
        answer.header("www-authenticate"),
        "Bearer error=\"invalid_token\""
    );
    client.get("/v1/games").await.problem(401, "token-expired");
}

pub(super) async fn a_strange_token_is_refused(house: &House) {
    let stranger = Keys::generate(0).unwrap();
    let foreign = Tokens::new(&format!("http://{}", house.address()), stranger.token());
    let token = foreign.issue_access(PlayerId([1; 16]), SessionId([2; 16]), 1_900_000_000_000_000);
    for bad in [&token, "", "x", "a.b.c", "Bearer"] {
        let mut client = house.stranger();
        client.authorize(bad);
        client.get("/v1/me").await.problem(401, "unauthenticated");
    }
    let query = house
        .stranger()
        .get(&format!("/v1/me?access_token={token}"))
        .await;
    query.problem(401, "unauthenticated");
}
