//! What an auditor finds: in good games nothing, in forged ones the forgery, by three verifiers.

mod browser;
mod causes;
mod corpus;
mod forgeries;
mod good;
mod hostile;
mod program;
mod receipts;
mod served;
mod signatures;
mod tampering;
mod timed;
mod tree;
mod verifiers;
mod walk;

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer, SigningKey};
use petits_chevaux::audit::{Evidence, Keys, KeysAtHand, Receipt, Report, verify};
use petits_chevaux::game::{GameId, Head};
use serde_json::{Value, json};

use corpus::Case;

/// The operator's key of these tests.
pub(super) struct Operator {
    key: SigningKey,
    kid: &'static str,
}

impl Operator {
    pub(super) fn new() -> Operator {
        Operator {
            key: SigningKey::from_bytes(&[7; 32]),
            kid: "test-1",
        }
    }

    pub(super) fn jwks(&self) -> Value {
        let public = URL_SAFE_NO_PAD.encode(self.key.verifying_key().as_bytes());
        json!({ "keys": [
            { "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig",
              "kid": self.kid, "x": public },
        ]})
    }

    pub(super) fn keys(&self) -> Keys {
        Keys::read(self.jwks().to_string().as_bytes()).unwrap()
    }

    pub(super) fn sign(&self, game: GameId, seq: u64, head: Head) -> Receipt {
        let signature = self.key.sign(&head.receipt_message(game, seq));
        Receipt {
            game: Some(game),
            seq,
            head: head.to_string(),
            kid: self.kid.to_owned(),
            signature: URL_SAFE_NO_PAD.encode(signature.to_bytes()),
        }
    }

    /// The receipt that a player got for one event of a game.
    pub(super) fn receipt(&self, case: &Case, seq: usize) -> Receipt {
        let mut head = Head::EMPTY;
        for (at, line) in (0..).zip(&case.lines[..=seq]) {
            head = head.after(case.game, at, line);
        }
        self.sign(case.game, seq as u64, head)
    }

    /// The receipt for the last event.
    pub(super) fn last_receipt(&self, case: &Case) -> Receipt {
        self.receipt(case, case.lines.len() - 1)
    }
}

/// The log with its line ends, as it is served.
pub(super) fn log(lines: &[String]) -> Vec<u8> {
    lines
        .iter()
        .flat_map(|line| [line, "\n"].concat().into_bytes())
        .collect()
}

/// The report on a log for somebody who holds these receipts.
pub(super) fn audit(game: GameId, lines: &[String], receipts: &[Receipt]) -> Report {
    verify(&Evidence {
        keys: KeysAtHand::Own(Operator::new().keys()),
        receipts: receipts.to_vec(),
        ..Evidence::of_log(game, &log(lines))
    })
}

/// The codes of a report, each once.
pub(super) fn codes(report: &Report) -> BTreeSet<&'static str> {
    report
        .findings
        .iter()
        .map(|finding| finding.reason.code())
        .collect()
}

/// The pack of a game, as the server makes it.
pub(super) fn pack(case: &Case) -> Value {
    let creation: Value = serde_json::from_str(&case.lines[0]).unwrap();
    let operator = Operator::new();
    json!({
        "format": "petits-chevaux/evidence/1",
        "game": case.game.to_string(),
        "protocol": "pc-dice/1",
        "ruleset": creation["ruleset"],
        "ruleset_hash": creation["ruleset_hash"],
        "receipt": operator.last_receipt(case).to_json(case.game)["receipt"],
        "keys": operator.jwks(),
        "log": case.lines,
    })
}
