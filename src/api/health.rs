//! What machines around the server ask: does it live, can it work, with which keys does it sign.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, Responder, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::problem::Problem;
use super::state::Api;
use crate::app::AppError;

/// How a server is.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// Always `ok`: everything else is a problem.
    #[schema(example = "ok")]
    status: &'static str,
    /// The version of the program.
    #[schema(example = "0.1.0")]
    version: &'static str,
}

const HEALTHY: Health = Health {
    status: "ok",
    version: env!("CARGO_PKG_VERSION"),
};

/// Tells that the process lives.
#[utoipa::path(get, path = "/healthz", tag = "service",
    responses((status = 200, description = "It lives", body = Health)))]
pub(super) async fn get_health() -> impl Responder {
    web::Json(HEALTHY)
}

/// Tells whether requests can be served: the store answers.
#[utoipa::path(get, path = "/readyz", tag = "service",
    responses((status = 200, description = "Requests can be served", body = Health)),
    extensions(("x-problems" = json!(["store-unavailable"]))))]
pub(super) async fn get_readiness(api: web::Data<Api>) -> Result<impl Responder, Problem> {
    api.app.store().ping().await.map_err(AppError::from)?;
    Ok(web::Json(HEALTHY))
}

/// The keys in the set (RFC 7517).
#[derive(Serialize, ToSchema)]
pub(super) struct KeySet {
    /// Every key that ever signed a receipt or a token here, the ones in use first of their kind.
    keys: Vec<PublicKey>,
}

/// An Ed25519 public key (RFC 8037).
#[derive(Serialize, ToSchema)]
pub(super) struct PublicKey {
    /// Always `OKP`.
    kty: String,
    /// Always `Ed25519`.
    crv: String,
    /// Always `EdDSA`.
    alg: String,
    /// Always `sig`.
    #[serde(rename = "use")]
    purpose: String,
    /// The name by which receipts and tokens refer to the key.
    kid: String,
    /// The key: 32 bytes in base64url.
    #[schema(min_length = 43, max_length = 43)]
    x: String,
}

/// Gives the public keys of receipts and tokens, retired ones included.
#[utoipa::path(get, path = "/.well-known/jwks.json", tag = "service",
    responses((status = 200, description = "The key set", body = KeySet)))]
pub(super) async fn get_keys(api: web::Data<Api>) -> HttpResponse {
    let cached = (
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=300"),
    );
    HttpResponse::Ok()
        .insert_header(cached)
        .json(api.app.keys().jwks())
}
