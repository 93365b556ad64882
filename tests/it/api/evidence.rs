//! What a stranger needs to audit a game, from the server to the verdict.

use petits_chevaux::audit::transparency::note::Checkpoint;
use petits_chevaux::audit::transparency::wire::Proved;
use petits_chevaux::audit::{Pack, read_receipts, verify};
use serde_json::{Value, json};

use super::games::begun;
use super::house::House;
use super::turns::play_until;

/// The pack is served in pieces of 500 events: this game is longer.
pub(super) async fn a_game_is_audited_from_its_evidence_alone(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let long = |answer: &super::client::Answer| {
        answer.number("/game/version") > 520 || answer.text("/game/stage") != "playing"
    };
    let last = play_until(&client, &path, long).await;
    let served = house
        .stranger()
        .get(&format!("{path}/evidence"))
        .await
        .ok(200);
    let mut evidence = Pack::read(served.raw.as_bytes()).unwrap();
    evidence
        .receipts
        .extend(read_receipts(last.raw.as_bytes()).unwrap());
    let report = verify(&evidence);
    assert!(report.is_sound(), "{report}");
    assert_eq!(report.events as u64, last.number("/game/version") + 1);
    assert_eq!(report.receipts.signed, 2);
    assert_eq!(report.game.to_string(), last.text("/game/id"));
}

pub(super) async fn the_evidence_is_the_log_the_keys_and_the_rules(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let roll = client
        .post(&format!("{path}/rolls"), &json!({}))
        .await
        .ok(200);
    let pack = client.get(&format!("{path}/evidence")).await.ok(200);
    let log = client.get(&format!("{path}/log")).await.ok(200);
    let lines: Vec<&str> = pack
        .at("/log")
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap())
        .collect();
    assert_eq!(lines, log.raw.lines().collect::<Vec<_>>());
    let keys = client.get("/.well-known/jwks.json").await.ok(200);
    assert_eq!(pack.at("/keys"), keys.at(""));
    let creation: Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(pack.at("/ruleset"), &creation["ruleset"]);
    assert_eq!(pack.at("/receipt"), roll.at("/receipt"));

    assert!(pack.body["transparency"].is_null(), "before a checkpoint");
    house.checkpoint().await;
    let pack = client.get(&format!("{path}/evidence")).await.ok(200);
    let log = client.get("/v1/transparency").await.ok(200);
    let key = log.text("/key").parse().unwrap();
    let note = Checkpoint::open(pack.text("/transparency/checkpoint"), &key).unwrap();
    let proof = pack.at("/transparency/proof").to_string();
    let proof = Proved::read(&proof).unwrap();
    assert!(proof.holds(&note));
    assert_eq!(proof.leaf.head.to_string(), pack.text("/receipt/head"));
    assert!(verify(&Pack::read(pack.raw.as_bytes()).unwrap()).is_sound());
    let nobody = "/v1/games/00000000-0000-7000-8000-000000000000/evidence";
    client.get(nobody).await.problem(404, "game-not-found");
}
