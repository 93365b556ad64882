//! The answer to a command.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::GameView;
use crate::app::{Receipt, Turn};
use crate::game::{Assurance, Game, Line, line};

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
    /// How sure the roll is, if the event is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assurance: Option<AssuranceView>,
}

/// How sure a roll is (PC-DICE/1, 3.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Assurance)]
pub enum AssuranceView {
    /// Nobody could choose it, nobody could foresee it before it was asked for.
    Sealed,
    /// Nobody could choose it; the operator could foresee it, because its link was given ahead.
    Deposited,
    /// The operator could foresee it, and choose it together with a later joiner.
    Seeded,
    /// It hangs on the other seats: this one gave up its chain.
    Closed,
    /// It hangs on the other seats: this one brought nothing.
    None,
}

impl AssuranceView {
    fn of(assurance: Assurance) -> AssuranceView {
        match assurance {
            Assurance::Sealed => AssuranceView::Sealed,
            Assurance::Deposited => AssuranceView::Deposited,
            Assurance::Seeded => AssuranceView::Seeded,
            Assurance::Closed => AssuranceView::Closed,
            Assurance::None => AssuranceView::None,
        }
    }
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
            events: turn
                .lines
                .iter()
                .filter_map(|line| EventView::new(&turn.game, line))
                .collect(),
            game: GameView::new(&turn.game, viewer),
            receipt: ReceiptView::new(receipt),
        }
    }
}

impl EventView {
    /// Shows a line of a game's log; `None` if it is not JSON, which no stored line is.
    #[must_use]
    pub fn new(game: &Game, line: &Line) -> Option<EventView> {
        Some(EventView {
            seq: line.seq,
            hash: line.head.to_string(),
            event: RawValue::from_string(line.payload.clone()).ok()?,
            assurance: line
                .roll
                .and_then(|_| line::parse(line.seq, &line.payload).ok())
                .and_then(|event| game.assurance(&event))
                .map(AssuranceView::of),
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
