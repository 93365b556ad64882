//! The id of a request: from a proxy in front, or made here.

use std::fmt;

use actix_web::dev::ServiceRequest;
use actix_web::http::header::HeaderValue;

use crate::app::random;

/// The header that carries it in both directions.
pub(super) const HEADER: &str = "x-request-id";
const MAX_CHARS: usize = 64;

/// 1 to 64 letters, digits, dots, hyphens and underscores.
#[derive(Clone, Debug)]
pub(super) struct RequestId(String);

impl RequestId {
    /// An id that a log or a header could misread is replaced.
    pub(super) fn of(request: &ServiceRequest) -> Self {
        let given = request
            .headers()
            .get(HEADER)
            .and_then(|value| value.to_str().ok());
        let given = given.filter(|text| is_plain(text)).map(str::to_owned);
        Self(given.unwrap_or_else(|| random::uuid().hyphenated().to_string()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn header_value(&self) -> HeaderValue {
        HeaderValue::from_str(&self.0).expect("its characters are visible ASCII")
    }
}

fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    (1..=MAX_CHARS).contains(&text.len()) && text.bytes().all(plain)
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
