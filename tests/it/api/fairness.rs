//! The statistics of the dice over HTTP, and what a stranger recomputes from what HTTP gives.

use std::fs;
use std::path::Path;

use petits_chevaux::fairness::{GameAudit, Publication, Report};
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::games::begun;
use super::house::House;
use super::turns::play_until;
use crate::cli::serving::{Folder, run, text};

pub(super) async fn the_dice_of_a_game_can_be_judged(house: &House) {
    let client = house.guest("Ana").await;
    let path = begun(&client).await;
    let last = play_until(&client, &path, |answer| answer.number("/game/version") > 45).await;
    let told = client.get(&format!("{path}/fairness")).await.ok(200);
    assert_eq!(told.number("/version"), last.number("/game/version"));
    assert_eq!(told.number("/rolls"), last.number("/game/rolls"));
    let log = client.get(&format!("{path}/log")).await.ok(200);
    let id = last.text("/game/id").parse().unwrap();
    let audit = GameAudit::of_log(id, log.raw.lines()).unwrap();
    let report = serde_json::to_value(Report::new(&audit.watch())).unwrap();
    assert_eq!(*told.at("/strata"), report["strata"]);
    assert_eq!(*told.at("/chances"), report["chances"]);
    assert_eq!(*told.at("/pairs"), report["pairs"]);
    let seats = told.at("/seats").as_array().unwrap();
    let rolls: u64 = seats.iter().filter_map(|seat| seat["rolls"].as_u64()).sum();
    assert_eq!(rolls, told.number("/rolls"));
}

/// Plays until the game is over, or as far as that event.
async fn play(client: &Client, path: &str, upto: u64) {
    loop {
        let game = client.get(path).await.ok(200);
        if game.number("/version") >= upto || game.text("/stage") == "finished" {
            return;
        }
        act(client, path, &game).await;
    }
}

/// A roll, or the first legal move.
async fn act(client: &Client, path: &str, game: &Answer) {
    let (what, body) = game.body.pointer("/choices/moves/0").map_or_else(
        || ("rolls", json!({})),
        |mv| {
            let mv = json!({"horse": mv["horse"], "from": mv["from"], "to": mv["to"]});
            ("moves", mv)
        },
    );
    client.post(&format!("{path}/{what}"), &body).await.ok(200);
}

/// Saves what a stranger needs, as curl would.
async fn save(stranger: &Client, folder: &Path, games: &[&str]) {
    fs::create_dir_all(folder).unwrap();
    let mut from = 0;
    loop {
        let page = format!("/v1/transparency/leaves?from={from}&limit=3");
        let page = stranger.get(&page).await.ok(200);
        let leaves = page.at("/leaves").as_array().unwrap().len();
        if leaves == 0 {
            break;
        }
        fs::write(folder.join(format!("leaves-{from}.json")), &page.raw).unwrap();
        from += leaves;
    }
    let checkpoints = stranger.get("/v1/transparency/checkpoints?limit=100").await;
    fs::write(folder.join("checkpoints.json"), &checkpoints.ok(200).raw).unwrap();
    for game in games {
        let log = stranger.get(&format!("{game}/log")).await.ok(200);
        let id = game.rsplit('/').next().unwrap();
        fs::write(folder.join(id).with_extension("ndjson"), &log.raw).unwrap();
    }
    let told = stranger.get("/v1/fairness").await.ok(200);
    fs::write(folder.join("fairness.answer"), &told.raw).unwrap();
}

pub(super) async fn the_dice_of_the_server_are_recomputed_byte_for_byte(house: &House) {
    let (client, stranger) = (house.guest("Ana").await, house.stranger());
    let before = stranger.get("/v1/fairness").await.ok(200);
    assert_eq!(before.number("/report/checkpoint/size"), 0);
    assert_eq!(before.number("/report/games/created"), 0);
    let games = [
        begun(&client).await,
        begun(&client).await,
        begun(&client).await,
    ];
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    play(&client, games[0], 60).await;
    house.checkpoint().await;
    let folder = Folder::new();
    let (dir, claim) = (folder.path(), format!("{}/fairness.answer", folder.path()));
    save(&stranger, dir.as_ref(), &games).await;
    let once = run(&["fairness", dir, "--against", &claim]);
    assert!(once.status.success(), "{}", text(&once.stderr));
    assert!(
        text(&once.stdout).contains("Games: 3 "),
        "{}",
        text(&once.stdout)
    );
    // The games go on, and the report with them; the old one can still be recomputed.
    play(&client, games[0], 100_000).await;
    play(&client, games[1], 90).await;
    house.checkpoint().await;
    fs::rename(&claim, folder.path().to_owned() + "/old.answer").unwrap();
    save(&stranger, dir.as_ref(), &games).await;
    for claim in ["old.answer", "fairness.answer"] {
        let again = run(&["fairness", dir, "--against", &format!("{dir}/{claim}")]);
        assert!(again.status.success(), "{claim}: {}", text(&again.stderr));
    }
    let told = stranger.get("/v1/fairness").await.ok(200);
    let own = run(&["fairness", dir, "--json"]);
    assert!(
        told.raw.contains(text(&own.stdout).trim_end()),
        "the same bytes"
    );
    assert_eq!(told.number("/report/games/created"), 3);
    assert_eq!(told.number("/report/games/fates/finished"), 1);
    assert_eq!(told.number("/report/games/assurance/open/finished"), 1);
    assert_eq!(told.at("/report/course").as_array().unwrap().len(), 2);
    let log = stranger.get("/v1/transparency").await.ok(200);
    assert_eq!(told.at("/report/checkpoint/root"), log.at("/tree/root"));
    let publication: Publication = serde_json::from_value(told.at("/report").clone()).unwrap();
    assert!(told.raw.contains(&publication.text()));
    lies_are_found(&folder, &told.raw, games[0]);
}

fn lies_are_found(folder: &Folder, told: &str, game: &str) {
    let (dir, claim) = (folder.path(), format!("{}/fairness.answer", folder.path()));
    let refused = |why: &str| {
        let output = run(&["fairness", dir, "--against", &claim]);
        assert_eq!(output.status.code(), Some(1), "{why}");
        let told = text(&output.stderr).to_owned();
        assert!(told.contains(why), "{why}: {told}");
    };
    fs::write(&claim, told.replacen("\"created\":3", "\"created\":2", 1)).unwrap();
    refused("/games/created is 2 there and 3 here");
    fs::write(&claim, told).unwrap();
    // A log that was left out, one that was changed, a leaf that was changed.
    let log = format!("{dir}/{}.ndjson", game.rsplit('/').next().unwrap());
    let lines = fs::read_to_string(&log).unwrap();
    fs::remove_file(&log).unwrap();
    refused("is not here");
    let later = lines.replacen("\"at\":\"2", "\"at\":\"3", 1);
    fs::write(&log, later).unwrap();
    refused("not the one that its leaf commits to");
    fs::write(&log, &lines).unwrap();
    let page = format!("{dir}/leaves-0.json");
    let mut leaves: Value = serde_json::from_str(&fs::read_to_string(&page).unwrap()).unwrap();
    leaves["leaves"].as_array_mut().unwrap().swap(0, 1);
    leaves["leaves"][0]["index"] = json!(0);
    leaves["leaves"][1]["index"] = json!(1);
    fs::write(&page, leaves.to_string()).unwrap();
    refused("do not have the root of checkpoint");
}

pub(super) async fn a_player_sees_his_own_dice_and_nobody_elses(house: &House) {
    let (ana, bob) = (house.guest("Ana").await, house.guest("Bob").await);
    let none = ana.get("/v1/me/fairness").await.ok(200);
    assert_eq!(none.number("/dice/rolls"), 0);
    assert_eq!(none.at("/stands_out"), false);
    let stranger = house.stranger().get("/v1/me/fairness").await;
    stranger.problem(401, "unauthenticated");
    // One game for Ana alone, one with Bob.
    let alone = begun(&ana).await;
    play(&ana, &alone, 30).await;
    let body = json!({"ruleset": "quick", "seats": 2, "first_seat": 1, "visibility": "public"});
    let shared = ana.post("/v1/games", &body).await.ok(201);
    let shared = format!("/v1/games/{}", shared.text("/game/id"));
    for client in [&ana, &bob] {
        let seats = format!("{shared}/seats");
        client.post(&seats, &json!({})).await.ok(200);
    }
    for _ in 0..40 {
        let game = ana.get(&shared).await.ok(200);
        let client = if game.number("/awaiting/seat") == 1 {
            &ana
        } else {
            &bob
        };
        // Choices are shown to the player in turn.
        let game = client.get(&shared).await.ok(200);
        act(client, &shared, &game).await;
    }
    house.checkpoint().await;
    let rolls = |answer: &Answer| answer.number("/dice/rolls");
    let (hers, his) = (
        ana.get("/v1/me/fairness").await.ok(200),
        bob.get("/v1/me/fairness").await.ok(200),
    );
    let games = [&alone, &shared].map(|path| ana.get(path));
    let mut all = 0;
    for game in games {
        all += game.await.ok(200).number("/rolls");
    }
    assert!(rolls(&his) > 0);
    assert_eq!(rolls(&hers) + rolls(&his), all);
    assert_eq!(hers.number("/players"), 2);
    let published = ana.get("/v1/fairness").await.ok(200);
    assert_eq!(published.number("/standouts/players/tested"), 2);
    assert_eq!(published.number("/standouts/pairs/tested"), 1);
    assert_eq!(published.number("/standouts/players/named"), 0);
    assert_eq!(published.number("/report/report/rolls"), all);
    // More dice: counted on, not anew.
    play(&ana, &alone, 60).await;
    house.checkpoint().await;
    let later = ana.get("/v1/me/fairness").await.ok(200);
    assert!(rolls(&later) > rolls(&hers));
}

pub(super) async fn the_games_of_an_app_are_counted_apart(house: &House) {
    let mut client = house.stranger();
    for bad in ["", "Chez Zoé", "UPPER", &"x".repeat(33)] {
        let body = json!({"name": "Zoé", "app": bad});
        client
            .post("/v1/guests", &body)
            .await
            .problem(422, "invalid-field");
    }
    let body = json!({"name": "Zoé", "app": "chez-zoe_1.0"});
    let guest = client.post("/v1/guests", &body).await.ok(201);
    client.authorize(guest.text("/access_token"));
    let other = house.guest("Ana").await;
    let (hers, others) = (begun(&client).await, begun(&other).await);
    play(&client, &hers, 30).await;
    play(&other, &others, 30).await;
    let path = "/v1/apps/chez-zoe_1.0/fairness";
    client.get(path).await.problem(404, "not-found");
    house.checkpoint().await;
    let told = house.stranger().get(path).await.ok(200);
    let game = client.get(&hers).await.ok(200);
    assert_eq!(told.number("/rolls"), game.number("/rolls"));
    for unknown in ["/v1/apps/other/fairness", "/v1/apps/NO/fairness"] {
        client.get(unknown).await.problem(404, "not-found");
    }
}

pub(super) async fn pictures_are_drawn_in_two_languages(house: &House) {
    let client = house.guest("Ana").await;
    let game = begun(&client).await;
    play(&client, &game, 40).await;
    house.checkpoint().await;
    for of in ["/v1/fairness".to_owned(), format!("{game}/fairness")] {
        for (name, words) in [
            ("faces", "Combien de fois"),
            ("sixes", "La part des six"),
            ("pairs", "Quelle face"),
            ("fortune", "Ce qu'un parieur"),
        ] {
            let picture = client
                .get(&format!("{of}/pictures/{name}?lang=fr"))
                .await
                .ok(200);
            assert!(picture.raw.starts_with("<svg "), "{of} {name}");
            assert!(picture.raw.contains(words), "{of} {name}: {}", picture.raw);
            let english = client.get(&format!("{of}/pictures/{name}")).await.ok(200);
            assert!(!english.raw.contains(words));
        }
        let wrong = client.get(&format!("{of}/pictures/faces?lang=de")).await;
        wrong.problem(400, "invalid-parameter");
    }
    let none = client.get("/v1/fairness/pictures/cats").await;
    none.problem(404, "not-found");
}

pub(super) async fn a_released_change_counts_everything_again(house: &House) {
    let client = house.guest("Ana").await;
    let game = begun(&client).await;
    play(&client, &game, 40).await;
    house.checkpoint().await;
    let once = client.get("/v1/fairness").await.ok(200);
    let mine = client.get("/v1/me/fairness").await.ok(200);
    house.forget_audit_state().await;
    house.checkpoint().await;
    let again = client.get("/v1/fairness").await.ok(200);
    assert_eq!(again.raw, once.raw);
    assert_eq!(client.get("/v1/me/fairness").await.ok(200).raw, mine.raw);
}
