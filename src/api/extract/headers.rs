//! Headers that make an action safe to repeat: `Idempotency-Key` and `If-Match`.

use std::future::{Ready, ready};

use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::{FromRequest, HttpRequest, dev};

use crate::api::problem::{Problem, ProblemType};

/// The longest key, in characters.
const KEY_CHARS: usize = 255;
const KEY_HEADER: &str = "idempotency-key";

/// The key by which a repeated request is known, if the client sent one.
///
/// By the expired draft-ietf-httpapi-idempotency-key-header-07 it is a quoted string; most clients
/// send it bare, so both are taken and mean the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(pub Option<String>);

impl FromRequest for IdempotencyKey {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        let key = match single(request.headers(), KEY_HEADER) {
            Ok(None) => Ok(None),
            Ok(Some(value)) => parse_key(value).map(Some).ok_or(()),
            Err(()) => Err(()),
        };
        ready(
            key.map(Self)
                .map_err(|()| ProblemType::IdempotencyKeyInvalid.into()),
        )
    }
}

/// The one value of a header; two of them are an error.
fn single<'h>(headers: &'h HeaderMap, name: &str) -> Result<Option<&'h HeaderValue>, ()> {
    let mut values = headers.get_all(name);
    let first = values.next();
    if values.next().is_some() {
        Err(())
    } else {
        Ok(first)
    }
}

fn parse_key(value: &HeaderValue) -> Option<String> {
    let text = value.to_str().ok()?.trim();
    let bare = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(text);
    let visible = bare
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'"');
    (visible && (1..=KEY_CHARS).contains(&bare.len())).then(|| bare.to_owned())
}

/// The version of a game that the client decided on, if it said so (RFC 9110, 13.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfMatch(pub Option<i64>);

impl FromRequest for IfMatch {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        let version = match single(request.headers(), header::IF_MATCH.as_str()) {
            Ok(None) => Ok(None),
            Ok(Some(value)) => parse_version(value).map(Some).ok_or(()),
            Err(()) => Err(()),
        };
        ready(version.map(Self).map_err(|()| {
            Problem::new(ProblemType::InvalidParameter).error(
                "If-Match",
                "one strong entity tag of a game, such as \"v12\"",
            )
        }))
    }
}

fn parse_version(value: &HeaderValue) -> Option<i64> {
    let digits = value
        .to_str()
        .ok()?
        .trim()
        .strip_prefix("\"v")?
        .strip_suffix('"')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits == "0" || !digits.starts_with('0');
    (plain && canonical).then(|| digits.parse().ok()).flatten()
}

/// The strong entity tag of a game at `version`.
#[must_use]
pub fn etag(version: i64) -> HeaderValue {
    HeaderValue::from_str(&format!("\"v{version}\"")).expect("digits are visible ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    async fn key(value: &str) -> Option<Option<String>> {
        let request = TestRequest::default()
            .insert_header((KEY_HEADER, value))
            .to_http_request();
        IdempotencyKey::extract(&request)
            .await
            .ok()
            .map(|key| key.0)
    }

    #[actix_web::test]
    async fn a_key_may_be_bare_or_quoted() {
        let long = "k".repeat(KEY_CHARS);
        assert_eq!(key("abc-1").await, Some(Some("abc-1".to_owned())));
        assert_eq!(key("\"abc-1\"").await, Some(Some("abc-1".to_owned())));
        assert_eq!(key(&long).await, Some(Some(long.clone())));
        for bad in [
            "",
            "\"\"",
            "a b",
            "a\"b",
            "\"",
            &"k".repeat(KEY_CHARS + 1),
            "é",
        ] {
            assert_eq!(key(bad).await, None, "{bad}");
        }
        let none = TestRequest::default().to_http_request();
        assert_eq!(IdempotencyKey::extract(&none).await.unwrap().0, None);
    }

    async fn version(value: &str) -> Option<Option<i64>> {
        let request = TestRequest::default()
            .insert_header(("if-match", value))
            .to_http_request();
        IfMatch::extract(&request)
            .await
            .ok()
            .map(|version| version.0)
    }

    #[actix_web::test]
    async fn a_version_is_read_as_it_is_written() {
        for number in [0, 12, i64::MAX] {
            let tag = etag(number);
            assert_eq!(version(tag.to_str().unwrap()).await, Some(Some(number)));
        }
        let wrong = [
            "*",
            "v1",
            "\"1\"",
            "W/\"v1\"",
            "\"v-1\"",
            "\"v01\"",
            "\"v\"",
            "\"v1\",\"v2\"",
        ];
        for bad in wrong {
            assert_eq!(version(bad).await, None, "{bad}");
        }
    }
}
