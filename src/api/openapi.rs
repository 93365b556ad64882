//! The OpenAPI 3.1 document, made from the same table as the routes.
//!
//! A handler names in `x-problems` only what is peculiar to it. What follows from its shape is
//! added here: a body can be malformed, a token can be missing, any request can meet a bug.

mod absent;
mod parameters;
mod problems;

use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderValue};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi, Server};

pub(super) use parameters::{GameParams, KeyParams, MatchParams, SeatParams, SignatureParams};

const DESCRIPTION: &str = "\
Games of petits chevaux and family, with dice that nobody has to trust.

- **Identity.** `POST /v1/guests` gives a player and tokens; send `Authorization: Bearer`.
- **Safe repeats.** Every POST that acts on a game takes an `Idempotency-Key`: the same key with \
the same request is done once and answered alike.
- **Versions.** A game carries a strong `ETag`; `If-Match` refuses an action on another version.
- **Errors** are RFC 9457 problems: branch on `code`, listed at `/problems`.
- **Growth.** New fields, problem codes and event types may appear in v1: ignore the unknown.
- Times are RFC 3339 in UTC, ids are opaque strings, integers stay below 2^53.";

const TAGS: [(&str, &str); 11] = [
    ("players", "Who plays: guests, sessions and tokens."),
    (
        "rules",
        "By which rules, and what they allow in any position.",
    ),
    (
        "games",
        "Games: created, listed, shown, begun and called off.",
    ),
    (
        "seats",
        "Seats of a game: invited to, taken, left, made ready, resigned.",
    ),
    (
        "people",
        "Who plays with whom: invitations, rematches, the feed, reminders.",
    ),
    ("turns", "What is played: rolls and moves."),
    (
        "automation",
        "What happens by itself: orders, deadlines, vacation, pauses.",
    ),
    (
        "history",
        "The past of a game: events, states, the log for auditors.",
    ),
    (
        "fairness",
        "Whether the dice fall evenly: of the server, of a game, of a player, of an app.",
    ),
    (
        "transparency",
        "The log of all games that binds the operator: checkpoints, leaves, proofs.",
    ),
    ("service", "The server itself: health, keys, documents."),
];

/// The whole document.
#[must_use]
pub fn document() -> OpenApi {
    let mut document = <super::Paths as utoipa::OpenApi>::openapi();
    let license = LicenseBuilder::new().name("MIT OR Apache-2.0");
    let license = license.identifier(Some("MIT OR Apache-2.0")).build();
    document.info = InfoBuilder::new()
        .title("petits-chevaux")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .license(Some(license))
        .contact(Some(
            ContactBuilder::new()
                .name(Some("The operator of this server"))
                .build(),
        ))
        .build();
    // Without a requirement of its own an operation is open to anybody.
    document.security = Some(vec![SecurityRequirement::default()]);
    document.servers = Some(vec![Server::new("/")]);
    let tags =
        TAGS.map(|(name, text)| TagBuilder::new().name(name).description(Some(text)).build());
    document.tags = Some(tags.into());
    add_security(&mut document);
    problems::add(&mut document);
    absent::add(&mut document);
    document
}

fn add_security(document: &mut OpenApi) {
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("The access token of a player."))
        .build();
    let auditor = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some(
            "The token of an auditor: it reads what concerns every game.",
        ))
        .build();
    let components = document.components.get_or_insert_default();
    components.add_security_scheme("player", SecurityScheme::Http(bearer));
    components.add_security_scheme("auditor", SecurityScheme::Http(auditor));
}

/// The document as it is committed: pretty, with a final newline.
#[must_use]
pub fn text() -> String {
    let mut text = document()
        .to_pretty_json()
        .expect("the document has only strings as keys");
    text.push('\n');
    text
}

/// Gives this document.
#[utoipa::path(get, path = "/openapi.json", tag = "service",
    responses((status = 200, description = "The OpenAPI document", body = Object)))]
pub(super) async fn get_openapi() -> HttpResponse {
    let cached = (
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=300"),
    );
    HttpResponse::Ok()
        .insert_header(cached)
        .content_type("application/json")
        .body(text())
}
