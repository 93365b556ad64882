//! Requests that carry secrets where they do not belong, to every operation of the document.

use serde_json::{Value, json};

use super::super::client::Client;
use super::super::document;

/// A request to be sent.
struct Sent {
    method: String,
    path: String,
    body: Option<String>,
}

/// Fields that hold what a player likes: what stands there is shown.
const FREE_TEXT: [&str; 2] = ["name", "title"];

/// Sends all of them with each of the secrets, from each of the clients in turn.
pub(super) async fn send_all(clients: &[Client], game: &str, secrets: &[String]) {
    let operations = document::operations();
    for (nth, (name, operation)) in operations.iter().enumerate() {
        let (method, template) = name.split_once(' ').unwrap();
        for (at, secret) in secrets.iter().enumerate() {
            let client = &clients[(nth + at) % clients.len()];
            for sent in requests(method, template, operation, game, secret) {
                send(client, &sent).await;
            }
        }
    }
}

async fn send(client: &Client, sent: &Sent) {
    let request = client.request(&sent.method, &sent.path);
    let request = match &sent.body {
        Some(body) => request
            .header("content-type", "application/json")
            .body(body),
        None => request,
    };
    request.send().await;
}

fn requests(
    method: &str,
    template: &str,
    operation: &Value,
    game: &str,
    secret: &str,
) -> Vec<Sent> {
    let good = path(template, game);
    let sent = |path: &str, body: Option<String>| Sent {
        method: method.to_owned(),
        path: path.to_owned(),
        body,
    };
    let mut requests = vec![
        sent(&good, None),
        sent(&format!("{good}?secret={secret}"), None),
    ];
    if template.contains('{') {
        requests.push(sent(&path(template, secret), None));
    }
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        if parameter["in"] == "query" {
            let name = parameter["name"].as_str().unwrap();
            requests.push(sent(&format!("{good}?{name}={secret}"), None));
        }
    }
    if method == "POST" {
        let bodies = bodies(operation, secret);
        requests.extend(bodies.into_iter().map(|body| sent(&good, Some(body))));
    }
    requests
}

fn path(template: &str, id: &str) -> String {
    let fill = |part: &str| match part {
        "{id}" | "{slug}" | "{name}" | "{size}" => id.to_owned(),
        part if part.starts_with('{') => "1".to_owned(),
        part => part.to_owned(),
    };
    let parts: Vec<String> = template.split('/').map(fill).collect();
    parts.join("/")
}

/// Bodies that are not JSON, of unknown fields, and with the secret in each known field.
fn bodies(operation: &Value, secret: &str) -> Vec<String> {
    let mut bodies = vec![
        "{}".to_owned(),
        secret.to_owned(),
        json!([secret]).to_string(),
        json!({ "secret": secret }).to_string(),
    ];
    for field in document::fields_of_body(operation) {
        bodies.push(json!({ &field: { "secret": secret } }).to_string());
        bodies.push(json!({ &field: [secret] }).to_string());
        if !FREE_TEXT.contains(&field.as_str()) {
            bodies.push(json!({ &field: secret }).to_string());
        }
    }
    bodies
}
