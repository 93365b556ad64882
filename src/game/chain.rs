//! The hash chain over a game's log, and the messages that are signed.
//!
//! What is hashed is what is stored and served, byte for byte: one line of canonical JSON.

use sha2::{Digest, Sha256};

use super::GameId;

const EVENT_TAG: &[u8; 28] = b"petits-chevaux/log/v1/event\0";
const HEAD_TAG: &[u8; 27] = b"petits-chevaux/log/v1/head\0";
const ACTION_TAG: &[u8; 29] = b"petits-chevaux/log/v1/action\0";

/// `H_seq`, or `H_{-1}` for an empty log.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head(pub [u8; 32]);

impl Head {
    /// `H_{-1}`: what the first event follows.
    pub const EMPTY: Head = Head([0; 32]);

    /// The head after one more event:
    /// `SHA-256(EVENT || G || u64be(seq) || H_{seq-1} || payload)` (PC-DICE/1 section 3.7).
    #[must_use]
    pub fn after(self, game: GameId, seq: u64, payload: impl AsRef<[u8]>) -> Head {
        let mut hash = Sha256::new();
        hash.update(EVENT_TAG);
        hash.update(game.0);
        hash.update(seq.to_be_bytes());
        hash.update(self.0);
        hash.update(payload);
        Head(hash.finalize().into())
    }

    /// What a receipt for event `seq` signs: `HEAD || G || u64be(seq) || H_seq`.
    #[must_use]
    pub fn receipt_message(self, game: GameId, seq: u64) -> Vec<u8> {
        self.message(HEAD_TAG, game, seq)
    }

    /// What a player signs to act on event `seq`: `ACTION || G || u64be(seq) || H_seq || action`
    /// with the action as canonical JSON (section 3.8).
    #[must_use]
    pub fn action_message(self, game: GameId, seq: u64, action: &str) -> Vec<u8> {
        let mut message = self.message(ACTION_TAG, game, seq);
        message.extend_from_slice(action.as_bytes());
        message
    }

    fn message(self, tag: &[u8], game: GameId, seq: u64) -> Vec<u8> {
        [tag, &game.0, &seq.to_be_bytes(), &self.0].concat()
    }
}

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl std::fmt::Debug for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
