//! The answer to a command.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::GameView;
use crate::app::{Receipt, Turn};
use crate::game::Line;

/// What a command did, and what comes next.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Turn)]
pub struct TurnView {
    /// What happened, in order.
    pub events: Vec<EventView>,
    /// The game after it, with what may be played now.
    pub game: GameView,
    /// The server's signature over the head of the log.
    pub receipt: ReceiptView,
}

/// One event of the log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LogEvent)]
pub struct EventView {
    /// Its number.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub seq: u64,
    /// Its hash, 64 hex digits.
    pub hash: String,
    /// The event, byte for byte as it was hashed (`docs/AUDIT.md`).
    #[schema(value_type = Object)]
    pub event: Box<RawValue>,
}

/// A signed statement that this is the head of the log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Receipt)]
pub struct ReceiptView {
    /// The event.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub seq: u64,
    /// Its hash, 64 hex digits.
    pub head: String,
    /// The key, one of `/.well-known/jwks.json`.
    pub kid: String,
    /// Ed25519, base64url.
    pub signature: String,
}

impl TurnView {
    /// Shows a turn to the player who has that pseudonym in the game.
    #[must_use]
    pub fn new(turn: &Turn, receipt: &Receipt, viewer: &str) -> TurnView {
        TurnView {
            events: turn.lines.iter().filter_map(EventView::new).collect(),
            game: GameView::new(&turn.game, viewer),
            receipt: ReceiptView::new(receipt),
        }
    }
}

impl EventView {
    /// Shows a line of the log; `None` if it is not JSON, which no stored line is.
    #[must_use]
    pub fn new(line: &Line) -> Option<EventView> {
        Some(EventView {
            seq: line.seq,
            hash: line.head.to_string(),
            event: RawValue::from_string(line.payload.clone()).ok()?,
        })
    }
}

impl ReceiptView {
    /// Shows a receipt.
    #[must_use]
    pub fn new(receipt: &Receipt) -> ReceiptView {
        ReceiptView {
            seq: receipt.seq,
            head: receipt.head.to_string(),
            kid: receipt.kid.clone(),
            signature: URL_SAFE_NO_PAD.encode(receipt.signature),
        }
    }
}
