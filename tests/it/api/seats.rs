//! Seats, invites, chains.

use ed25519_dalek::{Signer as _, SigningKey};
use petits_chevaux::dice::{Link, SEAT_LINKS, step};
use petits_chevaux::game::{GameId, Head};
use serde_json::{Value, json};

use super::client::Client;
use super::games::{begun, created};
use super::house::House;

/// A chain of a seat, as a client keeps it: every link, the anchor first.
struct Chain(Vec<Link>);

impl Chain {
    fn new(path: &str, secret: [u8; 32]) -> Chain {
        let game: GameId = path.rsplit('/').next().unwrap().parse().unwrap();
        let mut links = vec![Link(secret)];
        for no in (1..=SEAT_LINKS).rev() {
            let Link(link) = links[links.len() - 1];
            links.push(Link(step(&game.0, no, &link)));
        }
        links.reverse();
        Chain(links)
    }

    fn link(&self, no: usize) -> Value {
        json!({"link_no": no, "link": self.0[no].to_string()})
    }

    fn seat(&self) -> Value {
        json!({"seat_anchor": self.0[0].to_string(), "seat_links": SEAT_LINKS})
    }
}

pub(super) async fn seats_are_taken_and_left(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = created(&ana, json!({"ruleset": "quick", "visibility": "public"})).await;
    let seats = format!("{path}/seats");
    let taken = ana.post(&seats, &json!({"seat": 2})).await.ok(200);
    assert_eq!(taken.at("/game/seats/1/yours"), true);
    bo.post(&seats, &json!({"seat": 2}))
        .await
        .problem(409, "seat-taken");
    bo.post(&seats, &json!({"seat": 8}))
        .await
        .problem(404, "seat-not-found");
    bo.delete(&format!("{seats}/2"))
        .await
        .problem(403, "not-your-seat");
    ana.delete(&format!("{seats}/9"))
        .await
        .problem(404, "seat-not-found");
    ana.delete(&format!("{seats}/two"))
        .await
        .problem(404, "game-not-found");
    let left = ana.delete(&format!("{seats}/2")).await.ok(200);
    assert_eq!(left.text("/game/seats/1/status"), "open");
    let mine = ana.get("/v1/me/games").await.ok(200);
    assert!(mine.at("/games").as_array().unwrap().is_empty());
}

pub(super) async fn a_private_game_asks_for_an_invite(house: &House) {
    let (owner, other) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = created(&owner, json!({"ruleset": "quick", "visibility": "private"})).await;
    let elsewhere = created(&owner, json!({"ruleset": "quick", "visibility": "private"})).await;
    let (seats, invites) = (format!("{path}/seats"), format!("{path}/invites"));
    other
        .post(&seats, &json!({}))
        .await
        .problem(403, "invite-refused");
    other
        .post(&invites, &json!({}))
        .await
        .problem(403, "forbidden");
    owner
        .post(&invites, &json!({"expires_in": 1}))
        .await
        .problem(422, "invalid-field");
    let invite = owner
        .post(&invites, &json!({"expires_in": 600}))
        .await
        .ok(201);
    let with = json!({"invite": invite.text("/invite")});
    other
        .post(&format!("{elsewhere}/seats"), &with)
        .await
        .problem(403, "invite-refused");
    other.post(&seats, &with).await.ok(200);
    owner.post(&seats, &json!({})).await.ok(200);
    house.pass_time(610);
    let third = house.guest("Cy").await;
    third
        .post(&seats, &with)
        .await
        .problem(403, "invite-refused");
    let missing = format!("/v1/games/{}/invites", uuid::Uuid::from_u128(7));
    third
        .post(&missing, &json!({}))
        .await
        .problem(404, "game-not-found");
}

fn with_roll(mut body: Value, roll: u32) -> Value {
    body["roll"] = roll.into();
    body
}

pub(super) async fn a_chain_is_made_ready_and_rolls(house: &House) {
    let client = house.guest("Ana").await;
    let body = json!({"ruleset": "quick", "seats": 2, "first_seat": 1, "visibility": "public"});
    let path = created(&client, body).await;
    let (seats, rolls) = (format!("{path}/seats"), format!("{path}/rolls"));
    let chain = Chain::new(&path, [7; 32]);
    let ready = format!("{seats}/1/ready");
    let show = |no: usize| chain.link(no);
    client.post(&seats, &chain.seat()).await.ok(200);
    client
        .post(&ready, &show(1))
        .await
        .problem(409, "not-readyable");
    let full = client.post(&seats, &json!({})).await.ok(200);
    assert_eq!(full.text("/game/stage"), "lobby");
    client
        .post(&seats, &json!({}))
        .await
        .problem(409, "game-full");
    client
        .post(&ready, &show(2))
        .await
        .problem(422, "wrong-link");
    let begun = client.post(&ready, &show(1)).await.ok(200);
    assert_eq!(begun.text("/game/stage"), "playing");
    client
        .post(&rolls, &json!({}))
        .await
        .problem(422, "wrong-link");
    let rolled = client.post(&rolls, &chain.link(2)).await.ok(200);
    let again = client
        .post(&rolls, &with_roll(chain.link(2), 1))
        .await
        .ok(200);
    assert_eq!(again.at("/events"), rolled.at("/events"));
    let deposits = format!("{seats}/1/deposits");
    client
        .post(&deposits, &show(2))
        .await
        .problem(422, "wrong-link");
    client.post(&deposits, &show(5)).await.ok(200);
    let closed = client.delete(&format!("{seats}/1/chain")).await.ok(200);
    assert_eq!(closed.text("/game/seats/0/dice"), "closed");
}

/// A seat's key, which signs an action on the head that the log has now.
struct Signer(SigningKey);

impl Signer {
    fn public(&self) -> String {
        hex::encode(self.0.verifying_key().as_bytes())
    }

    async fn sign(&self, client: &Client, path: &str, action: &Value) -> String {
        let game = client.get(path).await.ok(200);
        let id: GameId = game.text("/id").parse().unwrap();
        let mut head = [0; 32];
        hex::decode_to_slice(game.text("/head"), &mut head).unwrap();
        let version = game.at("/version").as_u64().unwrap();
        let action = serde_json_canonicalizer::to_string(action).unwrap();
        let message = Head(head).action_message(id, version, &action);
        hex::encode(self.0.sign(&message).to_bytes())
    }
}

pub(super) async fn a_seat_with_a_key_signs_what_it_does(house: &House) {
    let (ana, bo) = (house.guest("Ana").await, house.guest("Bo").await);
    let table = json!({"ruleset": "quick", "seats": 2, "first_seat": 1});
    let path = created(&ana, table).await;
    let signer = Signer(SigningKey::from_bytes(&[9; 32]));
    let key = signer.public();
    let seat = json!({"seat": 1, "seat_key": key});
    let joining = json!({"type": "player_joined", "seat": 1, "seat_anchor": null,
        "seat_links": 0, "seat_key": key});
    let signature = signer.sign(&ana, &path, &joining).await;
    let (seats, rolls) = (format!("{path}/seats"), format!("{path}/rolls"));
    let take = |signature: &str| {
        let request = ana.request("POST", &seats).json(&seat);
        request.header("Action-Signature", signature).send()
    };
    take("ab").await.problem(400, "invalid-parameter");
    take(&"ab".repeat(64)).await.problem(422, "wrong-signature");
    take(&signature).await.ok(200);
    bo.post(&seats, &json!({"seat": 2})).await.ok(200);
    let unsigned = ana.post(&rolls, &json!({})).await;
    let unsigned = unsigned.problem(422, "wrong-signature");
    let game = ana.get(&path).await.ok(200);
    assert_eq!(unsigned.at("/current_head"), game.at("/head"));
    let roll = json!({"type": "die_rolled", "kind": "turn", "seat": 1, "roll": 1,
        "link": null, "link_no": null});
    let signature = signer.sign(&ana, &path, &roll).await;
    let request = ana.request("POST", &rolls).json(&json!({}));
    let rolled = request.header("Action-Signature", &signature).send().await;
    let rolled = rolled.ok(200);
    assert_eq!(rolled.text("/events/0/event/sig"), signature);
    assert_eq!(rolled.text("/events/0/assurance"), "none");
}

pub(super) async fn what_a_seat_brings_must_be_sound(house: &House) {
    let client = house.guest("Ana").await;
    let path = created(&client, json!({"ruleset": "quick", "sealed_only": true})).await;
    let seats = format!("{path}/seats");
    let zero = json!({"seat_anchor": "0".repeat(64), "seat_links": 4096});
    for body in [json!({}), zero, json!({"seat_links": 3})] {
        client
            .post(&seats, &body)
            .await
            .problem(422, "invalid-contribution");
    }
    let short = json!({"seat_anchor": "ab", "seat_links": 4096});
    let short = client
        .post(&seats, &short)
        .await
        .problem(422, "invalid-field");
    assert_eq!(short.text("/errors/0/pointer"), "/seat_anchor");
}

pub(super) async fn a_seat_is_resigned(house: &House) {
    let (client, other) = (house.guest("Ana").await, house.guest("Bo").await);
    let path = begun(&client).await;
    let resign = format!("{path}/resignations");
    client
        .post(&resign, &json!({}))
        .await
        .problem(422, "which-seat");
    other
        .post(&resign, &json!({}))
        .await
        .problem(403, "not-your-seat");
    let over = client.post(&resign, &json!({"seat": 2})).await.ok(200);
    assert_eq!(over.text("/game/stage"), "finished");
    assert_eq!(over.number("/game/result/standings/0/seat"), 1);
    client
        .post(&resign, &json!({"seat": 1}))
        .await
        .problem(409, "game-over");
    client
        .post(&format!("{path}/rolls"), &json!({}))
        .await
        .problem(409, "game-over");
}
