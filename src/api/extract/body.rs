//! A JSON body of a known shape.

use std::future::{Ready, ready};

use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev};
use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};

use crate::api::frame::TakenBody;
use crate::api::problem::{Problem, ProblemType};

/// The longest explanation, in characters: a refused value is quoted in it.
const DETAIL_CHARS: usize = 300;

/// The JSON body of a request. `T` refuses unknown fields (`serde(deny_unknown_fields)`).
#[derive(Clone, Debug)]
pub(in crate::api) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        ready(check_media_type(request).and_then(|()| {
            let extensions = request.extensions();
            let bytes = extensions
                .get::<TakenBody>()
                .map_or(&[][..], |body| &body.0);
            parse(bytes).map(Self)
        }))
    }
}

fn check_media_type(request: &HttpRequest) -> Result<(), Problem> {
    let json = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.split(';').next())
        .is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"));
    let coded = request.headers().contains_key(header::CONTENT_ENCODING);
    if json && !coded {
        Ok(())
    } else {
        Err(ProblemType::UnsupportedMediaType.into())
    }
}

/// The body as a `T`, or the name of the field that is wrong.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    check_object(bytes)?;
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let body = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let pointer = pointer(error.path());
        explain(error.inner(), pointer)
    })?;
    json.end().map_err(|error| explain(&error, String::new()))?;
    Ok(body)
}

/// serde would read a struct from an array too, which no document promises.
fn check_object(bytes: &[u8]) -> Result<(), Problem> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        Some(b'[' | b'"' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n') => {
            serde_json::from_slice::<serde::de::IgnoredAny>(bytes)
                .map_err(|error| explain(&error, String::new()))?;
            Err(Problem::new(ProblemType::InvalidField).error("", "expected a JSON object"))
        }
        Some(_) | None => Ok(()),
    }
}

fn explain(error: &serde_json::Error, pointer: String) -> Problem {
    if !error.is_data() {
        return Problem::new(ProblemType::MalformedBody).detail(error.to_string());
    }
    let text = error.to_string();
    let text = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(text, _)| text);
    let detail: String = text.chars().take(DETAIL_CHARS).collect();
    if text.starts_with("unknown field") {
        return Problem::new(ProblemType::UnknownField).error(pointer, detail);
    }
    let pointer = child(text).map_or(pointer.clone(), |field| format!("{pointer}/{field}"));
    Problem::new(ProblemType::InvalidField).error(pointer, detail)
}

/// The field of an object that the sentence is about, when the path ends at the object.
fn child(text: &str) -> Option<&str> {
    let missing = text.strip_prefix("missing field `");
    let named = missing.or_else(|| text.strip_prefix("duplicate field `"))?;
    named.split('`').next()
}

/// The path as a JSON Pointer (RFC 6901).
fn pointer(path: &Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            }
            Segment::Map { key } => {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    pointer
}

/// A JSON body that may be absent altogether: an action whose details are all optional.
#[derive(Clone, Debug)]
pub(in crate::api) struct OptionalBody<T>(pub T);

impl<T: DeserializeOwned + Default> FromRequest for OptionalBody<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        let extensions = request.extensions();
        let body = extensions
            .get::<TakenBody>()
            .filter(|body| !body.0.is_empty());
        ready(match body {
            Some(body) => check_media_type(request).and_then(|()| parse(&body.0).map(Self)),
            None => Ok(Self(T::default())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the reading is tested")]
    struct Game {
        name: String,
        seats: Vec<Seat>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the reading is tested")]
    struct Seat {
        color: u8,
    }

    fn wrong(text: &str) -> (ProblemType, String) {
        let problem = parse::<Game>(text.as_bytes()).unwrap_err();
        let answer = problem.errors().first().map(|error| error.pointer.clone());
        (problem.kind(), answer.unwrap_or_default())
    }

    #[test]
    fn the_field_that_is_wrong_is_named() {
        let cases = [
            (
                r#"{"name":"a","seats":[],"x":1}"#,
                ProblemType::UnknownField,
                "/x",
            ),
            (
                r#"{"name":"a","seats":[{"colour":1}]}"#,
                ProblemType::UnknownField,
                "/seats/0/colour",
            ),
            (
                r#"{"name":"a","seats":[{"color":1},{}]}"#,
                ProblemType::InvalidField,
                "/seats/1/color",
            ),
            (r#"{"seats":[]}"#, ProblemType::InvalidField, "/name"),
            (
                r#"{"name":7,"seats":[]}"#,
                ProblemType::InvalidField,
                "/name",
            ),
            (
                r#"{"name":"a","name":"b","seats":[]}"#,
                ProblemType::InvalidField,
                "/name",
            ),
            (
                r#"{"name":"a","seats":[{"color":256}]}"#,
                ProblemType::InvalidField,
                "/seats/0/color",
            ),
            (
                r#"{"name":"a","seats":[{"color":1.0}]}"#,
                ProblemType::InvalidField,
                "/seats/0/color",
            ),
            ("[]", ProblemType::InvalidField, ""),
            (r#"["a",[]]"#, ProblemType::InvalidField, ""),
            ("7", ProblemType::InvalidField, ""),
        ];
        for (text, kind, pointer) in cases {
            assert_eq!(wrong(text), (kind, pointer.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_not_json_is_malformed() {
        for text in [
            "",
            "{",
            "{}x",
            "nul",
            r#"{"name":"a","seats":[]} {}"#,
            "\u{feff}{}",
        ] {
            let kind = wrong(text).0;
            let both = [ProblemType::MalformedBody, ProblemType::InvalidField];
            assert!(both.contains(&kind), "{text}");
        }
        let invalid_utf8 = parse::<Game>(b"{\"name\":\"\xff\"}").unwrap_err();
        assert_eq!(invalid_utf8.kind(), ProblemType::MalformedBody);
    }

    #[test]
    fn a_long_value_is_not_sent_back_whole() {
        let text = format!(r#"{{"name":"a","seats":"{}"}}"#, "x".repeat(9_000));
        let problem = parse::<Game>(text.as_bytes()).unwrap_err();
        assert!(problem.errors()[0].detail.chars().count() <= DETAIL_CHARS);
    }
}
