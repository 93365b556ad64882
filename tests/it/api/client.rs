//! A client that holds every answer against the OpenAPI document.

use std::sync::Arc;

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::coverage::{Exchange, Record};
use super::document::{self, Seen};

#[derive(Clone)]
pub(super) struct Client {
    http: reqwest::Client,
    base: String,
    token: Option<String>,
    record: Arc<Record>,
}

/// An answer that was found to be as documented.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) raw: String,
    pub(super) body: Value,
    what: String,
}

/// A stream of events that is open.
pub(super) struct Stream {
    response: reqwest::Response,
    text: String,
}

/// An event of a stream; a comment has no name.
#[derive(Debug, Default)]
pub(super) struct Event {
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) data: Value,
}

impl Stream {
    /// The next event or comment; `None` at the end.
    pub(super) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                return Some(event_of(event.trim_end()));
            }
            let chunk = self.response.chunk().await.unwrap()?;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The next event that is no comment.
    pub(super) async fn event(&mut self) -> Event {
        loop {
            let event = self.next().await.unwrap();
            if !event.name.is_empty() {
                return event;
            }
        }
    }
}

fn event_of(text: &str) -> Event {
    let mut event = Event::default();
    for line in text.lines() {
        match line.split_once(": ") {
            Some(("event", name)) => name.clone_into(&mut event.name),
            Some(("id", id)) => event.id = Some(id.to_owned()),
            Some(("data", data)) => event.data = serde_json::from_str(data).unwrap(),
            Some(("" | "retry", _)) => {}
            other => panic!("{other:?}"),
        }
    }
    event
}

/// A request on its way to be sent.
pub(super) struct Request {
    client: Client,
    method: Method,
    path: String,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Option<String>,
}

impl Client {
    pub(super) fn new(base: &str, record: Arc<Record>) -> Client {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Client {
            http,
            base: base.to_owned(),
            token: None,
            record,
        }
    }

    pub(super) fn authorize(&mut self, token: &str) {
        self.token = Some(token.to_owned());
    }

    pub(super) fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        self.request("GET", path).send().await
    }

    pub(super) async fn delete(&self, path: &str) -> Answer {
        self.request("DELETE", path).send().await
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path).json(body).send().await
    }

    /// Opens the feed as a stream.
    pub(super) async fn stream(&self, last_id: Option<&str>) -> Stream {
        let url = format!("{}/v1/me/feed/stream", self.base);
        let mut request = self.http.get(url);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(id) = last_id {
            request = request.header("last-event-id", id);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        self.record.operation("stream_feed", 200);
        Stream {
            response,
            text: String::new(),
        }
    }

    pub(super) fn request(&self, method: &str, path: &str) -> Request {
        Request {
            client: self.clone(),
            method: method.parse().unwrap(),
            path: path.to_owned(),
            headers: Vec::new(),
            body: None,
        }
    }
}

impl Request {
    pub(super) fn header(mut self, name: &str, value: &str) -> Request {
        self.headers
            .push((name.parse().unwrap(), HeaderValue::from_str(value).unwrap()));
        self
    }

    pub(super) fn json(self, body: &Value) -> Request {
        self.header("content-type", "application/json")
            .body(&body.to_string())
    }

    pub(super) fn body(mut self, body: &str) -> Request {
        self.body = Some(body.to_owned());
        self
    }

    pub(super) async fn send(self) -> Answer {
        let url = format!("{}{}", self.client.base, self.path);
        let mut request = self.client.http.request(self.method.clone(), url);
        if let Some(token) = &self.client.token {
            request = request.bearer_auth(token);
        }
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        let sent = self.body.unwrap_or_default();
        if !sent.is_empty() {
            request = request.body(sent.clone());
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let raw = response.text().await.unwrap();
        let what = format!("{} {}: {status} {raw}", self.method, self.path);
        let body = serde_json::from_str(&raw).unwrap_or(Value::Null);
        let answer = Answer {
            status,
            headers,
            raw,
            body,
            what,
        };
        let operation = answer.check(&self.client.record, self.method.as_str(), &self.path);
        self.client.record.exchange(|| Exchange {
            operation,
            status,
            sent: format!("{} {}\n{sent}", self.method, self.path),
            head: format!("{:?}", answer.headers),
            body: answer.raw.clone(),
        });
        answer
    }
}

impl Answer {
    /// The operation that answered so; nothing for an address that is none.
    fn check(&self, record: &Record, method: &str, path: &str) -> String {
        for name in [
            "x-request-id",
            "x-content-type-options",
            "content-security-policy",
        ] {
            assert!(self.headers.contains_key(name), "no {name}: {}", self.what);
        }
        if self.status >= 400 {
            assert_eq!(
                self.header("content-type"),
                "application/problem+json",
                "{}",
                self.what
            );
            assert_eq!(self.body["status"], self.status, "{}", self.what);
        }
        let seen = Seen {
            method,
            path,
            status: self.status,
            media_type: self.header("content-type"),
            body: &self.body,
        };
        let operation = match document::check(&seen) {
            Ok(operation) => operation.unwrap_or_default(),
            Err(why) => panic!("{why}\n{}", self.what),
        };
        if !operation.is_empty() {
            record.operation(&operation, self.status);
        }
        if let Some(code) = self.body["code"].as_str().filter(|_| self.status >= 400) {
            record.problem(code);
        }
        operation
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// The answer, if it has that status.
    #[track_caller]
    pub(super) fn ok(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}", self.what);
        self
    }

    /// The answer, if it is that problem.
    #[track_caller]
    pub(super) fn problem(self, status: u16, code: &str) -> Answer {
        assert_eq!(self.status, status, "{}", self.what);
        assert_eq!(self.body["code"], code, "{}", self.what);
        self
    }

    #[track_caller]
    pub(super) fn at(&self, pointer: &str) -> &Value {
        let found = self.body.pointer(pointer);
        found.unwrap_or_else(|| panic!("no {pointer}: {}", self.what))
    }

    #[track_caller]
    pub(super) fn text(&self, pointer: &str) -> &str {
        self.at(pointer).as_str().unwrap()
    }

    #[track_caller]
    pub(super) fn number(&self, pointer: &str) -> u64 {
        self.at(pointer).as_u64().unwrap()
    }
}
