//! How this API says no: RFC 9457 problems of the kinds in [`registry`].

pub mod registry;

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

pub use registry::ProblemType;

/// The media type of every problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// One thing that is wrong with the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// JSON Pointer (RFC 6901) into the body, or the name of a parameter or header.
    #[schema(example = "/name")]
    pub pointer: String,
    /// What is wrong and what was expected.
    pub detail: String,
}

/// A problem on its way to the client.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: ProblemType,
    detail: Option<String>,
    errors: Vec<FieldError>,
    extensions: Map<String, Value>,
    headers: Vec<(header::HeaderName, header::HeaderValue)>,
}

/// Problem details (RFC 9457). Programs branch on `code`; the texts are for people.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemView {
    /// The address of the description of this kind of problem, relative to the server.
    #[serde(rename = "type")]
    #[schema(example = "/problems/not-your-turn", format = "uri-reference")]
    kind: String,
    /// The kind of problem in words.
    title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// This occurrence in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// The id of the request, to be quoted in a report.
    #[schema(example = "/requests/0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c")]
    instance: String,
    /// The kind of problem for programs.
    #[schema(schema_with = code_schema)]
    code: &'static str,
    /// What is wrong with which part of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// Facts about this occurrence, by kind of problem.
    #[serde(flatten)]
    #[schema(ignore)]
    extensions: Map<String, Value>,
}

fn code_schema() -> utoipa::openapi::schema::Object {
    let slugs = ProblemType::ALL.iter().map(|kind| kind.slug());
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .description(Some(
            "The kind of problem for programs. New ones may be added.",
        ))
        .enum_values(Some(slugs))
        .build()
}

impl Problem {
    /// A problem of that kind, with nothing more to say.
    #[must_use]
    pub fn new(kind: ProblemType) -> Self {
        Self {
            kind,
            detail: None,
            errors: Vec::new(),
            extensions: Map::new(),
            headers: Vec::new(),
        }
    }

    /// What kind of problem it is.
    #[must_use]
    pub fn kind(&self) -> ProblemType {
        self.kind
    }

    /// What is wrong with which part of the request.
    #[must_use]
    pub fn errors(&self) -> &[FieldError] {
        &self.errors
    }

    /// Says what happened this time.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Says what is wrong with one part of the request.
    #[must_use]
    pub fn error(mut self, pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        self.errors.push(FieldError {
            pointer: pointer.into(),
            detail: detail.into(),
        });
        self
    }

    /// Adds a fact for programs.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extensions.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a response header.
    #[must_use]
    pub fn header(mut self, name: header::HeaderName, value: header::HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Asks the client to come back after that many seconds.
    #[must_use]
    pub fn retry_after_s(self, seconds: u32) -> Self {
        self.header(header::RETRY_AFTER, header::HeaderValue::from(seconds))
    }

    /// The answer to the request with that id.
    #[must_use]
    pub fn answer(&self, request_id: &str) -> HttpResponse {
        let view = ProblemView {
            kind: format!("/problems/{}", self.kind.slug()),
            title: self.kind.title(),
            status: self.kind.status().as_u16(),
            detail: self.detail.clone(),
            instance: format!("/requests/{request_id}"),
            code: self.kind.slug(),
            errors: self.errors.clone(),
            extensions: self.extensions.clone(),
        };
        let mut answer = HttpResponse::build(self.kind.status());
        for header in &self.headers {
            answer.append_header(header.clone());
        }
        let body = serde_json::to_vec(&view).expect("strings and JSON values are serialisable");
        let mut answer = answer.content_type(MEDIA_TYPE).body(body);
        answer.extensions_mut().insert(self.kind);
        answer
    }
}

impl From<ProblemType> for Problem {
    fn from(kind: ProblemType) -> Self {
        Self::new(kind)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.slug())?;
        self.detail
            .iter()
            .try_for_each(|detail| write!(f, ": {detail}"))
    }
}

/// The frame answers with the request's id; this is only for a problem that passes it by.
impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.kind.status()
    }

    fn error_response(&self) -> HttpResponse {
        self.answer("unknown")
    }
}
