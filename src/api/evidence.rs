//! The evidence pack: all that an audit needs, in one file.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::extract::Segments;
use super::health::KeySet;
use super::history::{LogBody, Wrapping};
use super::openapi::GameParams;
use super::problem::Problem;
use super::state::Api;
use super::stream::Streamed;
use super::transparency::LoggedView;
use super::view::ReceiptView;
use crate::audit;
use crate::dice::PROTOCOL;
use crate::game::{Game, GameId, ruleset::RulesetData};

/// Everything about a game that an audit needs (docs/AUDIT.md, section 11).
#[derive(Serialize, ToSchema)]
#[schema(as = EvidencePack)]
pub(super) struct EvidenceView {
    /// Always `petits-chevaux/evidence/1`.
    format: &'static str,
    /// The game.
    game: String,
    /// The dice protocol, always `pc-dice/1`.
    protocol: &'static str,
    /// Every rule choice, as in the first event.
    #[schema(value_type = Object)]
    ruleset: RulesetData,
    /// SHA-256 of the canonical ruleset, 64 hex digits.
    ruleset_hash: String,
    /// Signed for the last event of the log.
    receipt: ReceiptView,
    /// The key set, as at `/.well-known/jwks.json`.
    #[schema(value_type = KeySet)]
    keys: Value,
    /// That the game is in the transparency log; absent before its first checkpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    transparency: Option<LoggedView>,
    /// The lines of the log, each as it was hashed, without its line end.
    // The body ends with it, piece by piece.
    #[serde(skip)]
    #[schema(required)]
    #[expect(dead_code, reason = "it is described here and written by the body")]
    log: Vec<String>,
}

impl EvidenceView {
    pub(super) fn new(api: &Api, game: &Game, transparency: Option<LoggedView>) -> EvidenceView {
        let ruleset = RulesetData(game.table.rules.ruleset().clone());
        EvidenceView {
            format: audit::FORMAT,
            game: game.id.to_string(),
            protocol: PROTOCOL,
            ruleset_hash: game.table.rules_hash.clone(),
            ruleset,
            receipt: ReceiptView::new(&api.app.receipt(game)),
            keys: api.app.keys().jwks(),
            transparency,
            log: Vec::new(),
        }
    }

    /// Its fields but the last, without the braces.
    pub(super) fn fields(&self) -> String {
        let object = serde_json::to_string(self).expect("a view has string keys");
        object[1..object.len() - 1].to_owned()
    }
}

/// Packs all that an audit of the game needs: log, keys, rules and a receipt for the last event.
///
/// `petits-chevaux verify` and the programs under `audit/` check it with the network off.
#[utoipa::path(get, path = "/v1/games/{id}/evidence", tag = "history",
    params(GameParams),
    responses((status = 200, description = "The evidence pack", body = EvidenceView)),
    extensions(("x-problems" = json!(["game-not-found"]))))]
pub(super) async fn get_evidence(
    api: web::Data<Api>,
    id: Segments<GameId>,
) -> Result<HttpResponse, Problem> {
    // Before the state: a leaf is never newer than the log that is packed with it.
    let logged = LoggedView::read(&api, id.0).await?;
    let game = api.app.state(id.0).await?;
    let wrapping = Wrapping::Field {
        name: "log",
        before: EvidenceView::new(&api, &game, logged).fields(),
    };
    let body = LogBody::new(api.app.clone(), id.0, game.version, wrapping);
    // A browser saves it under a name that the verifiers know.
    let saved = format!("attachment; filename=\"{}.json\"", id.0);
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CONTENT_DISPOSITION, saved))
        .body(Streamed::Rest(body)))
}
