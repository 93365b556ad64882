//! One table, all seats held by one player: rolls, moves, and believes nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signature, VerifyingKey};
use petits_chevaux::game::{Game, GameId, line};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::CHECKED;
use super::client::Client;

pub(crate) struct Player {
    client: Client,
    ruleset: String,
    keys: Arc<HashMap<String, VerifyingKey>>,
    table: Option<Table>,
    chance: u64,
    actions: u64,
    pub(crate) latencies: Vec<Duration>,
}

/// The game as this player knows it from its events alone.
struct Table {
    game: Game,
    rolls: String,
    moves: String,
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    events: Vec<Line<'a>>,
    receipt: Receipt,
}

#[derive(Deserialize)]
struct Line<'a> {
    seq: u64,
    #[serde(borrow)]
    event: &'a RawValue,
}

#[derive(Deserialize)]
struct Receipt {
    seq: u64,
    head: String,
    kid: String,
    signature: String,
}

impl Player {
    pub(crate) fn new(
        address: &str,
        ruleset: &str,
        number: usize,
        keys: Arc<HashMap<String, VerifyingKey>>,
    ) -> Player {
        let mut client = Client::new(address);
        let guest = json!({ "name": format!("Load {number}") }).to_string();
        let guest = client.expect("POST", "/v1/guests", &guest);
        client.authorize(guest["access_token"].as_str().expect("a guest has a token"));
        let mut player = Player {
            client,
            ruleset: ruleset.to_owned(),
            keys,
            table: None,
            chance: 0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1),
            actions: 0,
            latencies: Vec::with_capacity(1 << 16),
        };
        player.sit_down();
        player
    }

    /// Creates a game and takes every seat: it starts by itself.
    fn sit_down(&mut self) {
        let body = json!({ "ruleset": self.ruleset, "visibility": "private" }).to_string();
        let created = self.client.expect("POST", "/v1/games", &body);
        let id: GameId = created["game"]["id"]
            .as_str()
            .and_then(|id| id.parse().ok())
            .expect("a game has an id");
        let first = created["events"][0]["event"].to_string();
        let mut game = line::begin(id, &first).expect("the first event is sound");
        for _ in 0..game.seats.len() {
            let path = format!("/v1/games/{id}/seats");
            let (status, body) = self.client.send("POST", &path, "{}");
            assert!(
                status < 300,
                "a seat is free: {}",
                String::from_utf8_lossy(body)
            );
            follow(&mut game, body, None);
        }
        self.table = Some(Table {
            game,
            rolls: format!("/v1/games/{id}/rolls"),
            moves: format!("/v1/games/{id}/moves"),
        });
    }

    /// One timed action: the roll or the move that is due.
    pub(crate) fn act(&mut self) {
        if self
            .table
            .as_ref()
            .is_none_or(|table| table.game.mover().is_none())
        {
            self.sit_down();
        }
        let Some(table) = &mut self.table else {
            return;
        };
        let moves = table.game.choices();
        let (path, body) = if moves.is_empty() {
            let next = table.game.rolls + 1;
            (&table.rolls, format!("{{\"roll\":{next}}}"))
        } else {
            self.chance = self
                .chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mv = moves[(self.chance >> 33) as usize % moves.len()];
            let horse = mv.horse.number();
            (
                &table.moves,
                format!("{{\"horse\":{horse},\"to\":\"{}\"}}", mv.to),
            )
        };
        let began = Instant::now();
        let (status, answer) = self.client.send("POST", path, &body);
        self.latencies.push(began.elapsed());
        assert!(
            status < 300,
            "{path} {body}: {status} {}",
            String::from_utf8_lossy(answer)
        );
        self.actions += 1;
        let checked = self.actions.is_multiple_of(CHECKED).then_some(&*self.keys);
        follow(&mut table.game, answer, checked);
    }
}

/// Folds an answer into the game, and holds it to its receipt.
fn follow(game: &mut Game, answer: &[u8], keys: Option<&HashMap<String, VerifyingKey>>) {
    let answer: Answer<'_> = serde_json::from_slice(answer).expect("an answer is JSON");
    for line in &answer.events {
        assert_eq!(line.seq, game.version + 1, "no event is missing");
        line::advance(game, line.seq, line.event.get()).expect("the event follows");
    }
    assert!(game.is_settled(), "an answer holds every consequence");
    let receipt = answer.receipt;
    assert_eq!(
        receipt.seq, game.version,
        "the receipt is for the last event"
    );
    assert_eq!(
        receipt.head,
        game.head.to_string(),
        "the receipt is for this log"
    );
    if let Some(keys) = keys {
        let signature = URL_SAFE_NO_PAD
            .decode(receipt.signature)
            .expect("base64url");
        let signature = Signature::from_slice(&signature).expect("64 bytes");
        let message = game.head.receipt_message(game.id, game.version);
        keys[&receipt.kid]
            .verify_strict(&message, &signature)
            .expect("the receipt is signed by a published key");
    }
}
