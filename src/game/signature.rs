//! Actions that their players sign (PC-DICE/1 section 3.8).
//!
//! A seat that joined with a key signs whatever it does: the action, the game, and the head of the
//! log that it acts on. Who has the log alone then sees that nobody played for that seat, and that
//! nothing before its last action was rewritten.

use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use serde_json::Value;

use super::event::{Entry, Event, OrdersEnd, RollKind, SeatNo};
use super::state::Game;
use super::{Refusal, ReplayError};

/// What the server adds to an action: no player can sign it beforehand.
const ADDED: [&str; 6] = ["at", "captured", "die", "player", "server_link", "sig"];

/// An Ed25519 signature over an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature(pub [u8; 64]);

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl std::str::FromStr for Signature {
    type Err = hex::FromHexError;

    fn from_str(text: &str) -> Result<Signature, hex::FromHexError> {
        let mut bytes = [0; 64];
        hex::decode_to_slice(text, &mut bytes)?;
        Ok(Signature(bytes))
    }
}

/// Whether a key signed a message. Keys and signatures of small order are refused.
#[must_use]
pub fn is_signed(key: &[u8; 32], message: &[u8], signature: &Signature) -> bool {
    VerifyingKey::from_bytes(key).is_ok_and(|key| {
        key.verify_strict(message, &Ed25519::from_bytes(&signature.0))
            .is_ok()
    })
}

/// The action that an event is, without what the server adds to it: canonical JSON.
///
/// # Panics
/// Never: an event holds only strings, small integers and lists of them.
#[must_use]
pub fn action(event: &Event) -> String {
    let mut event = serde_json::to_value(event).expect("an event has string keys");
    strip(&mut event);
    serde_json_canonicalizer::to_string(&event).expect("an event has no float")
}

/// Takes from the JSON of an event what its player does not sign.
pub fn strip(event: &mut Value) {
    if let Value::Object(fields) = event {
        fields.retain(|field, _| !ADDED.contains(&field.as_str()));
    }
}

impl Event {
    /// The seat whose player did this, if a player did.
    #[must_use]
    pub fn actor(&self) -> Option<SeatNo> {
        match self {
            Event::PlayerJoined { seat, .. }
            | Event::PlayerLeft { seat }
            | Event::SeatReady { seat, .. }
            | Event::LinksDeposited { seat, .. }
            | Event::DieRolled {
                seat,
                kind: RollKind::Turn,
                cause: None,
                ..
            }
            | Event::PieceMoved {
                seat, cause: None, ..
            }
            | Event::BonusDeclined { seat, cause: None }
            | Event::PenaltyChosen {
                seat, cause: None, ..
            }
            | Event::PlayerResigned { seat, cause: None }
            | Event::SeatChainClosed { seat }
            | Event::AutomationSet { seat, .. }
            | Event::OrdersSet { seat, .. }
            | Event::OrdersEnded {
                seat,
                reason: OrdersEnd::Withdrawn,
            }
            | Event::SeatReturned { seat }
            | Event::VacationTaken { seat, .. }
            | Event::PauseWished { seat } => Some(*seat),
            Event::GameCreated(_)
            | Event::BotJoined { .. }
            | Event::SeatsClosed { .. }
            | Event::DieRolled { .. }
            | Event::GameStarted { .. }
            | Event::PieceMoved { .. }
            | Event::BonusDeclined { .. }
            | Event::PenaltyChosen { .. }
            | Event::BonusForfeited { .. }
            | Event::PointsScored { .. }
            | Event::PiecesSentHome { .. }
            | Event::TurnPassed { .. }
            | Event::OrdersEnded { .. }
            | Event::DeadlineSet { .. }
            | Event::TurnTimedOut { .. }
            | Event::SeatAbsent { .. }
            | Event::GamePaused { .. }
            | Event::GameResumed
            | Event::PlayerFinished { .. }
            | Event::PlayerResigned { .. }
            | Event::GameEnded { .. }
            | Event::GameAborted { .. } => None,
        }
    }
}

impl Game {
    /// Whether an event that comes next is signed as it has to be: by the key of the seat that
    /// acts if it has one, and not at all otherwise.
    ///
    /// # Errors
    /// [`ReplayError::Signature`] if it is not.
    pub fn check_signature(
        &self,
        event: &Event,
        signature: Option<&Signature>,
    ) -> Result<(), ReplayError> {
        let good = match (self.signer(event), signature) {
            (None, None) => true,
            (Some(key), Some(signature)) => {
                let message = self
                    .head
                    .action_message(self.id, self.version, &action(event));
                is_signed(&key, &message, signature)
            }
            (None, Some(_)) | (Some(_), None) => false,
        };
        good.then_some(()).ok_or(ReplayError::Signature)
    }

    /// The same of an entry of the log.
    ///
    /// # Errors
    /// [`ReplayError::Signature`] if it is not signed as it has to be.
    pub fn check_entry(&self, entry: &Entry) -> Result<(), ReplayError> {
        let signature = entry.sig.as_deref().map(str::parse).transpose();
        let signature = signature.map_err(|_| ReplayError::Signature)?;
        self.check_signature(&entry.event, signature.as_ref())
    }

    /// The refusal that says what has to be signed.
    pub(super) fn wanted_signature(&self, event: &Event) -> Refusal {
        Refusal::Signature(self.signer(event).map(|_| action(event)))
    }

    /// The key that has to sign an event.
    fn signer(&self, event: &Event) -> Option<[u8; 32]> {
        let key = if let Event::PlayerJoined { seat_key, .. } = event {
            seat_key.as_deref()
        } else {
            self.holder(event.actor()?)?.key.as_deref()
        };
        let mut bytes = [0; 32];
        hex::decode_to_slice(key?, &mut bytes).ok()?;
        Some(bytes)
    }
}
