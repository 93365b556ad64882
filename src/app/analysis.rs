//! A position without a game: what could be played there.

use serde_json::{Map, Value};

use crate::game::setup;
use crate::rules::{NotationError, Position, Rules};

/// Why a position cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The rules.
    #[error(transparent)]
    Setup(#[from] setup::SetupError),
    /// The position.
    #[error(transparent)]
    Position(#[from] NotationError),
}

/// Reads a position under a preset with an overlay.
///
/// # Errors
/// [`AnalysisError`] with the reason.
pub fn position(
    ruleset: &str,
    overlay: &Map<String, Value>,
    text: &str,
) -> Result<(Rules, Position), AnalysisError> {
    let (_, rules) = setup::rules(ruleset, overlay)?;
    let position = Position::parse(text, &rules)?;
    Ok((rules, position))
}
