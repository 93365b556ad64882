//! Actions that their players signed (PC-DICE/1, 3.8).

use serde_json::Value;

use super::finding::Reason;
use super::fold::Fold;
use super::lobby::{Place, Sitter};
use super::read::{Int, Kind, Seen};
use crate::game::signature::{is_signed, strip};
use crate::game::{Head, Signature};

/// An event that may be somebody's act.
pub(super) struct Act<'a> {
    pub(super) seq: u64,
    /// The head that it follows.
    pub(super) before: Head,
    pub(super) seen: &'a Seen,
}

impl Act<'_> {
    /// The seat whose player did this, unless it has a cause.
    fn seat(&self) -> Option<Int> {
        match self.seen {
            Seen::PlayerJoined(joined) => Some(joined.seat),
            Seen::SeatReady(shown) | Seen::LinksDeposited(shown) => Some(shown.seat),
            Seen::DieRolled(rolled) => (rolled.kind == Kind::Turn).then_some(rolled.seat),
            Seen::PlayerLeft(by)
            | Seen::SeatChainClosed(by)
            | Seen::PieceMoved(by)
            | Seen::BonusDeclined(by)
            | Seen::PenaltyChosen(by)
            | Seen::OrdersSet(by)
            | Seen::SeatReturned(by)
            | Seen::VacationTaken(by)
            | Seen::PauseWished(by)
            | Seen::PlayerResigned(by) => Some(by.seat),
            Seen::AutomationSet(set) => Some(set.seat),
            Seen::OrdersEnded(ended) => (ended.reason == "withdrawn").then_some(ended.seat),
            Seen::GameCreated(_)
            | Seen::SeatsClosed(_)
            | Seen::GameStarted(_)
            | Seen::BotJoined(_)
            | Seen::TurnPassed(_)
            | Seen::DeadlineSet(_)
            | Seen::TurnTimedOut(_)
            | Seen::SeatAbsent(_)
            | Seen::GamePaused {}
            | Seen::GameResumed {}
            | Seen::BonusForfeited(_)
            | Seen::PointsScored(_)
            | Seen::PiecesSentHome(_)
            | Seen::PlayerFinished(_)
            | Seen::GameEnded {}
            | Seen::GameAborted {} => None,
        }
    }
}

impl Fold {
    /// A seat with a key signs whatever it does; nothing else is signed.
    pub(super) fn check_signature(&mut self, act: &Act<'_>, mut event: Value) {
        let by_itself = event.get("cause").is_some_and(|cause| !cause.is_null());
        let given = event.get("sig").filter(|sig| !sig.is_null()).cloned();
        let Some(key) = self.key_of(act).filter(|_| !by_itself) else {
            if given.is_some() {
                let detail = "a signature of nobody's action";
                self.find(Reason::PlayerSignature, act.seq, detail.into());
            }
            return;
        };
        strip(&mut event);
        let action = serde_json_canonicalizer::to_string(&event).unwrap_or_default();
        let known = act.seq.saturating_sub(1);
        let message = act.before.action_message(self.game, known, &action);
        if given
            .is_some_and(|sig| signature(&sig).is_some_and(|sig| is_signed(&key, &message, &sig)))
        {
            self.count_signed(act);
        } else {
            let detail = "the key of the seat did not sign this";
            self.find(Reason::PlayerSignature, act.seq, detail.into());
        }
    }

    fn key_of(&self, act: &Act<'_>) -> Option<[u8; 32]> {
        if let Seen::PlayerJoined(joined) = act.seen {
            return joined.seat_key.map(|key| key.0);
        }
        match self.seats.get(self.index(act.seat()?)?)? {
            Place::Taken(sitter) => sitter.key,
            Place::Open | Place::Closed => None,
        }
    }

    fn count_signed(&mut self, act: &Act<'_>) {
        let index = act.seat().and_then(|seat| self.index(seat));
        let place = index.and_then(|index| self.seats.get_mut(index));
        if let Some(Place::Taken(Sitter { signed, .. })) = place {
            *signed += 1;
        }
    }
}

/// 64 bytes in lower-case hexadecimal.
fn signature(text: &Value) -> Option<Signature> {
    let text = text.as_str()?;
    let lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
    text.parse().ok().filter(|_| lower)
}
