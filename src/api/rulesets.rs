//! The rulesets, and what may be played in any position under them.

use actix_web::{Responder, web};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::extract::{Body, Segments};
use super::problem::{Problem, ProblemType};
use super::refusal::Overlay;
use super::view::{BlockedView, ChoicesView, MoveView, Sentence, choices};
use crate::app::analysis;
use crate::game::ruleset::{RulesetData, expected_values};
use crate::rules::{Position, Preset, Rules};

/// A ruleset in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = RulesetSummary)]
pub(super) struct RulesetView {
    /// Its name.
    #[schema(example = "traditional")]
    name: &'static str,
    /// The version of its content.
    version: u32,
    /// SHA-256 of its canonical JSON, 64 hex digits.
    hash: String,
    /// What it is, for a player.
    title: Sentence,
    /// The fewest players.
    min_players: u8,
    /// The most players.
    max_players: u8,
}

impl From<Preset> for RulesetView {
    fn from(preset: Preset) -> Self {
        let rules = preset.ruleset();
        Self {
            name: preset.name(),
            version: preset.version(),
            title: title(preset),
            min_players: rules.min_players,
            max_players: rules.max_players,
            hash: RulesetData(rules).hash(),
        }
    }
}

fn title(preset: Preset) -> Sentence {
    let (en, fr) = match preset {
        Preset::SixSeatQuick => ("Six seats, quick", "Six camps, règle courte"),
        Preset::SixSeatLong => ("Six seats, with the stair", "Six camps, avec l'escalier"),
        Preset::Traditional => ("Traditional", "Règle traditionnelle"),
        Preset::Quick => ("Quick", "Règle courte"),
        Preset::NoPassing => ("Without passing", "Sans dépassement"),
        Preset::Parchis => ("Parchís", "Parchís"),
        Preset::ParchisEs => ("Parchís, Spanish", "Parchís espagnol"),
        Preset::Ludo => ("Ludo", "Ludo"),
        Preset::Madn => ("Mensch ärgere Dich nicht", "Mensch ärgere Dich nicht"),
        Preset::Madn6 => (
            "Mensch ärgere Dich nicht, six seats",
            "Mensch ärgere Dich nicht, six camps",
        ),
        Preset::EileMitWeile => ("Eile mit Weile", "Eile mit Weile"),
    };
    Sentence {
        en: en.to_owned(),
        fr: fr.to_owned(),
    }
}

/// Every ruleset.
#[derive(Serialize, ToSchema)]
#[schema(as = RulesetList)]
pub(super) struct ListView {
    /// The rulesets.
    rulesets: Vec<RulesetView>,
}

/// Lists the rulesets that a game can be created with.
#[utoipa::path(get, path = "/v1/rulesets", tag = "rules",
    responses((status = 200, description = "Every ruleset", body = ListView)))]
pub(super) async fn list_rulesets() -> impl Responder {
    let rulesets = Preset::ALL.into_iter().map(RulesetView::from).collect();
    web::Json(ListView { rulesets })
}

/// A ruleset with all its choices.
#[derive(Serialize, ToSchema)]
#[schema(as = Ruleset)]
pub(super) struct DetailView {
    /// The ruleset.
    ruleset: RulesetView,
    /// Every choice by its key; an overlay replaces some.
    choices: Map<String, Value>,
    /// What each key takes.
    keys: Vec<KeyView>,
}

/// A key of a ruleset.
#[derive(Serialize, ToSchema)]
#[schema(as = RulesetKey)]
pub(super) struct KeyView {
    /// Its name.
    key: &'static str,
    /// What it takes, in words.
    expected: String,
}

/// Shows a ruleset with all its choices.
#[utoipa::path(get, path = "/v1/rulesets/{name}", tag = "rules",
    params(("name" = String, Path, description = "The name of the ruleset")),
    responses((status = 200, description = "The ruleset", body = DetailView)),
    extensions(("x-problems" = json!(["not-found"]))))]
pub(super) async fn get_ruleset(name: Segments<String>) -> Result<impl Responder, Problem> {
    let preset = Preset::from_name(&name.0).ok_or_else(|| Problem::new(ProblemType::NotFound))?;
    let keys = expected_values()
        .into_iter()
        .map(|(key, expected)| KeyView { key, expected });
    Ok(web::Json(DetailView {
        ruleset: preset.into(),
        choices: RulesetData(preset.ruleset()).to_map(),
        keys: keys.collect(),
    }))
}

/// A position to look at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ruleset": "traditional", "position": "10,E,E,E/./12,E,E,E/. a 5"}))]
pub(super) struct AnalysisRequest {
    /// The name of a ruleset.
    ruleset: String,
    /// Choices that differ from it, by key.
    #[serde(default)]
    #[schema(value_type = Object)]
    overlay: Overlay,
    /// The position in one line, with the die that was rolled.
    position: String,
}

impl AnalysisRequest {
    pub(super) fn read(&self) -> Result<(Rules, Position), Problem> {
        Ok(analysis::position(
            &self.ruleset,
            &self.overlay,
            &self.position,
        )?)
    }
}

/// What may be played in a position.
#[derive(Serialize, ToSchema)]
#[schema(as = Analysis)]
pub(super) struct AnalysisView {
    /// The position, as this server writes it.
    position: String,
    /// One entry for each distinct move; none when a roll is due or the game is over.
    moves: Vec<MoveView>,
    /// One entry for each horse that cannot move.
    blocked: Vec<BlockedView>,
}

/// Tells what may be played in any position, without a game.
#[utoipa::path(post, path = "/v1/analysis/moves", tag = "rules", request_body = AnalysisRequest,
    responses((status = 200, description = "The legal moves", body = AnalysisView)),
    extensions(("x-problems" = json!(["unknown-ruleset", "illegal-ruleset",
        "invalid-position"]))))]
pub(super) async fn analyse_moves(body: Body<AnalysisRequest>) -> Result<impl Responder, Problem> {
    let (rules, position) = body.0.read()?;
    let ChoicesView { moves, blocked } = choices(&rules, &position, None).unwrap_or_default();
    Ok(web::Json(AnalysisView {
        position: position.notation(&rules).to_string(),
        moves,
        blocked,
    }))
}
