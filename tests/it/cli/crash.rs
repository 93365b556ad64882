//! A server that is killed between and during requests: the game goes on, and nothing is lost.

use petits_chevaux::game::{GameId, line};
use serde_json::{Value, json};

use super::serving::{Folder, Serving};
use crate::store::ground::{Database, block_on};

/// A guest who holds every seat of one game, and remembers each event that was answered.
struct Guest {
    http: reqwest::Client,
    token: String,
    game: String,
    turn: Value,
    seen: Vec<(u64, String)>,
}

impl Guest {
    async fn sits_down(server: &Serving) -> Guest {
        let mut guest = Guest {
            http: reqwest::Client::new(),
            token: String::new(),
            game: String::new(),
            turn: Value::Null,
            seen: Vec::new(),
        };
        let name = json!({ "name": "Zoé" });
        let entered = guest.post(server, "/v1/guests", &name).await.unwrap();
        guest.token = entered["access_token"].as_str().unwrap().to_owned();
        let table = json!({ "ruleset": "quick", "seats": 2 });
        guest.turn = guest.post(server, "/v1/games", &table).await.unwrap();
        guest.note(&guest.turn.clone());
        guest.game = format!("/v1/games/{}", guest.turn["game"]["id"].as_str().unwrap());
        for _ in 0..2 {
            let path = format!("{}/seats", guest.game);
            guest.turn = guest.post(server, &path, &json!({})).await.unwrap();
            guest.note(&guest.turn.clone());
        }
        guest
    }

    /// The request that the game waits for; none when it is over.
    fn next(&self) -> Option<(String, Value)> {
        let awaiting = self.turn["game"].get("awaiting")?;
        if awaiting["action"] == "roll" {
            let path = format!("{}/rolls", self.game);
            return Some((path, json!({ "roll": awaiting["roll"] })));
        }
        let first = &self.turn["game"]["choices"]["moves"][0];
        let choice = json!({ "from": first["from"], "to": first["to"] });
        Some((format!("{}/moves", self.game), choice))
    }

    /// Sends the request that the game waits for, under a key that names its version.
    async fn act(&mut self, server: &Serving) -> bool {
        let Some((path, body)) = self.next() else {
            return false;
        };
        self.turn = self.post(server, &path, &body).await.unwrap();
        self.note(&self.turn.clone());
        true
    }

    async fn post(
        &self,
        server: &Serving,
        path: &str,
        body: &Value,
    ) -> Result<Value, reqwest::Error> {
        let key = format!("version {}", self.turn["game"]["version"]);
        let request = self
            .http
            .post(format!("http://{}{path}", server.address()))
            .bearer_auth(&self.token)
            .header("Idempotency-Key", key.replace(' ', "-"))
            .json(body);
        let answer = request.send().await?;
        let status = answer.status();
        let body: Value = answer.json().await?;
        assert!(status.is_success(), "{path}: {body}");
        Ok(body)
    }

    fn note(&mut self, answer: &Value) {
        for event in answer["events"].as_array().unwrap() {
            let hash = event["hash"].as_str().unwrap().to_owned();
            self.seen.push((event["seq"].as_u64().unwrap(), hash));
        }
    }

    /// The log replays to the head that was answered last, and holds every answered event.
    async fn checks_the_log(&self, server: &Serving) {
        let url = format!("http://{}{}/log", server.address(), self.game);
        let log = self
            .http
            .get(url)
            .bearer_auth(&self.token)
            .send()
            .await
            .unwrap();
        let log = log.text().await.unwrap();
        let id: GameId = self.game.rsplit('/').next().unwrap().parse().unwrap();
        let mut game = line::begin(id, log.lines().next().unwrap()).unwrap();
        let mut heads = vec![game.head.to_string()];
        for (seq, payload) in (0..).zip(log.lines()).skip(1) {
            line::advance(&mut game, seq, payload).unwrap();
            heads.push(game.head.to_string());
        }
        for (seq, hash) in &self.seen {
            assert_eq!(
                heads.get(usize::try_from(*seq).unwrap()),
                Some(hash),
                "event {seq}"
            );
        }
        assert_eq!(self.turn["receipt"]["head"], game.head.to_string());
    }
}

async fn survives_twenty_kills(database: Option<&str>) {
    let folder = Folder::new();
    let mut server = Serving::over(&folder, database);
    let mut guest = Guest::sits_down(&server).await;
    for kill in 0..20 {
        for _ in 0..kill % 4 {
            guest.act(&server).await;
        }
        if let Some((path, body)) = guest.next() {
            // The answer of this one may be lost: the request is on its way when the kill comes.
            let lost = guest.post(&server, &path, &body);
            tokio::join!(lost, async { server.kill() }).0.ok();
        }
        drop(server);
        server = Serving::over(&folder, database);
    }
    guest.checks_the_log(&server).await;
    while guest.act(&server).await {}
    assert_eq!(guest.turn["game"]["stage"], "finished");
    guest.checks_the_log(&server).await;
}

#[test]
fn twenty_kills_lose_nothing_on_a_file_database() {
    block_on(survives_twenty_kills(None));
}

#[test]
fn twenty_kills_lose_nothing_on_postgres() {
    block_on(async {
        let database = Database::create().await;
        survives_twenty_kills(Some(&database.url)).await;
        database.drop().await;
    });
}
