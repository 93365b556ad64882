//! The least HTTP client that keeps a connection open: one request, one answer, in order.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::VerifyingKey;
use serde_json::Value;

pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    token: String,
    key: u64,
    head: String,
    body: Vec<u8>,
}

impl Client {
    pub(crate) fn new(address: &str) -> Client {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream
            .set_nodelay(true)
            .expect("a TCP socket takes options");
        Client {
            stream: BufReader::new(stream),
            token: String::new(),
            key: 0,
            head: String::new(),
            body: Vec::new(),
        }
    }

    pub(crate) fn authorize(&mut self, token: &str) {
        self.token = format!("authorization: Bearer {token}\r\n");
    }

    /// Sends a request and reads the answer: status and body. Each POST has a key of its own.
    pub(crate) fn send(&mut self, method: &str, path: &str, body: &str) -> (u16, &[u8]) {
        self.key += 1;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: load\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nidempotency-key: load-{}\r\n{}\r\n{body}",
            body.len(),
            self.key,
            self.token,
        );
        let stream = self.stream.get_mut();
        stream
            .write_all(request.as_bytes())
            .expect("the connection stays open");
        self.read()
    }

    fn read(&mut self) -> (u16, &[u8]) {
        let (mut status, mut length) = (0, 0);
        for number in 0.. {
            self.head.clear();
            self.stream
                .read_line(&mut self.head)
                .expect("an answer comes");
            let line = self.head.trim_end();
            assert!(!self.head.is_empty(), "the server closed the connection");
            if line.is_empty() {
                break;
            }
            if number == 0 {
                status = line
                    .split(' ')
                    .nth(1)
                    .and_then(|code| code.parse().ok())
                    .unwrap_or(0);
            } else if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().expect("a length is a number");
            }
        }
        self.body.resize(length, 0);
        self.stream
            .read_exact(&mut self.body)
            .expect("the whole answer comes");
        (status, &self.body)
    }

    /// Sends a request that has to succeed.
    pub(crate) fn expect(&mut self, method: &str, path: &str, body: &str) -> Value {
        let (status, answer) = self.send(method, path, body);
        let text = String::from_utf8_lossy(answer).into_owned();
        assert!(
            (200..300).contains(&status),
            "{method} {path} {body}: {status} {text}"
        );
        serde_json::from_str(&text).expect("an answer is JSON")
    }
}

/// The published keys by their ids.
pub(crate) fn keys(address: &str) -> HashMap<String, VerifyingKey> {
    let jwks = Client::new(address).expect("GET", "/.well-known/jwks.json", "");
    let keys = jwks["keys"].as_array().expect("a key set has keys");
    keys.iter()
        .filter_map(|key| {
            let bytes = URL_SAFE_NO_PAD.decode(key["x"].as_str()?).ok()?;
            let key_bytes = bytes.try_into().ok()?;
            let public = VerifyingKey::from_bytes(&key_bytes).ok()?;
            Some((key["kid"].as_str()?.to_owned(), public))
        })
        .collect()
}
