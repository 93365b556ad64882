//! People come together: invitations, rematches, the lobby, the games that wait.

use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::games::{begun, created};
use super::house::House;

pub(super) async fn id_of(client: &Client) -> String {
    client.get("/v1/me").await.ok(200).text("/id").to_owned()
}

/// The id of the game at a path.
pub(super) fn id_at(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

fn invitation(player: &str) -> Value {
    json!({ "player": player })
}

fn states(answer: &Answer) -> Vec<&str> {
    let listed = answer.at("/invitations").as_array().unwrap();
    listed
        .iter()
        .map(|one| one["invitation"]["state"].as_str().unwrap())
        .collect()
}

/// A private game for two with a clock.
async fn private(client: &Client) -> String {
    let body = json!({"ruleset": "quick", "seats": 2, "first_seat": 1, "visibility": "private",
        "title": "Revanche", "clock": {"turn_s": 3600}});
    created(client, body).await
}

pub(super) async fn a_player_is_invited_and_comes(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = private(&ana).await;
    let (to, seats) = (format!("{path}/invitations"), format!("{path}/seats"));
    bo.post(&seats, &json!({}))
        .await
        .problem(403, "invite-refused");
    let sent = ana.post(&to, &invitation(&id_of(&bo).await)).await.ok(201);
    assert_eq!(sent.text("/player/name"), "Bo");
    assert_eq!(sent.text("/state"), "open");
    let again = ana.post(&to, &invitation(&id_of(&bo).await)).await.ok(200);
    assert_eq!(again.at(""), sent.at(""));
    // Neither of them was here in between: what is stored waits.
    let waiting = bo.get("/v1/me/unread").await.ok(200);
    assert_eq!(waiting.number("/invitations"), 1);
    let got = bo.get("/v1/me/invitations").await.ok(200);
    assert_eq!(got.text("/invitations/0/invitation/sender/name"), "Ana");
    let seen = bo.get(&path).await.ok(200);
    assert_eq!(got.at("/invitations/0/game/options"), seen.at("/options"));
    assert_eq!(seen.number("/options/clock/turn_s"), 3600);
    bo.post(&seats, &json!({})).await.ok(200);
    let got = bo.get("/v1/me/invitations").await.ok(200);
    assert_eq!(states(&got), ["accepted"]);
    let sent = ana
        .get("/v1/me/invitations?side=sent&limit=1")
        .await
        .ok(200);
    assert_eq!(states(&sent), ["accepted"]);
    let more = format!("/v1/me/invitations?side=sent&cursor={}", sent.text("/next"));
    assert_eq!(states(&ana.get(&more).await.ok(200)), [""; 0]);
    let waiting = bo.get("/v1/me/unread").await.ok(200);
    assert_eq!(waiting.number("/invitations"), 0);
    // Whoever was let in may come back.
    bo.delete(&format!("{seats}/1")).await.ok(200);
    bo.post(&seats, &json!({})).await.ok(200);
}

pub(super) async fn an_invitation_is_declined_or_taken_back(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = private(&ana).await;
    let (bo_id, to) = (id_of(&bo).await, format!("{path}/invitations"));
    let (theirs, mine) = (
        format!("/v1/me/invitations/{}", id_at(&path)),
        format!("{to}/{bo_id}"),
    );
    bo.delete(&theirs)
        .await
        .problem(404, "invitation-not-found");
    ana.post(&to, &invitation(&bo_id)).await.ok(201);
    bo.delete(&mine).await.problem(404, "invitation-not-found");
    bo.delete(&theirs).await.ok(204);
    bo.delete(&theirs).await.ok(204);
    ana.delete(&mine).await.problem(404, "invitation-not-found");
    bo.post(&format!("{path}/seats"), &json!({}))
        .await
        .problem(403, "invite-refused");
    ana.post(&to, &invitation(&bo_id)).await.ok(201);
    ana.delete(&mine).await.ok(204);
    ana.delete(&mine).await.ok(204);
    bo.delete(&theirs)
        .await
        .problem(404, "invitation-not-found");
    let got = bo.get("/v1/me/invitations").await.ok(200);
    assert_eq!(states(&got), ["withdrawn"]);
    for nowhere in ["/v1/me/invitations/x", &format!("{to}/x")] {
        let lost = ana.delete(nowhere).await;
        lost.problem(404, "invitation-not-found");
    }
}

pub(super) async fn an_invitation_expires_at_its_time(house: &House) {
    let (ana, bo) = (house.device("Ana").await, house.device("Bo").await);
    let path = private(&ana).await;
    let body = json!({"player": id_of(&bo).await, "expires_in": 3600});
    let sent = ana
        .post(&format!("{path}/invitations"), &body)
        .await
        .ok(201);
    assert!(sent.text("/expires_at") > sent.text("/created_at"));
    let cursor = bo.get("/v1/me/feed").await.ok(200).text("/next").to_owned();
    house.pass_time(3_601);
    let bo = house.device("Bo").await;
    bo.post(&format!("{path}/seats"), &json!({}))
        .await
        .problem(403, "invite-refused");
    let got = bo.get("/v1/me/invitations").await.ok(200);
    assert_eq!(states(&got), ["expired"]);
    house.tick().await;
    let feed = bo
        .get(&format!("/v1/me/feed?cursor={cursor}"))
        .await
        .ok(200);
    assert_eq!(feed.text("/items/0/invitation/state"), "expired");
    assert_eq!(feed.at("/items").as_array().unwrap().len(), 1);
}

pub(super) async fn invitations_have_bounds(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let bo_id = id_of(&bo).await;
    let path = private(&ana).await;
    let to = format!("{path}/invitations");
    bo.post(&to, &invitation(&bo_id))
        .await
        .problem(403, "forbidden");
    let nobody = uuid::Uuid::from_u128(7).to_string();
    ana.post(&to, &invitation(&nobody))
        .await
        .problem(404, "player-not-found");
    ana.post(&to, &invitation("Bo"))
        .await
        .problem(422, "invalid-field");
    let short = json!({"player": bo_id, "expires_in": 1});
    ana.post(&to, &short).await.problem(422, "invalid-field");
    let missing = format!("/v1/games/{nobody}/invitations");
    ana.post(&missing, &invitation(&bo_id))
        .await
        .problem(404, "game-not-found");
    for _ in 0..32 {
        let other = id_of(&house.guest("Cy").await).await;
        ana.post(&to, &invitation(&other)).await.ok(201);
    }
    ana.post(&to, &invitation(&bo_id))
        .await
        .problem(409, "too-many-invitations");
    let started = begun(&ana).await;
    ana.post(&format!("{started}/invitations"), &invitation(&bo_id))
        .await
        .problem(409, "already-started");
    let body = json!({"ruleset": "quick"});
    let off = created(&ana, body).await;
    ana.post(&format!("{off}/abort"), &json!({})).await.ok(200);
    ana.post(&format!("{off}/invitations"), &invitation(&bo_id))
        .await
        .problem(409, "game-over");
}

/// A finished game of three seats: Ana on 1, Bo on 2, a bot on 3.
async fn finished(ana: &Client, bo: &Client) -> String {
    let body = json!({"ruleset": "quick", "overlay": {"horses": 1}, "seats": 3,
        "visibility": "private", "title": "Dimanche", "clock": {"turn_s": 3600}});
    let path = created(ana, body).await;
    let invite = ana
        .post(&format!("{path}/invites"), &json!({}))
        .await
        .ok(201);
    let seat = |seat| json!({"seat": seat, "invite": invite.text("/invite")});
    let seats = format!("{path}/seats");
    ana.post(&seats, &seat(1)).await.ok(200);
    bo.post(&seats, &seat(2)).await.ok(200);
    let bot = json!({"seat": 3, "level": "random"});
    ana.post(&format!("{path}/bots"), &bot).await.ok(200);
    for player in [ana, bo] {
        player
            .post(&format!("{path}/resignations"), &json!({}))
            .await
            .ok(200);
    }
    path
}

pub(super) async fn a_rematch_turns_the_table(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let running = begun(&ana).await;
    let again = |path: &str| format!("{path}/rematch");
    ana.post(&again(&running), &json!({}))
        .await
        .problem(409, "game-not-over");
    let path = finished(&ana, &bo).await;
    let stranger = house.guest("Cy").await;
    stranger
        .post(&again(&path), &json!({}))
        .await
        .problem(403, "not-your-seat");
    let (to, body) = (again(&path), json!({}));
    let (one, other) = tokio::join!(bo.post(&to, &body), ana.post(&to, &body));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201]);
    assert_eq!(one.text("/id"), other.text("/id"));
    let next = one.header("location").to_owned();
    let game = ana.get(&next).await.ok(200);
    let old = ana.get(&path).await.ok(200);
    for same in ["/options", "/ruleset", "/ruleset_hash"] {
        assert_eq!(game.at(same), old.at(same));
    }
    assert_eq!(game.text("/seats/0/bot"), "random");
    let got = ana.get("/v1/me/invitations").await.ok(200);
    assert_eq!(got.at("/invitations/0/invitation/seats"), &json!([2]));
    assert_eq!(got.text("/invitations/0/game/title"), "Dimanche");
    bo.post(&format!("{next}/seats"), &json!({})).await.ok(200);
    let seated = ana.post(&format!("{next}/seats"), &json!({})).await.ok(200);
    assert_eq!(seated.at("/game/seats/1/yours"), true);
    assert_eq!(seated.text("/game/stage"), "playing");
    let asked = ana.post(&again(&path), &json!({})).await.ok(200);
    assert_eq!(asked.text("/id"), game.text("/id"));
    // A rematch that was called off makes room for another one.
    let path = finished(&ana, &bo).await;
    let first = ana.post(&again(&path), &json!({})).await.ok(201);
    let off = format!("/v1/games/{}/abort", first.text("/id"));
    ana.post(&off, &json!({})).await.ok(200);
    let second = bo.post(&again(&path), &json!({})).await.ok(201);
    assert_ne!(second.text("/id"), first.text("/id"));
    let missing = format!("/v1/games/{}", uuid::Uuid::from_u128(7));
    ana.post(&again(&missing), &json!({}))
        .await
        .problem(404, "game-not-found");
}

pub(super) async fn the_lobby_is_searched(house: &House) {
    let ana = house.guest("Ana").await;
    let offers = [
        json!({"ruleset": "quick", "seats": 2, "title": "a"}),
        json!({"ruleset": "quick", "overlay": {"horses": 2}, "seats": 4, "title": "b",
            "clock": {"turn_s": 86_400}}),
        json!({"ruleset": "ludo", "seats": 4, "title": "c",
            "clock": {"bank_s": 259_200, "increment_s": 3600, "cap_s": 259_200}}),
    ];
    for mut offer in offers {
        offer["visibility"] = "public".into();
        let path = created(&ana, offer).await;
        ana.post(&format!("{path}/seats"), &json!({})).await.ok(200);
    }
    let searches = [
        ("", "cba"),
        ("?status=playing", ""),
        ("?ruleset=quick", "ba"),
        ("?seats=4", "cb"),
        ("?free=2", "cb"),
        ("?free=1&seats=2", "a"),
        ("?pace=live", "a"),
        ("?pace=correspondence", "cb"),
        ("?turn_at_most_s=86400", "b"),
        (
            "?ruleset=ludo&pace=correspondence&turn_at_most_s=259200",
            "c",
        ),
    ];
    for (query, expected) in searches {
        let found = ana.get(&format!("/v1/games{query}")).await.ok(200);
        let games = found.at("/games").as_array().unwrap();
        let titles: String = games
            .iter()
            .map(|game| game["title"].as_str().unwrap())
            .collect();
        assert_eq!(titles, expected, "{query}");
        for game in games {
            let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
            assert_eq!(&game["options"], ana.get(&path).await.at("/options"));
        }
    }
    for wrong in [
        "?ruleset=chess",
        "?pace=live&turn_at_most_s=600",
        "?pace=fast",
        "?seats=x",
    ] {
        ana.get(&format!("/v1/games{wrong}"))
            .await
            .problem(400, "invalid-parameter");
    }
}

/// A begun game with a clock in which Ana is on turn against Bo.
pub(super) async fn on_turn(ana: &Client, bo: &Client, clock: Value) -> String {
    let mut body = json!({"ruleset": "quick", "seats": 2, "first_seat": 1});
    if !clock.is_null() {
        body["clock"] = clock;
    }
    let path = created(ana, body).await;
    for player in [ana, bo] {
        player
            .post(&format!("{path}/seats"), &json!({}))
            .await
            .ok(200);
    }
    path
}

pub(super) async fn the_most_urgent_game_comes_first(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let never = on_turn(&ana, &bo, Value::Null).await;
    let late = on_turn(&ana, &bo, json!({"turn_s": 7200})).await;
    let soon = on_turn(&ana, &bo, json!({"turn_s": 600})).await;
    let middle = on_turn(&ana, &bo, json!({"turn_s": 3600})).await;
    let theirs = on_turn(&bo, &ana, json!({"turn_s": 900})).await;
    let mut seen = Vec::new();
    let mut next = String::new();
    loop {
        let list = format!("/v1/me/games?awaiting=me&limit=1{next}");
        let page = ana.get(&list).await.ok(200);
        let games = page.at("/games").as_array().unwrap();
        for game in games {
            seen.push(format!("/v1/games/{}", game["id"].as_str().unwrap()));
            assert_eq!(game["deadline"].is_null(), seen.last() == Some(&never));
        }
        // Other games move meanwhile.
        if seen.len() == 1 {
            ana.post(&format!("{soon}/resignations"), &json!({}))
                .await
                .ok(200);
            bo.post(&format!("{theirs}/resignations"), &json!({}))
                .await
                .ok(200);
        }
        match page.body.get("next") {
            Some(cursor) => next = format!("&cursor={}", cursor.as_str().unwrap()),
            None => break,
        }
    }
    assert_eq!(seen, [soon, middle, late, never]);
    let counts = ana.get("/v1/me/unread").await.ok(200);
    assert_eq!(counts.number("/awaiting"), 3);
    let nobody = bo.get("/v1/me/games?awaiting=me").await.ok(200);
    assert_eq!(nobody.at("/games"), &json!([]));
    let of_another_list = ana.get("/v1/me/games?limit=1").await.ok(200);
    let cursor = of_another_list.text("/next");
    for wrong in [
        "awaiting=you",
        "awaiting=me&status=playing",
        "awaiting=me&cursor=x",
        &format!("awaiting=me&cursor={cursor}"),
    ] {
        ana.get(&format!("/v1/me/games?{wrong}"))
            .await
            .problem(400, "invalid-parameter");
    }
}
