//! Parameters of the query and segments of the path.

use std::future::{Ready, ready};

use actix_web::{FromRequest, HttpRequest, dev, web};
use serde::de::DeserializeOwned;

use crate::api::problem::{Problem, ProblemType};

/// The query. `T` refuses unknown parameters (`serde(deny_unknown_fields)`).
#[derive(Clone, Debug)]
pub(in crate::api) struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        let query = web::Query::<T>::from_query(request.query_string());
        ready(
            query
                .map(|query| Self(query.into_inner()))
                .map_err(|error| {
                    let text = error.to_string();
                    let detail = text
                        .strip_prefix("Query deserialize error: ")
                        .unwrap_or(&text);
                    let detail: String = detail.chars().take(300).collect();
                    Problem::new(ProblemType::InvalidParameter).error("query", detail)
                }),
        )
    }
}

/// The variable segments of the path. One that cannot be read names nothing: 404.
#[derive(Clone, Debug)]
pub(in crate::api) struct Segments<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Segments<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        // Not `web::Path`, which writes a path that it cannot read to the log.
        let segments = request.match_info().load().map(Self);
        ready(segments.map_err(|_| {
            let game = request.path().starts_with("/v1/games/");
            let kind = if game {
                ProblemType::GameNotFound
            } else {
                ProblemType::NotFound
            };
            Problem::new(kind).detail("a part of the path is not an id that this server gives")
        }))
    }
}
