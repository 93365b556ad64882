//! Receipts: what the operator signed for somebody (PC-DICE/1, 3.7).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Evidence;
use super::finding::{Finding, Reason};
use super::keys::base64url;
use super::report::ReceiptCount;
use crate::game::{GameId, Head};

/// A statement that `head` was the hash of event `seq`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Receipt {
    /// The game that it came with, if that was kept.
    #[serde(skip)]
    pub game: Option<GameId>,
    /// The event.
    pub seq: u64,
    /// Its hash, 64 hex digits.
    pub head: String,
    /// The key that signed.
    pub kid: String,
    /// The signature, base64url.
    pub signature: String,
}

/// The text holds no receipt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no receipt: {0}")]
pub struct ReceiptError(String);

/// Reads a receipt, an answer of the API that holds one, or a list of either.
///
/// # Errors
/// [`ReceiptError`] if something in it is neither.
pub fn read_receipts(text: &[u8]) -> Result<Vec<Receipt>, ReceiptError> {
    let wrong = |error: serde_json::Error| ReceiptError(error.to_string());
    let value: Value = serde_json::from_slice(text).map_err(wrong)?;
    match value.as_array() {
        Some(list) => list.iter().map(receipt).collect(),
        None => receipt(&value).map(|receipt| vec![receipt]),
    }
}

/// One receipt: `{seq, head, kid, signature}`, perhaps inside of `{game, receipt}`.
fn receipt(value: &Value) -> Result<Receipt, ReceiptError> {
    let named = value["game"].as_str();
    let game = named.or_else(|| value["game"]["id"].as_str());
    let game = game.and_then(|id| id.parse().ok());
    let inner = value.get("receipt").unwrap_or(value);
    let receipt = Receipt::deserialize(inner).map_err(|error| ReceiptError(error.to_string()))?;
    Ok(Receipt { game, ..receipt })
}

impl Receipt {
    /// The receipt as a third party needs it.
    #[must_use]
    pub fn to_json(&self, game: GameId) -> Value {
        json!({
            "game": game.to_string(),
            "receipt": {
                "seq": self.seq, "head": self.head, "kid": self.kid, "signature": self.signature,
            },
        })
    }

    fn message(&self, game: GameId) -> Option<Vec<u8>> {
        let mut head = [0; 32];
        hex::decode_to_slice(&self.head, &mut head).ok()?;
        let lower = !self.head.bytes().any(|byte| byte.is_ascii_uppercase());
        lower.then(|| Head(head).receipt_message(game, self.seq))
    }
}

/// What a receipt is worth.
enum Worth {
    Signed,
    Unchecked,
    Nothing(Reason),
}

fn worth(evidence: &Evidence, receipt: &Receipt) -> Worth {
    let Some(message) = receipt.message(evidence.game) else {
        return Worth::Nothing(Reason::Signature);
    };
    let Some(keys) = evidence.keys.keys() else {
        return Worth::Unchecked;
    };
    let signature = base64url::<64>(&receipt.signature);
    match signature.map(|signature| keys.signed(&receipt.kid, &message, &signature)) {
        Some(Some(true)) => Worth::Signed,
        Some(None) => Worth::Nothing(Reason::UnknownKey),
        Some(Some(false)) | None => Worth::Nothing(Reason::Signature),
    }
}

/// Holds the log against each receipt. One that is not signed as it says proves nothing.
pub(super) fn check(
    evidence: &Evidence,
    heads: &[Head],
    findings: &mut Vec<Finding>,
) -> ReceiptCount {
    let mut count = ReceiptCount::default();
    let mut first: BTreeMap<u64, &Receipt> = BTreeMap::new();
    for receipt in &evidence.receipts {
        count.held += 1;
        match worth(evidence, receipt) {
            Worth::Signed => count.signed += 1,
            Worth::Unchecked => count.unchecked += 1,
            Worth::Nothing(reason) => {
                findings.push(Finding::new(reason, receipt.seq, nothing(reason)));
                continue;
            }
        }
        findings.extend(against(heads, receipt));
        let other = *first.entry(receipt.seq).or_insert(receipt);
        if other.head != receipt.head {
            let detail = proof(evidence.game, other, receipt);
            findings.push(Finding::new(Reason::Equivocation, receipt.seq, detail));
        }
    }
    count
}

fn nothing(reason: Reason) -> &'static str {
    if reason == Reason::UnknownKey {
        "a receipt of a key that is not published"
    } else {
        "a receipt that its key did not sign"
    }
}

fn against(heads: &[Head], receipt: &Receipt) -> Option<Finding> {
    let head = usize::try_from(receipt.seq)
        .ok()
        .and_then(|seq| heads.get(seq));
    match head {
        None => {
            let detail = format!(
                "a receipt exists for it; the log has {} events",
                heads.len()
            );
            Some(Finding::new(Reason::Truncation, receipt.seq, detail))
        }
        Some(head) if head.to_string() != receipt.head => {
            let detail = "the log has another history up to here than was signed";
            Some(Finding::new(Reason::Fork, receipt.seq, detail))
        }
        Some(_) => None,
    }
}

/// Both statements in one line: enough to convince anybody who has the keys.
fn proof(game: GameId, one: &Receipt, other: &Receipt) -> String {
    let proof = json!([one.to_json(game), other.to_json(game)]);
    format!("two histories were signed: {proof}")
}
