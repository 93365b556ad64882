//! What an auditor reads: every game, and nothing about its players.

use std::collections::BTreeSet;

use petits_chevaux::audit::{Pack, verify};
use serde_json::{Value, json};

use super::client::Client;
use super::games::begun;
use super::house::House;
use super::turns::play_until;

/// Plays a game to its end and gives its id.
async fn finished(client: &Client) -> String {
    let path = begun(client).await;
    let over = |answer: &super::client::Answer| answer.text("/game/stage") != "playing";
    let last = play_until(client, &path, over).await;
    last.text("/game/id").to_owned()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn ids(lines: &[Value]) -> Vec<String> {
    lines
        .iter()
        .map(|line| line["game"].as_str().unwrap().to_owned())
        .collect()
}

pub(super) async fn the_catalogue_names_every_game_and_no_player(house: &House) {
    let (client, auditor) = (house.guest("Ana").await, house.auditor());
    let mut created = Vec::new();
    for visibility in ["private", "public", "unlisted"] {
        let body = json!({ "ruleset": "quick", "seats": 2, "visibility": visibility,
            "title": "Anas Geheimnis" });
        let game = client.post("/v1/games", &body).await.ok(201);
        created.push(game.text("/game/id").to_owned());
    }
    let aborted = format!("/v1/games/{}/abort", created[1]);
    client.post(&aborted, &json!({})).await.ok(200);
    let mut listed = Vec::new();
    let mut next = "/v1/audit/games?limit=2".to_owned();
    loop {
        let page = auditor.get(&next).await.ok(200);
        let first = listed.is_empty();
        assert_eq!(page.body["totals"].is_object(), first, "once");
        if first {
            assert_eq!(page.at("/totals")["lobby"], 2);
            assert_eq!(page.at("/totals")["aborted"], 1);
        }
        assert!(!page.raw.contains("Geheimnis"), "{}", page.raw);
        listed.extend(page.at("/games").as_array().unwrap().clone());
        match page.body["next"].as_str() {
            Some(cursor) => next = format!("/v1/audit/games?limit=2&cursor={cursor}"),
            None => break,
        }
    }
    let found: Vec<&str> = listed
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    assert_eq!(found, created, "oldest first");
    let only = auditor.get("/v1/audit/games?status=aborted").await.ok(200);
    assert_eq!(only.text("/games/0/id"), created[1]);
    // Its log names nobody, and is open to whoever has the id.
    let log = auditor.get(&format!("/v1/games/{}/log", created[0])).await;
    assert!(!log.ok(200).raw.contains("Ana"));
}

pub(super) async fn a_token_of_an_auditor_reads_and_never_writes(house: &House) {
    let (client, auditor) = (house.guest("Ana").await, house.auditor());
    let game = begun(&client).await;
    for (method, path) in [
        ("POST", format!("{game}/rolls")),
        ("POST", "/v1/games".to_owned()),
        ("GET", "/v1/me".to_owned()),
        ("DELETE", "/v1/tokens/current".to_owned()),
    ] {
        let request = auditor.request(method, &path);
        let request = if method == "POST" {
            request.json(&json!({}))
        } else {
            request
        };
        request.send().await.problem(403, "read-only-token");
    }
    auditor.get(&game).await.ok(200);
    auditor.get("/v1/games").await.ok(200);
    for path in ["/v1/audit/games", "/v1/audit/export"] {
        client.get(path).await.problem(403, "auditor-only");
        house
            .stranger()
            .get(path)
            .await
            .problem(401, "unauthenticated");
    }
    house.pass_time(100 * 24 * 3_600);
    auditor
        .get("/v1/audit/games")
        .await
        .problem(401, "token-expired");
}

/// Games end before, behind and between the pages; each is exported once, and each is sound.
pub(super) async fn an_export_misses_no_game_whenever_it_ends(house: &House) {
    let (client, auditor) = (house.guest("Ana").await, house.auditor());
    let slow = begun(&client).await;
    let mut ended = BTreeSet::new();
    for _ in 0..3 {
        ended.insert(finished(&client).await);
    }
    let nothing = auditor.get("/v1/audit/export").await.ok(200);
    assert_eq!(nothing.raw, "", "before the checkpoint");
    house.checkpoint().await;
    let page = auditor.get("/v1/audit/export?limit=2").await.ok(200);
    let mut got = lines(&page.raw);
    assert_eq!(got.len(), 2);
    // The oldest game of all ends behind the reader.
    let over = |answer: &super::client::Answer| answer.text("/game/stage") != "playing";
    let last = play_until(&client, &slow, over).await;
    ended.insert(last.text("/game/id").to_owned());
    house.checkpoint().await;
    let after = got[1]["leaf"].as_u64().unwrap();
    let page = auditor
        .get(&format!("/v1/audit/export?after={after}"))
        .await
        .ok(200);
    got.extend(lines(&page.raw));
    let games = ids(&got);
    assert_eq!(games.len(), 4);
    assert_eq!(games.into_iter().collect::<BTreeSet<_>>(), ended);
    for line in page.raw.lines() {
        let report = verify(&Pack::read(line.as_bytes()).unwrap());
        assert!(report.is_sound(), "{report}");
    }
    let whole = auditor.get("/v1/audit/export").await.ok(200);
    assert_eq!(lines(&whole.raw), got, "the same in one piece");
    let none = auditor.get("/v1/audit/export?limit=0").await.ok(200);
    assert_eq!(none.raw, "");
    let wrong = auditor.get("/v1/audit/export?after=x").await;
    wrong.problem(400, "invalid-parameter");
}
