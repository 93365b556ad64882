//! No secret leaves the server: not in an answer, a log line, a counter, a panic or the database.
//!
//! Every scenario is told, so every operation and every problem, then every operation is asked
//! wrongly with secrets in the wrong places; then everything that came out is searched.

mod dump;
mod listen;
mod search;
mod secrets;
mod wrong;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use petits_chevaux::api;
use petits_chevaux::app::accounts::{Accounts, DeviceSecret, PlayerName};
use petits_chevaux::app::chain_vault::ChainVault;
use petits_chevaux::app::keys::{Keys, file};
use petits_chevaux::game::GameId;
use serde_json::{Value, json};

use super::SCENARIOS;
use super::client::Client;
use super::coverage::{Exchange, Record};
use super::document;
use super::games::created;
use super::house::House;
use super::turns::play_until;
use listen::Said;
use search::Needles;

/// Where a secret is answered to its owner: the operation and the fields.
const OWN: [(&str, &[&str]); 3] = [
    ("create_guest", &["/access_token", "/refresh_token"]),
    ("create_tokens", &["/access_token", "/refresh_token"]),
    ("create_invite", &["/invite", "/link"]),
];

/// A secret that a device keeps.
const DEVICE: &str = "canary-device-1f0e2d3c4b5a6978";

/// A folder with the keys and the databases of this test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let folder = format!("petits-chevaux-canary-{name}-{}", std::process::id());
        Place(std::env::temp_dir().join(folder))
    }

    fn keys(&self) -> Keys {
        file::load_or_create(&self.0.join("keys.json"), 1)
            .unwrap()
            .0
    }

    /// The folder of a database, which holds nothing else.
    fn database(&self, nth: usize) -> (PathBuf, String) {
        let folder = self.0.join(nth.to_string());
        let url = format!("sqlite://{}/games.db", folder.display());
        (folder, url)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn own(exchange: &Exchange) -> &'static [&'static str] {
    let place = OWN.iter().find(|(id, _)| *id == exchange.operation);
    place.map_or(&[], |(_, pointers)| pointers)
}

/// An answer without what its owner may see there.
fn unowned(exchange: &Exchange) -> String {
    let Ok(mut body) = serde_json::from_str::<Value>(&exchange.body) else {
        return format!("{}\n{}", exchange.head, exchange.body);
    };
    for pointer in own(exchange) {
        if let Some(value) = body.pointer_mut(pointer) {
            *value = Value::Null;
        }
    }
    format!("{}\n{body}", exchange.head)
}

/// What an answer shows that it should not. A refused value may be quoted to whoever sent it.
fn leaked(needles: &Needles, exchange: &Exchange) -> BTreeSet<String> {
    let found = needles.found(unowned(exchange).as_bytes());
    if found.is_empty() || exchange.status < 400 {
        return found;
    }
    let mut body: Value = serde_json::from_str(&exchange.body).unwrap_or_default();
    body["detail"] = Value::Null;
    for error in body["errors"].as_array_mut().into_iter().flatten() {
        error["detail"] = Value::Null;
    }
    let sent = needles.found(exchange.sent.as_bytes());
    let quoted = needles.found(format!("{}\n{body}", exchange.head).as_bytes());
    &(&found - &sent) | &quoted
}

/// What the types of the service print when they are printed.
async fn printed(needles: &mut Needles, house: &House) -> String {
    let (app, tokens) = (house.app(), Arc::new(house.tokens()));
    let accounts = Accounts::new(app, tokens);
    let device = DeviceSecret::new(DEVICE.to_owned()).unwrap();
    let name = PlayerName::new("Ana").unwrap();
    let shown = format!("{device:?}");
    let (player, arrival, pair) = accounts
        .enter(name, Some(device), None, app.now_us())
        .await
        .unwrap();
    needles.add("a printed access token", pair.access.as_bytes());
    let vault = ChainVault::new(Arc::new(Keys::generate(1).unwrap()));
    let drawn = vault.draw(GameId([7; 16])).unwrap();
    format!(
        "{shown} {player:?} {arrival:?} {pair:?} {:?} {vault:?} {:?} {app:?} {:?} {:?} {:?}",
        pair.refresh,
        drawn.vault,
        app.keys(),
        app.keys().token(),
        app.writer(),
    )
}

/// The story of the secrets: a device, an invitation, a sealed seat, an auditor.
async fn plant(house: &House) -> (Vec<Client>, String, Vec<String>) {
    let stranger = house.stranger();
    let body = json!({ "name": "Ana", "device": DEVICE });
    let guest = stranger.post("/v1/guests", &body).await.ok(201);
    let mut client = house.stranger();
    client.authorize(guest.text("/access_token"));
    let body = json!({ "ruleset": "quick", "seats": 2, "visibility": "private" });
    let game = created(&client, body).await;
    let invite = client
        .post(&format!("{game}/invites"), &json!({}))
        .await
        .ok(201);
    let invite = invite.text("/invite").to_owned();
    for _ in 0..2 {
        let seat = json!({ "invite": invite });
        client.post(&format!("{game}/seats"), &seat).await.ok(200);
    }
    let few = |answer: &super::client::Answer| answer.number("/game/version") > 30;
    play_until(&client, &game, few).await;
    let auditor = house.auditor();
    let secrets = vec![
        DEVICE.to_owned(),
        guest.text("/refresh_token").to_owned(),
        invite,
        auditor.token().to_owned(),
    ];
    let id = game.rsplit('/').next().unwrap().to_owned();
    (vec![client, auditor, stranger], id, secrets)
}

/// Everything that came out, and what must not be in it.
struct Canary {
    place: Place,
    keys: Arc<Keys>,
    needles: Needles,
    record: Arc<Record>,
    /// Where it came from, and the bytes.
    out: Vec<(String, Vec<u8>)>,
}

impl Canary {
    fn new(place: Place) -> Canary {
        let keys = Arc::new(place.keys());
        let mut needles = Needles::new();
        secrets::add_keys(&mut needles, &place.0, &keys);
        Canary {
            place,
            keys,
            needles,
            record: Arc::new(Record::listening()),
            out: Vec::new(),
        }
    }

    /// A server over a database of its own.
    async fn house(&self, nth: usize) -> House {
        let (_, url) = self.place.database(nth);
        House::with(&url, Arc::clone(&self.record), Arc::clone(&self.keys)).await
    }

    /// Keeps what is left of a server.
    async fn end(&mut self, nth: usize, house: House) {
        let counters = house.counters();
        drop(house);
        let (folder, url) = self.place.database(nth);
        secrets::add_chains(&mut self.needles, &self.keys, &url).await;
        let database = dump::dump(&folder).await;
        self.out.push((format!("counters {nth}"), counters.into()));
        self.out.push((format!("database {nth}"), database));
    }

    async fn ask_wrongly(&mut self, house: &House) {
        let (clients, game, secrets) = plant(house).await;
        let kinds = ["device", "refresh token", "invite", "auditor"];
        for (kind, secret) in kinds.iter().zip(&secrets) {
            self.needles
                .add(&format!("the planted {kind}"), secret.as_bytes());
        }
        // A stream would not end by itself.
        house.close();
        wrong::send_all(&clients, &game, &secrets).await;
        let printed = printed(&mut self.needles, house).await;
        self.out.push(("printed values".to_owned(), printed.into()));
    }

    fn leaks(&mut self) -> Vec<String> {
        let exchanges = self.record.exchanges();
        all_were_asked(&exchanges);
        secrets::add_answered(&mut self.needles, &exchanges);
        assert!(self.needles.len() > 3_000, "{}", self.needles.len());
        let mut leaks = Vec::new();
        for (place, bytes) in &self.out {
            let found = self.needles.found(bytes);
            leaks.extend(found.iter().map(|secret| format!("{secret} is in {place}")));
        }
        for exchange in &exchanges {
            let found = leaked(&self.needles, exchange);
            leaks.extend(found.iter().map(|secret| format!("{secret}: {exchange:?}")));
        }
        leaks
    }
}

fn all_were_asked(exchanges: &[Exchange]) {
    let asked = exchanges.iter().map(|one| one.operation.as_str());
    let asked: BTreeSet<&str> = asked.collect();
    for (operation, _) in document::answers() {
        assert!(asked.contains(operation.as_str()), "{operation}");
    }
}

#[tokio::test]
async fn no_secret_comes_out_of_the_server() {
    let said = Said::listen();
    hear_planted(&said);
    let mut canary = Canary::new(Place::new("server"));
    for (nth, scenario) in SCENARIOS.iter().enumerate() {
        let house = canary.house(nth).await;
        (scenario.run)(&house).await;
        canary.end(nth, house).await;
    }
    let house = canary.house(SCENARIOS.len()).await;
    canary.ask_wrongly(&house).await;
    canary.end(SCENARIOS.len(), house).await;
    let document = api::openapi::text() + &api::problem_page();
    canary
        .out
        .push(("the document".to_owned(), document.into()));
    for line in of_the_server(&said.bytes()) {
        let text = String::from_utf8_lossy(&line).into_owned();
        canary.out.push((text, line));
    }
    let leaks = canary.leaks();
    assert!(
        leaks.is_empty(),
        "{} leaks:\n{}",
        leaks.len(),
        leaks.join("\n")
    );
}

/// A secret that is told is heard, whichever way it is told.
fn hear_planted(said: &Said) {
    let told = ["told by tracing", "told by the log", "told by a panic"];
    tracing::trace!(secret = told[0]);
    log::trace!("{}", told[1]);
    let panicked = std::panic::catch_unwind(|| panic!("{}", told[2]));
    assert!(panicked.is_err());
    for secret in told {
        let mut needles = Needles::new();
        needles.add(secret, secret.as_bytes());
        assert_eq!(needles.found(&said.bytes()).len(), 1, "{secret}");
    }
}

/// The lines that are not of the client of these tests, which lives in the same process.
fn of_the_server(log: &[u8]) -> Vec<Vec<u8>> {
    let ours = |line: &&[u8]| {
        let line = String::from_utf8_lossy(line);
        !["hyper", "reqwest"].iter().any(|name| line.contains(name))
    };
    let lines = log.split(|byte| *byte == b'\n').filter(ours);
    let lines: Vec<_> = lines.map(<[u8]>::to_vec).collect();
    assert!(lines.len() > 100, "the log was heard");
    lines
}

#[tokio::test]
async fn a_planted_leak_is_found_in_every_form_and_channel() {
    let secret: Vec<u8> = (0..32_u8).map(|n| n.wrapping_mul(37) ^ 0xa5).collect();
    let mut needles = Needles::new();
    needles.add("the secret", &secret);
    needles.add("the device", DEVICE.as_bytes());
    let found = |bytes: &[u8], what: &str| {
        assert_eq!(needles.found(bytes).len(), 1, "{what}");
    };
    for before in 0..4 {
        let longer = [&vec![b'x'; before], &secret[..], b"yz"].concat();
        found(&longer, "raw");
        found(format!("\"{}\"", hex::encode(&longer)).as_bytes(), "hex");
        found(hex::encode_upper(&longer).as_bytes(), "HEX");
        found(STANDARD.encode(&longer).as_bytes(), "base64");
        found(
            format!("a.{}.b", URL_SAFE_NO_PAD.encode(&longer)).as_bytes(),
            "base64url",
        );
        found(
            format!("0{}", hex::encode(&longer)).as_bytes(),
            "hex at an odd place",
        );
    }
    let mut nearly = secret.clone();
    nearly[31] ^= 1;
    assert!(needles.found(&nearly).is_empty());
    // An answer, to anybody but its owner, and in any other place than its own.
    let exchange = |operation: &str, status, sent: &str, body: Value| Exchange {
        operation: operation.to_owned(),
        status,
        sent: sent.to_owned(),
        head: String::new(),
        body: body.to_string(),
    };
    let told = json!({ "invite": DEVICE });
    assert!(leaked(&needles, &exchange("create_invite", 201, "", told.clone())).is_empty());
    assert!(!leaked(&needles, &exchange("get_me", 200, "", told)).is_empty());
    let quoted = json!({ "detail": format!("{DEVICE} is no seat") });
    assert!(
        leaked(
            &needles,
            &exchange("take_seat", 422, DEVICE, quoted.clone())
        )
        .is_empty()
    );
    assert!(!leaked(&needles, &exchange("take_seat", 422, "", quoted)).is_empty());
    let elsewhere = json!({ "detail": "", "instance": DEVICE });
    assert!(!leaked(&needles, &exchange("take_seat", 422, DEVICE, elsewhere)).is_empty());
    // The database.
    let place = Place::new("planted");
    let (folder, url) = place.database(0);
    let house = House::over(&url, Arc::default()).await;
    house.guest(DEVICE).await;
    drop(house);
    found(&dump::dump(&folder).await, "a column of text");
    assert!(Path::new(&folder).is_dir());
    // The log and the panics are heard by the test above; here what is heard is what was said.
    let said = Said::default();
    said.note(&format!("device={DEVICE}\n"));
    found(&said.bytes(), "a line of the log");
}
