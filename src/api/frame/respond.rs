//! Turns whatever comes back into an answer: problems with an id, the time, security headers.

use std::time::{Duration, UNIX_EPOCH};

use actix_web::Error;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue, HttpDate};

use super::request_id::{self, RequestId};
use crate::api::problem::{MEDIA_TYPE, Problem, ProblemType};

/// A JSON answer loads nothing and is shown nowhere; a page that needs more sets its own policy.
const DEFAULTS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'",
    ),
    (header::CACHE_CONTROL, "no-store"),
];

/// The reader of the document has scripts and styles of its own, and nobody else's.
const READER_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' \
    'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/// What every answer to a request carries.
pub(super) struct Stamp {
    pub(super) id: RequestId,
    /// Microseconds since 1970 UTC: of the clock that deadlines run by, not of the machine.
    pub(super) now_us: i64,
}

impl Stamp {
    fn date(&self) -> Option<HeaderValue> {
        let since = Duration::from_micros(u64::try_from(self.now_us).ok()?);
        let date = HttpDate::from(UNIX_EPOCH.checked_add(since)?);
        HeaderValue::from_str(&date.to_string()).ok()
    }
}

/// The answer to a request that never reached a handler.
pub(super) fn with_problem(
    request: ServiceRequest,
    problem: &Problem,
    stamp: &Stamp,
) -> ServiceResponse {
    let mut response = request.into_response(problem.answer(stamp.id.as_str()));
    complete(response.headers_mut(), stamp);
    response
}

/// The answer of a handler, with its problem, if it is one, carrying the id.
pub(super) fn finish(response: ServiceResponse<BoxBody>, stamp: &Stamp) -> ServiceResponse {
    let mut response = match problem_of(&response) {
        Some(problem) => response.into_response(problem.answer(stamp.id.as_str())),
        None => response,
    };
    if response.request().path().starts_with("/docs/") {
        let policy = HeaderValue::from_static(READER_POLICY);
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    complete(response.headers_mut(), stamp);
    response
}

/// An error outside any response: it carries its own complete answer.
pub(super) fn bare(error: &Error, stamp: &Stamp) -> Error {
    let problem = problem_of_error(error);
    let mut answer = problem.answer(stamp.id.as_str());
    complete(answer.headers_mut(), stamp);
    InternalError::from_response(problem, answer).into()
}

fn problem_of(response: &ServiceResponse) -> Option<Problem> {
    if let Some(error) = response.response().error() {
        return Some(problem_of_error(error));
    }
    let content_type = response.headers().get(header::CONTENT_TYPE);
    if content_type.is_some_and(|value| value == MEDIA_TYPE) {
        return None;
    }
    ProblemType::of_status(response.status()).map(Problem::new)
}

fn problem_of_error(error: &Error) -> Problem {
    if let Some(problem) = error.as_error::<Problem>() {
        return problem.clone();
    }
    let status = error.as_response_error().status_code();
    let kind = ProblemType::of_status(status).unwrap_or(ProblemType::Internal);
    if kind == ProblemType::Internal {
        tracing::error!(%error, "an error without a problem type");
    }
    Problem::new(kind)
}

fn complete(headers: &mut HeaderMap, stamp: &Stamp) {
    for (name, value) in DEFAULTS {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    headers.insert(
        HeaderName::from_static(request_id::HEADER),
        stamp.id.header_value(),
    );
    if let Some(date) = stamp.date() {
        headers.insert(header::DATE, date);
    }
}
