//! Takes the whole body of a request, within limits of size and time.

use std::time::Duration;

use actix_web::dev::ServiceRequest;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::{HttpMessage, web};

use crate::api::problem::{Problem, ProblemType};

/// The largest body, in bytes.
pub const BODY_BYTES: usize = 16 * 1024;
/// The largest head that is looked at, in bytes.
const HEAD_BYTES: usize = 32 * 1024;

/// How long a body may take to arrive.
#[derive(Clone, Copy, Debug)]
pub(in crate::api) struct BodyTime(pub(in crate::api) Duration);

/// The body of a request, whole.
#[derive(Clone, Debug)]
pub(in crate::api) struct TakenBody(pub(in crate::api) web::Bytes);

/// Puts the body where extractors find it. Without a body this costs two look-ups.
pub(super) async fn take(request: &mut ServiceRequest) -> Result<(), Problem> {
    if head_bytes(request) > HEAD_BYTES {
        return Err(ProblemType::HeadersTooLarge.into());
    }
    let headers = request.headers();
    let has_body = headers.contains_key(header::TRANSFER_ENCODING)
        || headers
            .get(header::CONTENT_LENGTH)
            .is_some_and(|length| length != "0");
    if !has_body {
        return Ok(());
    }
    let body_time = request
        .app_data::<BodyTime>()
        .map_or(Duration::ZERO, |time| time.0);
    let read = tokio::time::timeout(body_time, request.extract::<web::Bytes>()).await;
    let bytes = read.map_err(|_| Problem::new(ProblemType::RequestTimeout))?;
    let bytes = bytes.map_err(|error| refuse(&error))?;
    request.extensions_mut().insert(TakenBody(bytes));
    Ok(())
}

fn head_bytes(request: &ServiceRequest) -> usize {
    let headers = request.headers().iter();
    let headers: usize = headers
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    headers + request.uri().path().len() + request.query_string().len()
}

fn refuse(error: &actix_web::Error) -> Problem {
    match error.as_error::<PayloadError>() {
        Some(PayloadError::Overflow) => ProblemType::BodyTooLarge.into(),
        Some(_) | None => Problem::new(ProblemType::MalformedBody).detail("the body was cut"),
    }
}
