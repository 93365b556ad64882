//! What receipts prove, and what proves nothing (T17, T18).

use std::collections::BTreeSet;

use ed25519_dalek::SigningKey;
use petits_chevaux::audit::{Keys, Receipt, read_receipts};
use petits_chevaux::game::Head;
use serde_json::{Value, json};

use super::corpus;
use super::{Operator, audit, codes};

#[test]
fn two_receipts_for_one_event_are_a_proof_that_anybody_can_check() {
    let case = corpus::plain();
    let operator = Operator::new();
    let honest = operator.receipt(&case, 9);
    let lie = operator.sign(case.game, 9, Head([9; 32]));
    let report = audit(case.game, &case.lines, &[honest.clone(), lie.clone()]);
    assert_eq!(codes(&report), BTreeSet::from(["equivocation", "fork"]));
    let words = report.to_string();
    let proof = words
        .split_once("signed: ")
        .unwrap()
        .1
        .lines()
        .next()
        .unwrap();
    let again = read_receipts(proof.as_bytes()).unwrap();
    assert_eq!(again, [honest, lie]);
}

#[test]
fn a_receipt_of_an_unknown_key_proves_nothing_and_is_told() {
    let case = corpus::plain();
    let stranger = Operator {
        key: SigningKey::from_bytes(&[8; 32]),
        kid: "unknown",
    };
    let lie = stranger.sign(case.game, 9, Head([9; 32]));
    let report = audit(case.game, &case.lines, &[lie]);
    assert_eq!(codes(&report), BTreeSet::from(["unknown_key"]));
}

#[test]
fn a_forged_receipt_proves_nothing_and_is_told() {
    let case = corpus::plain();
    let stranger = Operator {
        key: SigningKey::from_bytes(&[8; 32]),
        kid: "test-1",
    };
    let good = Operator::new().receipt(&case, 9);
    let forged = [
        stranger.sign(case.game, 9, Head([9; 32])),
        Receipt {
            seq: 10,
            ..good.clone()
        },
        Receipt {
            head: "9".repeat(64),
            ..good.clone()
        },
        Receipt {
            head: good.head.to_uppercase(),
            ..good.clone()
        },
        Receipt {
            head: String::new(),
            ..good.clone()
        },
        Receipt {
            signature: "AA".to_owned(),
            ..good.clone()
        },
    ];
    for receipt in forged {
        let report = audit(case.game, &case.lines, &[receipt]);
        assert_eq!(codes(&report), BTreeSet::from(["signature"]));
        assert_eq!(report.receipts.signed, 0);
    }
}

#[test]
fn receipts_are_read_bare_in_an_answer_and_in_lists() {
    let bare = json!({ "seq": 1, "head": "00", "kid": "k", "signature": "s" });
    let id = "00000000-0000-4000-8000-000000000000";
    let answer = json!({ "game": { "id": id, "stage": "playing" }, "receipt": bare, "events": [] });
    let kept = json!({ "game": id, "receipt": bare });
    let read = |value: &Value| read_receipts(value.to_string().as_bytes());
    assert_eq!(read(&bare).unwrap()[0].game, None);
    assert_eq!(read(&answer).unwrap(), read(&kept).unwrap());
    assert_eq!(read(&json!([bare, answer])).unwrap().len(), 2);
    for wrong in [json!(1), json!({}), json!([1]), json!({ "seq": -1 })] {
        assert!(read(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn keys_of_other_kinds_are_passed_over_and_broken_ones_are_told() {
    let other = json!({ "keys": [{ "kty": "RSA", "n": "…", "e": "AQAB" }] });
    assert!(Keys::read(other.to_string().as_bytes()).is_ok());
    let broken = json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "kid": "k", "x": "AA" }] });
    assert!(Keys::read(broken.to_string().as_bytes()).is_err());
    assert!(Keys::read(b"{}").is_err());
}
