//! The hash chain of the log and what is signed over it, against the published vectors.

use ed25519_dalek::{Signer, SigningKey};
use petits_chevaux::game::{Entry, GameId, Head, line};
use serde_json::Value;

use super::{bytes, vectors};

fn log() -> Vec<Value> {
    serde_json::from_str(include_str!("../../data/vectors/log-1.json")).unwrap()
}

fn game() -> GameId {
    GameId(bytes(&vectors()["game"]))
}

fn head_at(seq: usize) -> Head {
    Head(bytes(&log()[seq]["hash"]))
}

#[test]
fn every_line_of_the_published_log_has_its_hash() {
    let mut head = Head::EMPTY;
    for (seq, line) in (0..).zip(log()) {
        head = head.after(game(), seq, line["payload"].as_str().unwrap());
        assert_eq!(head.to_string(), line["hash"], "event {seq}");
    }
}

#[test]
fn the_published_events_are_read_and_written_back_byte_for_byte() {
    for line in &log()[1..] {
        let payload = line["payload"].as_str().unwrap();
        let entry: Entry = serde_json::from_str(payload).unwrap();
        assert_eq!(line::canonical(&entry.at, None, &entry.event), payload);
    }
}

#[test]
fn a_receipt_is_the_published_signature_over_the_head() {
    // RFC 8032, 7.1, TEST 1.
    let key = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    let signer = SigningKey::from_bytes(&bytes(&Value::from(key)));
    let receipt = signer.sign(&head_at(15).receipt_message(game(), 15));
    assert_eq!(
        hex::encode(receipt.to_bytes()),
        "8776ca1a4a3cc17a0cd460c7e3e3c37222c2c5b364cfb4ee35452834e22ed10e\
         30442289b11ba0e496723846d0fae20586e7de5e2894bd18678865708bbdd903"
    );
}

#[test]
fn an_action_is_signed_over_the_head_that_its_player_knows() {
    // RFC 8032, 7.1, TEST 2.
    let key = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
    let signer = SigningKey::from_bytes(&bytes(&Value::from(key)));
    let action = r#"{"piece":1,"roll":5,"seat":1,"type":"move"}"#;
    let signed = signer.sign(&head_at(12).action_message(game(), 12, action));
    assert_eq!(
        hex::encode(signed.to_bytes()),
        "a0b80081e78191f7755c464efbaffdef24d9cd29bfc559999214681a8df70825\
         9cba869f7aaa3836931f2bb8ea5f5c046417b5734ef310265f29e828eb4f480a"
    );
}
