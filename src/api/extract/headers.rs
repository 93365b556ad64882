//! Headers that make an action safe to repeat: `Idempotency-Key`, `If-Match`, `If-None-Match`; and
//! the one that signs it, `Action-Signature`.

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderMap, HeaderValue};

use crate::api::problem::{Problem, ProblemType};
use crate::game::Signature;

/// The longest key, in characters.
const KEY_CHARS: usize = 255;
const KEY_HEADER: &str = "idempotency-key";
const SIGNATURE_HEADER: &str = "action-signature";

/// The key by which a repeated request is known, if the client sent one.
///
/// By the expired draft-ietf-httpapi-idempotency-key-header-07 it is a quoted string; most clients
/// send it bare, so both are taken and mean the same.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let refuse = || Problem::new(ProblemType::IdempotencyKeyInvalid);
    match single(headers, KEY_HEADER) {
        Ok(None) => Ok(None),
        Ok(Some(value)) => parse_key(value).map(Some).ok_or_else(refuse),
        Err(Twice) => Err(refuse()),
    }
}

/// A header that must come once came twice.
struct Twice;

/// The one value of a header.
fn single<'h>(headers: &'h HeaderMap, name: &str) -> Result<Option<&'h HeaderValue>, Twice> {
    let mut values = headers.get_all(name);
    let first = values.next();
    if values.next().is_some() {
        Err(Twice)
    } else {
        Ok(first)
    }
}

fn parse_key(value: &HeaderValue) -> Option<String> {
    let text = value.to_str().ok()?.trim();
    let quoted = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let bare = quoted.unwrap_or(text);
    let visible = bare
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'"');
    (visible && (1..=KEY_CHARS).contains(&bare.len())).then(|| bare.to_owned())
}

/// The version of a game that the client decided on, if it said so (RFC 9110, 13.1.1).
pub(super) fn if_match(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let refuse = || {
        Problem::new(ProblemType::InvalidParameter).error(
            "If-Match",
            "expected one strong entity tag of a game, such as \"v12\"",
        )
    };
    match single(headers, header::IF_MATCH.as_str()) {
        Ok(None) => Ok(None),
        Ok(Some(value)) => parse_version(value).map(Some).ok_or_else(refuse),
        Err(Twice) => Err(refuse()),
    }
}

fn parse_version(value: &HeaderValue) -> Option<u64> {
    let digits = value
        .to_str()
        .ok()?
        .trim()
        .strip_prefix("\"v")?
        .strip_suffix('"')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = digits == "0" || !digits.starts_with('0');
    if plain && canonical {
        digits.parse().ok()
    } else {
        None
    }
}

/// The signature of the acting seat, if it joined with a key (PC-DICE/1, 3.8).
pub(super) fn action_signature(headers: &HeaderMap) -> Result<Option<Signature>, Problem> {
    let refuse = || {
        Problem::new(ProblemType::InvalidParameter).error(
            "Action-Signature",
            "expected one Ed25519 signature, 128 hex digits",
        )
    };
    match single(headers, SIGNATURE_HEADER) {
        Ok(None) => Ok(None),
        Ok(Some(value)) => {
            let text = value.to_str().map_err(|_| refuse())?;
            text.parse().map(Some).map_err(|_| refuse())
        }
        Err(Twice) => Err(refuse()),
    }
}

/// Whether the client has a version already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Known {
    /// It has: 304 is enough.
    Already,
    /// It has not, or did not say.
    New,
}

/// Compares `If-None-Match` with a version, weakly, as RFC 9110 13.1.2 asks.
pub(in crate::api) fn if_none_match(request: &HttpRequest, version: u64) -> Known {
    let given = request.headers().get_all(header::IF_NONE_MATCH);
    let mut tags = given
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(','));
    let wanted = format!("\"v{version}\"");
    let same = |tag: &str| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == wanted;
    if tags.any(|tag| same(tag.trim())) {
        Known::Already
    } else {
        Known::New
    }
}

/// The strong entity tag of a game at `version`.
pub(in crate::api) fn etag(version: u64) -> HeaderValue {
    HeaderValue::from_str(&format!("\"v{version}\"")).expect("digits are visible ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn request(name: &str, value: &str) -> HttpRequest {
        TestRequest::default()
            .insert_header((name, value))
            .to_http_request()
    }

    fn key(value: &str) -> Option<String> {
        let read = idempotency_key(request(KEY_HEADER, value).headers());
        read.ok().map(|key| key.expect("the header was sent"))
    }

    #[test]
    fn a_key_may_be_bare_or_quoted() {
        let long = "k".repeat(KEY_CHARS);
        assert_eq!(key("abc-1"), Some("abc-1".to_owned()));
        assert_eq!(key("\"abc-1\""), Some("abc-1".to_owned()));
        assert_eq!(key(&long), Some(long.clone()));
        for bad in [
            "",
            "\"\"",
            "a b",
            "a\"b",
            "\"",
            &"k".repeat(KEY_CHARS + 1),
            "é",
        ] {
            assert_eq!(key(bad), None, "{bad}");
        }
        let none = TestRequest::default().to_http_request();
        assert_eq!(idempotency_key(none.headers()).unwrap(), None);
    }

    #[test]
    fn a_version_is_read_as_it_is_written() {
        let version = |value: &str| if_match(request("if-match", value).headers()).ok();
        for number in [0, 12, u64::MAX] {
            assert_eq!(version(etag(number).to_str().unwrap()), Some(Some(number)));
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
            assert_eq!(version(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_signature_is_128_hex_digits() {
        let header = |value: &str| {
            action_signature(request(SIGNATURE_HEADER, value).headers()).map_err(drop)
        };
        let good = "0f".repeat(64);
        let read = header(&good).unwrap().map(|read| read.to_string());
        assert_eq!(read, Some(good.clone()));
        for bad in ["", "0f", &good[1..], &format!("{good}0f"), &"x".repeat(128)] {
            assert_eq!(header(bad), Err(()), "{bad}");
        }
    }

    #[test]
    fn what_the_client_has_is_compared_weakly() {
        let known = |value: &str| if_none_match(&request("if-none-match", value), 12);
        for same in ["\"v12\"", "W/\"v12\"", "\"v1\", \"v12\"", "*"] {
            assert_eq!(known(same), Known::Already, "{same}");
        }
        for other in ["", "\"v1\"", "v12", "\"v120\""] {
            assert_eq!(known(other), Known::New, "{other}");
        }
    }
}
