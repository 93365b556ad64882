//! An export of all games, from the server to the programs that check it.

use std::fs;
use std::process::Command;

use super::serving::{Folder, Serving, run, text};
use super::witness::until_size;

/// Types a session of a shell against a server.
fn typed(server: &Serving, session: &str) -> String {
    let api = format!("http://{}/v1", server.address());
    let helpers = "set -e\n\
        post() { curl -sf \"$api$1\" -H \"Authorization: Bearer $token\" \
        -H 'Content-Type: application/json' -d \"$2\"; }\n\
        take() { sed -E \"s/.*\\\"$1\\\":\\\"([^\\\"]+)\\\".*/\\1/\"; }\n";
    let output = Command::new("bash")
        .args(["-c", &format!("api={api}\n{helpers}{session}")])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

#[test]
fn an_export_is_verified_and_counted_game_by_game() {
    let folder = Folder::new();
    let server = Serving::start(&folder);
    typed(
        &server,
        "token=$(post /guests '{\"name\":\"Zoé\"}' | take access_token)\n\
        for n in 1 2 3; do\n\
        game=$(post /games '{\"ruleset\":\"quick\",\"seats\":2}' | take id)\n\
        post /games/$game/abort '{}'\n\
        done",
    );
    drop(server);
    let mut server = Serving::start(&folder);
    until_size(&mut server, 3);
    let data = ["--data-dir", folder.path(), "--listen", "127.0.0.1:0"];
    let token = run(&[&["keys", "auditor", "Zoé"], &data[..]].concat());
    assert!(token.status.success(), "{}", text(&token.stderr));
    let token = text(&token.stdout).trim();
    let get = format!("curl -sf $api/audit/export -H 'Authorization: Bearer {token}'");
    let lines = typed(&server, &get);
    assert_eq!(lines.lines().count(), 3);
    let path = folder.0.join("export.ndjson");
    fs::write(&path, &lines).unwrap();
    let file = path.to_str().unwrap();
    let verified = run(&["verify", file]);
    let told = text(&verified.stdout);
    assert!(
        verified.status.success(),
        "{told}{}",
        text(&verified.stderr)
    );
    assert!(told.starts_with("3 games"), "{told}");
    assert!(told.contains("3 games are sound"), "{told}");
    let counted = run(&["fairness", "--json", file]);
    let counted: serde_json::Value = serde_json::from_slice(&counted.stdout).unwrap();
    assert_eq!(counted["games"], 3);
    fs::write(&path, &lines[..lines.len() - 9]).unwrap();
    let refused = run(&["verify", file]);
    assert_eq!(refused.status.code(), Some(1), "a cut line is no game");
    assert!(text(&refused.stderr).contains("not an evidence pack"));
}
