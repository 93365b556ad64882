//! What makes a command safe to repeat, together.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpMessage, HttpRequest, dev};
use serde_json::Value;

use super::headers::{action_signature, idempotency_key, if_match};
use crate::api::frame::TakenBody;
use crate::api::problem::Problem;
use crate::app::{self, Expected, Keyed};
use crate::game::Signature;

/// `Idempotency-Key`, `If-Match` and `Action-Signature` of a command.
#[derive(Clone, Debug)]
pub(in crate::api) struct Guarded {
    /// The key, with what it is used for now.
    pub(in crate::api) key: Option<Keyed>,
    /// The version that the client decided on.
    pub(in crate::api) expected: Expected,
    /// The signature of the acting seat.
    pub(in crate::api) signature: Option<Signature>,
}

impl FromRequest for Guarded {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        ready(read(request))
    }
}

fn read(request: &HttpRequest) -> Result<Guarded, Problem> {
    let key = idempotency_key(request.headers())?;
    let version = if_match(request.headers())?;
    Ok(Guarded {
        key: key.map(|key| Keyed {
            key,
            fingerprint: fingerprint(request),
        }),
        expected: version.map_or(Expected::Any, Expected::Version),
        signature: action_signature(request.headers())?,
    })
}

/// What the key stands for: method, path and the meaning of the body. A client that writes its
/// JSON again may order or space it differently.
fn fingerprint(request: &HttpRequest) -> [u8; 32] {
    let extensions = request.extensions();
    let body = extensions
        .get::<TakenBody>()
        .map_or(&[][..], |body| &body.0);
    let canonical = serde_json::from_slice::<Value>(body).map(|value| value.to_string());
    let body = canonical.as_ref().map_or(body, |text| text.as_bytes());
    app::fingerprint([
        request.method().as_str().as_bytes(),
        request.path().as_bytes(),
        body,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn of(path: &str, body: &'static str) -> [u8; 32] {
        let request = TestRequest::post().uri(path).to_http_request();
        request.extensions_mut().insert(TakenBody(body.into()));
        fingerprint(&request)
    }

    #[test]
    fn a_request_is_the_same_whatever_the_order_and_spaces_of_its_body() {
        let first = of("/a", r#"{"x":1,"y":[2]}"#);
        assert_eq!(first, of("/a", r#"{ "y": [2], "x": 1 }"#));
        assert_ne!(first, of("/a", r#"{"x":1,"y":[3]}"#));
        assert_ne!(first, of("/b", r#"{"x":1,"y":[2]}"#));
        assert_ne!(of("/a", ""), of("/a", "{}"));
    }
}
