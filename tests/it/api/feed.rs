//! The feed: complete, resumable, by polling and as a stream; what was seen, and reminders.

use petits_chevaux::store::Horizon;
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::house::House;
use super::people::{id_at, id_of, on_turn};

async fn now(client: &Client) -> String {
    let page = client.get("/v1/me/feed").await.ok(200);
    assert_eq!(page.at("/items"), &json!([]));
    page.text("/next").to_owned()
}

async fn since(client: &Client, cursor: &str) -> Answer {
    let path = format!("/v1/me/feed?cursor={cursor}");
    client.get(&path).await.ok(200)
}

/// Waits until something changes.
async fn wait(client: &Client, cursor: &str) -> Answer {
    let path = format!("/v1/me/feed?wait=30&cursor={cursor}");
    client.get(&path).await.ok(200)
}

/// Type or kind of each item.
fn kinds(page: &Answer) -> Vec<&str> {
    let items = page.at("/items").as_array().unwrap();
    let kind = |item| {
        let item: &Value = item;
        item["kind"].as_str().or(item["type"].as_str()).unwrap()
    };
    items.iter().map(kind).collect()
}

async fn roll(client: &Client, path: &str) {
    client
        .post(&format!("{path}/rolls"), &json!({}))
        .await
        .ok(200);
}

/// Rolls and moves until it is the turn of another player.
async fn turn(client: &Client, path: &str) {
    let seat = client.get(path).await.number("/awaiting/seat");
    loop {
        let game = client.get(path).await.ok(200);
        if game.number("/awaiting/seat") != seat {
            return;
        }
        if game.text("/awaiting/action") == "roll" {
            roll(client, path).await;
            continue;
        }
        let first = game.at("/choices/moves/0");
        let choice = json!({"horse": first["horse"], "to": first["to"]});
        client.post(&format!("{path}/moves"), &choice).await.ok(200);
    }
}

async fn resign(client: &Client, path: &str) {
    client
        .post(&format!("{path}/resignations"), &json!({}))
        .await
        .ok(200);
}

pub(super) async fn the_feed_tells_what_changed(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let (ana_at, bo_at) = (now(&ana).await, now(&bo).await);
    let path = on_turn(&ana, &bo, json!({"turn_s": 3600})).await;
    let first = since(&ana, &ana_at).await;
    assert_eq!(kinds(&first), ["your_turn"]);
    let game = ana.get(&path).await.ok(200);
    assert_eq!(first.text("/items/0/game"), game.text("/id"));
    assert_eq!(first.at("/items/0/version"), game.at("/version"));
    assert_eq!(first.text("/items/0/deadline"), game.text("/deadline/by"));
    let theirs = since(&bo, &bo_at).await;
    assert_eq!(kinds(&theirs), ["moved"]);
    assert_eq!(theirs.at("/items/0/id"), first.at("/items/0/id"));
    // The same cursor gives the same again; the next one nothing.
    assert_eq!(since(&ana, &ana_at).await.at("/items"), first.at("/items"));
    assert_eq!(kinds(&since(&ana, first.text("/next")).await), [""; 0]);
    turn(&ana, &path).await;
    let theirs = since(&bo, theirs.text("/next")).await;
    assert_eq!(kinds(&theirs), ["your_turn"]);
    // Another game changes; the one that nothing happened in is not repeated.
    let lobby = super::games::created(&bo, json!({"ruleset": "quick", "seats": 3})).await;
    bo.post(&format!("{lobby}/seats"), &json!({})).await.ok(200);
    resign(&ana, &path).await;
    let theirs = since(&bo, theirs.text("/next")).await;
    assert_eq!(kinds(&theirs), ["lobby", "ended"]);
    bo.post(&format!("{lobby}/abort"), &json!({})).await.ok(200);
    let theirs = since(&bo, theirs.text("/next")).await;
    assert_eq!(kinds(&theirs), ["called_off"]);
    for wrong in ["cursor=x", "wait=31", "wait=x", "since=1"] {
        ana.get(&format!("/v1/me/feed?{wrong}"))
            .await
            .problem(400, "invalid-parameter");
    }
}

pub(super) async fn whoever_waits_is_told_at_once(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = on_turn(&ana, &bo, Value::Null).await;
    let cursor = now(&bo).await;
    let waiting = wait(&bo, &cursor);
    let (page, ()) = tokio::join!(waiting, turn(&ana, &path));
    assert_eq!(page.text("/items/0/game"), id_at(&path));
    let cursor = now(&bo).await;
    let waiting = wait(&bo, &cursor);
    let to = json!({"player": id_of(&bo).await});
    let lobby = super::games::created(&ana, json!({"ruleset": "quick"})).await;
    let invite = async { ana.post(&format!("{lobby}/invitations"), &to).await.ok(201) };
    let (page, _) = tokio::join!(waiting, invite);
    assert_eq!(kinds(&page), ["invitation"]);
    let cursor = now(&bo).await;
    let waiting = wait(&bo, &cursor);
    let off = async {
        ana.post(&format!("{lobby}/abort"), &json!({}))
            .await
            .ok(200)
    };
    let (page, _) = tokio::join!(waiting, off);
    assert_eq!(page.text("/items/0/invitation/state"), "closed");
}

pub(super) async fn a_stream_goes_on_where_it_was_cut(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = on_turn(&ana, &bo, Value::Null).await;
    let mut stream = bo.stream(None).await;
    let open = stream.event().await;
    assert_eq!(open.name, "open");
    assert_eq!(open.data["cursor"], json!(open.id));
    let comment = stream.next().await.unwrap();
    assert_eq!(comment.name, "");
    turn(&ana, &path).await;
    let mut last = open.id;
    loop {
        let item = stream.event().await;
        assert_eq!(
            (item.name.as_str(), item.data["type"].as_str()),
            ("game", Some("game"))
        );
        last = item.id.or(last);
        if item.data["kind"] == "your_turn" {
            break;
        }
    }
    drop(stream);
    resign(&bo, &path).await;
    let mut stream = bo.stream(last.as_deref()).await;
    assert_eq!(stream.event().await.id, last);
    let item = stream.event().await;
    assert_eq!(item.data["kind"], "ended");
    let page = since(&bo, &last.unwrap()).await;
    assert_eq!(page.at("/items/0"), &item.data);
    bo.request("GET", "/v1/me/feed/stream")
        .header("last-event-id", "x")
        .send()
        .await
        .problem(400, "invalid-parameter");
}

pub(super) async fn a_stream_ends_with_a_word(house: &House) {
    let ana = house.guest("Ana").await;
    let mut stream = ana.stream(None).await;
    let open = stream.event().await;
    house.pass_time(899);
    let mut short = ana.stream(open.id.as_deref()).await;
    assert_eq!(short.event().await.name, "open");
    let end = short.event().await;
    assert_eq!(
        (end.name.as_str(), &end.data["reason"]),
        ("end", &json!("token_expires"))
    );
    assert_eq!(end.data["cursor"], json!(end.id));
    assert!(short.next().await.is_none());
    house.close();
    let end = stream.event().await;
    assert_eq!(
        (end.name.as_str(), &end.data["reason"]),
        ("end", &json!("stopping"))
    );
    assert!(stream.next().await.is_none());
    let cursor = end.data["cursor"].as_str().unwrap();
    let page = house.guest("Bo").await;
    let page = page
        .get(&format!("/v1/me/feed?wait=30&cursor={cursor}"))
        .await;
    assert_eq!(kinds(&page.ok(200)), [""; 0]);
}

pub(super) async fn a_feed_of_another_database_begins_again(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = on_turn(&ana, &bo, Value::Null).await;
    let foreign = Horizon::start(424_242);
    let bytes = [&[4], &foreign.to_bytes()[..]].concat();
    let cursor = base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, bytes);
    let page = since(&ana, &cursor).await;
    assert_eq!(page.at("/restarted"), true);
    assert_eq!(page.text("/items/0/game"), id_at(&path));
    let on = since(&ana, page.text("/next")).await;
    assert_eq!(
        (on.at("/restarted"), on.at("/items")),
        (&json!(false), &json!([]))
    );
    let mut stream = ana.stream(Some(&cursor)).await;
    let names = [
        stream.event().await,
        stream.event().await,
        stream.event().await,
    ];
    let names = names.map(|event| event.name);
    assert_eq!(names, ["open", "restarted", "game"]);
}

pub(super) async fn what_was_seen_is_counted_no_more(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let unseen = |client: &Client| {
        let client = client.clone();
        async move { client.get("/v1/me/unread").await.ok(200).number("/unseen") }
    };
    assert_eq!(unseen(&ana).await, 0);
    let one = on_turn(&ana, &bo, Value::Null).await;
    on_turn(&ana, &bo, Value::Null).await;
    assert_eq!(unseen(&ana).await, 2);
    let seen = json!({ "cursor": now(&ana).await });
    ana.post("/v1/me/feed/seen", &seen).await.ok(204);
    assert_eq!((unseen(&ana).await, unseen(&bo).await), (0, 2));
    resign(&bo, &one).await;
    assert_eq!(unseen(&ana).await, 1);
    let wrong = json!({"cursor": "x"});
    ana.post("/v1/me/feed/seen", &wrong)
        .await
        .problem(422, "invalid-field");
}

pub(super) async fn a_reminder_comes_once_a_turn(house: &House) {
    let (ana, bo) = (house.device("Ana").await, house.device("Bo").await);
    assert_eq!(
        ana.get("/v1/me/reminders").await.ok(200).at("/before_s"),
        &json!([])
    );
    let plan = json!({"before_s": [3600, 14_400, 86_400]});
    let set = ana.post("/v1/me/reminders", &plan).await.ok(200);
    assert_eq!(set.at("/before_s"), &json!([86_400, 14_400, 3600]));
    ana.post("/v1/me/reminders", &json!({"before_s": [61]}))
        .await
        .problem(422, "invalid-field");
    let path = on_turn(&ana, &bo, json!({"turn_s": 86_400})).await;
    house.tick().await;
    let mut cursor = now(&ana).await;
    // A turn as long as the longest reminder needs none at its beginning.
    for (hours, expected) in [
        (19, vec![]),
        (2, vec![14_400]),
        (1, vec![]),
        (1, vec![3600]),
    ] {
        house.pass_time(hours * 3600 + 60);
        house.tick().await;
        house.pass_time(20);
        house.tick().await;
        let ana = house.device("Ana").await;
        let page = since(&ana, &cursor).await;
        page.text("/next").clone_into(&mut cursor);
        let items = page.at("/items").as_array().unwrap();
        let before: Vec<_> = items.iter().map(|item| item["before_s"].as_i64()).collect();
        let expected: Vec<_> = expected.into_iter().map(Some).collect();
        assert_eq!(before, expected, "after {hours} hours");
    }
    // After the move none is shown, not even one that nobody has read yet.
    let ana = house.device("Ana").await;
    let page = ana.get("/v1/me/unread").await.ok(200);
    assert_eq!(page.number("/unseen"), 3);
    turn(&ana, &path).await;
    let page = ana.get("/v1/me/unread").await.ok(200);
    assert_eq!(page.number("/unseen"), 1);
}
