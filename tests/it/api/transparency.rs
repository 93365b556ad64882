//! The transparency log as a witness sees it.

use petits_chevaux::audit::transparency::merkle::{Hash, fold};
use petits_chevaux::audit::transparency::note::{Checkpoint, LogKey};
use petits_chevaux::audit::transparency::witness::{Verdict, judge};
use petits_chevaux::audit::transparency::{Leaf, proof};
use petits_chevaux::game::Head;
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::games::begun;
use super::house::House;

const LOG: &str = "/v1/transparency";

async fn newest(client: &Client) -> Checkpoint {
    let log = client.get(LOG).await.ok(200);
    let key: LogKey = log.text("/key").parse().unwrap();
    assert_eq!(key.name(), log.text("/origin"));
    let note = client.get(&format!("{LOG}/checkpoint")).await.ok(200);
    let checkpoint = Checkpoint::open(&note.raw, &key).unwrap();
    assert_eq!(log.number("/tree/size"), checkpoint.size);
    assert_eq!(log.text("/tree/root"), hex::encode(checkpoint.root));
    checkpoint
}

fn bytes(value: &Value) -> Hash {
    hex::decode(value.as_str().unwrap())
        .unwrap()
        .try_into()
        .unwrap()
}

fn path(answer: &Answer) -> Vec<Hash> {
    answer
        .at("/path")
        .as_array()
        .unwrap()
        .iter()
        .map(bytes)
        .collect()
}

fn leaf(value: &Value) -> Leaf {
    Leaf {
        game: value["game"].as_str().unwrap().parse().unwrap(),
        seq: value["seq"].as_u64().unwrap(),
        head: Head(bytes(&value["head"])),
    }
}

pub(super) async fn games_come_into_the_log_and_are_proved(house: &House) {
    let (client, stranger) = (house.guest("Ana").await, house.stranger());
    let empty = newest(&stranger).await;
    assert_eq!((empty.size, empty.root), (0, fold(&[])));
    let game = begun(&client).await;
    let id = game.rsplit('/').next().unwrap();
    let prove = format!("{LOG}/inclusion?game={id}");
    stranger.get(&prove).await.problem(404, "not-in-log");
    house.checkpoint().await;
    let one = newest(&stranger).await;
    client
        .post(&format!("{game}/rolls"), &json!({}))
        .await
        .ok(200);
    begun(&client).await;
    house.checkpoint().await;
    let two = newest(&stranger).await;
    assert_eq!((one.size, two.size), (1, 3));
    let proof = format!("{LOG}/consistency?from=1");
    let proved = stranger.get(&proof).await.ok(200);
    assert_eq!(judge(&one, &two, &path(&proved)), Verdict::Grown);
    let proved = stranger.get(&prove).await.ok(200);
    let logged = leaf(proved.at("/leaf"));
    let index = proved.number("/leaf/index");
    let hash = logged.hash();
    assert!(proof::included(
        &hash,
        index,
        two.size,
        &path(&proved),
        &two.root
    ));
    let seen = client.get(&game).await.ok(200);
    assert_eq!(logged.seq, seen.number("/version"));
    assert_eq!(logged.head.to_string(), seen.text("/head"));
}

pub(super) async fn the_whole_log_can_be_read_back(house: &House) {
    let client = house.guest("Ana").await;
    for _ in 0..3 {
        begun(&client).await;
        house.checkpoint().await;
    }
    let leaves = client
        .get(&format!("{LOG}/leaves?from=1&limit=2"))
        .await
        .ok(200);
    assert_eq!(leaves.number("/size"), 3);
    assert_eq!(leaves.number("/leaves/0/index"), 1);
    assert_eq!(leaves.at("/leaves").as_array().unwrap().len(), 2);
    let listed = client
        .get(&format!("{LOG}/checkpoints?limit=2"))
        .await
        .ok(200);
    assert_eq!(listed.number("/checkpoints/0/size"), 3);
    assert_eq!(listed.number("/checkpoints/1/created"), 2);
    let rest = client
        .get(&format!("{LOG}/checkpoints?before=2"))
        .await
        .ok(200);
    assert_eq!(rest.number("/checkpoints/0/size"), 1);
    let none = client
        .get(&format!("{LOG}/checkpoints?before=0"))
        .await
        .ok(200);
    assert_eq!(none.at("/checkpoints"), &json!([]));
    let old = client.get(&format!("{LOG}/checkpoints/2")).await.ok(200);
    assert!(old.raw.contains("\n2\n"), "{}", old.raw);
    for (wrong, status, code) in [
        ("checkpoints/9", 404, "not-in-log"),
        ("checkpoints/x", 404, "not-found"),
        ("inclusion?index=3", 404, "not-in-log"),
        ("inclusion?index=0&size=4", 404, "not-in-log"),
        ("consistency?from=4", 404, "not-in-log"),
        (
            "consistency?from=1&to=18446744073709551615",
            404,
            "not-in-log",
        ),
        ("inclusion", 400, "invalid-parameter"),
        ("consistency", 400, "invalid-parameter"),
        ("leaves?limit=0", 400, "invalid-parameter"),
    ] {
        let asked = format!("{LOG}/{wrong}");
        client.get(&asked).await.problem(status, code);
    }
}
