//! The HTTP edge: routes, extractors, views, problems and the OpenAPI document.
//!
//! A handler is short: it extracts, asks `app`, and shows the answer. Adding an endpoint:
//! 1. write the handler in the module of its resource, with `#[utoipa::path]`: summary, tag, every
//!    good answer, and the problems of its own in `x-problems`;
//! 2. add its row to the table below: from it come both the route and the document;
//! 3. `script/regen`, and a test under `tests/it/api` that touches each answer.

pub mod openapi;
pub mod problem;
pub mod server;
pub mod state;

mod accounts;
mod auth;
mod extract;
mod frame;
mod health;
mod metrics;
mod problems;
mod table;
mod view;

pub use frame::BODY_BYTES;
pub use metrics::Metrics;
pub use problems::markdown as problem_page;
pub use state::{Api, Readiness};

table::routes! {
    "/healthz" { get health::get_health }
    "/readyz" { get health::get_readiness }
    "/.well-known/jwks.json" { get health::get_keys }
    "/openapi.json" { get openapi::get_openapi }
    "/problems" { get problems::list_problems }
    "/problems/{slug}" { get problems::get_problem }

    "/v1/guests" { post accounts::create_guest }
    "/v1/tokens" { post accounts::create_tokens }
    "/v1/tokens/current" { delete accounts::revoke_tokens }
    "/v1/me" { get accounts::get_me }
}
