//! The reference client in JavaScript, against the program.

use std::process::Command;

use serde_json::Value;

use super::serving::{Folder, Serving, run, text};

#[test]
fn the_reference_client_plays_sealed_and_signed_and_notices_each_lie() {
    let folder = Folder::new();
    let serving = Serving::start(&folder);
    let pack = folder.0.join("pack.json");
    let base = format!("http://{}", serving.address());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/client/test.mjs");
    let played = Command::new("node")
        .args([script, &base])
        .arg(&pack)
        .output()
        .expect("Node 20 or later is needed here: install it");
    assert!(played.status.success(), "{}", text(&played.stderr));
    let verified = run(&["verify", "--json", pack.to_str().unwrap()]);
    assert!(verified.status.success(), "{}", text(&verified.stdout));
    let report: Value = serde_json::from_slice(&verified.stdout).unwrap();
    for seat in report["seats"].as_array().unwrap() {
        assert_eq!(seat["class"], "sealed");
        assert!(seat["signed"].as_u64().unwrap() > 50, "{seat}");
    }
}
