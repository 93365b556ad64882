//! A witness, against an honest server and against one that is not.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Output;

use ed25519_dalek::{Signer, SigningKey};
use petits_chevaux::audit::transparency::Leaf;
use petits_chevaux::audit::transparency::merkle::{Edge, node_hash};
use petits_chevaux::audit::transparency::note::{Checkpoint, LogKey};
use petits_chevaux::game::{GameId, Head};
use serde_json::{Value, json};

use super::serving::{Folder, Serving, run, text};

/// A folder that is there, for the state of a witness.
fn folder() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    folder
}

fn file(folder: &Folder, name: &str) -> PathBuf {
    folder.0.join(name)
}

fn watch(url: &str, folder: &Folder, more: &[&str]) -> Output {
    let state = file(folder, "witness.json");
    let state = ["witness", url, "--state", state.to_str().unwrap()];
    run(&[&state[..], more].concat())
}

/// Reads until a checkpoint of that size was made.
pub(super) fn until_size(server: &mut Serving, size: u32) {
    let word = format!("checkpoint size={size}");
    if !server.seen.contains(&word) {
        server.read_until(&word);
    }
}

#[test]
fn an_honest_server_grows_and_has_what_its_players_hold() {
    let data = Folder::new();
    let memory = folder();
    let mut server = Serving::start(&data);
    until_size(&mut server, 0);
    let url = format!("http://{}", server.address());
    let first = watch(&url, &memory, &[]);
    assert!(first.status.success(), "{}", text(&first.stderr));
    assert!(text(&first.stdout).contains("pinned at first use"));
    let session = "set -e\n\
        post() { curl -sf \"$1\" -H \"Authorization: Bearer $token\" \
        -H 'Content-Type: application/json' -d \"$2\"; }\n\
        take() { sed -E \"s/.*\\\"$1\\\":\\\"([^\\\"]+)\\\".*/\\1/\"; }\n\
        token=$(post $api/guests '{\"name\":\"Zoé\"}' | take access_token)\n\
        game=$(post $api/games '{\"ruleset\":\"quick\",\"seats\":2}' | take id)\n\
        post $api/games/$game/seats '{}' >/dev/null\n\
        post $api/games/$game/seats '{}' >turn.json\n";
    let typed = std::process::Command::new("bash")
        .args(["-c", &format!("api={url}/v1\n{session}")])
        .current_dir(&memory.0)
        .output()
        .unwrap();
    assert!(typed.status.success(), "{}", text(&typed.stderr));
    let turn = file(&memory, "turn.json");
    let held = ["--held", turn.to_str().unwrap()];
    let early = watch(&url, &memory, &held);
    assert_eq!(
        early.status.code(),
        Some(1),
        "not in the log before a checkpoint"
    );
    drop(server);
    let mut server = Serving::start(&data);
    until_size(&mut server, 1);
    let url = format!("http://{}", server.address());
    let grown = watch(&url, &memory, &held);
    assert!(grown.status.success(), "{}", text(&grown.stderr));
    let told = text(&grown.stdout);
    assert!(told.contains("grown and kept everything"), "{told}");
    assert!(told.contains("is in the log"), "{told}");
    let again = watch(&url, &memory, &[]);
    assert!(text(&again.stdout).contains("nothing was added"));
    let mut lie: Value = serde_json::from_slice(&std::fs::read(&turn).unwrap()).unwrap();
    lie["receipt"]["head"] = json!("00".repeat(32));
    std::fs::write(&turn, lie.to_string()).unwrap();
    let caught = watch(&url, &memory, &held);
    assert_eq!(caught.status.code(), Some(1));
    assert!(text(&caught.stderr).contains("of another history"));
}

/// A server that answers what it is told to.
struct Fake {
    url: String,
}

impl Fake {
    fn new(answers: HashMap<String, String>) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let first = lines.next().unwrap().unwrap();
                lines.find(|line| line.as_ref().is_ok_and(String::is_empty));
                let path = first.split(' ').nth(1).unwrap();
                let (status, body) = answers.get(path).map_or((404, ""), |body| (200, body));
                let length = body.len();
                let head = format!("HTTP/1.1 {status} x\r\nContent-Length: {length}");
                write!(stream, "{head}\r\nConnection: close\r\n\r\n{body}").unwrap();
            }
        });
        Fake { url }
    }

    /// One that shows the log of `leaves`, and proofs from two leaves to three.
    fn of_log(leaves: &[u8]) -> Fake {
        let (secret, key) = operator();
        let mut edge = Edge::default();
        for n in leaves {
            edge.push(leaf(*n).hash());
        }
        let checkpoint = Checkpoint {
            size: edge.size(),
            root: edge.root(),
        };
        let text = checkpoint.text(key.name());
        let note = key.note(&text, &secret.sign(text.as_bytes()).to_bytes());
        let mut answers = HashMap::from([
            (
                "/v1/transparency".to_owned(),
                json!({ "key": key.to_string() }).to_string(),
            ),
            ("/v1/transparency/checkpoint".to_owned(), note),
        ]);
        if let [_, _, third] = leaves {
            let path = json!({ "path": [hex::encode(leaf(*third).hash())] });
            let asked = "/v1/transparency/consistency?from=2&to=3".to_owned();
            answers.insert(asked, path.to_string());
        }
        Fake::new(answers)
    }
}

fn operator() -> (SigningKey, LogKey) {
    let secret = SigningKey::from_bytes(&[7; 32]);
    let key = LogKey::new("petits-chevaux/log/test", secret.verifying_key()).unwrap();
    (secret, key)
}

fn leaf(n: u8) -> Leaf {
    Leaf {
        game: GameId([n; 16]),
        seq: 0,
        head: Head([n; 32]),
    }
}

#[test]
fn a_log_that_grows_is_believed() {
    let memory = folder();
    for leaves in [&[1, 2][..], &[1, 2], &[1, 2, 3]] {
        let seen = watch(&Fake::of_log(leaves).url, &memory, &[]);
        assert!(seen.status.success(), "{leaves:?}: {}", text(&seen.stderr));
    }
    let mut edge = Edge::default();
    edge.push(leaf(1).hash());
    edge.push(leaf(2).hash());
    assert_eq!(edge.root(), node_hash(&leaf(1).hash(), &leaf(2).hash()));
}

#[test]
fn a_log_with_two_histories_is_shown_with_both() {
    for (leaves, told) in [
        (&[1, 9][..], "FORKED"),
        (&[1, 9, 3], "FORKED"),
        (&[1], "SHRUNK"),
        (&[1, 2, 3, 4], "FORKED"),
    ] {
        let memory = folder();
        let honest = watch(&Fake::of_log(&[1, 2]).url, &memory, &[]);
        assert!(honest.status.success(), "{}", text(&honest.stderr));
        let kept = std::fs::read(file(&memory, "witness.json")).unwrap();
        let caught = watch(&Fake::of_log(leaves).url, &memory, &[]);
        assert_eq!(caught.status.code(), Some(1), "{leaves:?}");
        assert!(text(&caught.stdout).contains(told), "{leaves:?}");
        let notes = text(&caught.stderr)
            .matches("\u{2014} petits-chevaux/log/test")
            .count();
        assert_eq!(notes, 2, "both are printed: {}", text(&caught.stderr));
        let after = std::fs::read(file(&memory, "witness.json")).unwrap();
        assert_eq!(kept, after, "the good one stays");
        let other = std::fs::read_to_string(file(&memory, "witness.json.conflict")).unwrap();
        assert!(other.contains(&format!("\n{}\n", leaves.len())));
    }
}

#[test]
fn a_checkpoint_of_another_key_is_refused() {
    let memory = folder();
    let other = SigningKey::from_bytes(&[8; 32]).verifying_key();
    let other = LogKey::new("petits-chevaux/log/test", other).unwrap();
    let fake = Fake::of_log(&[1]);
    let refused = watch(&fake.url, &memory, &["--key", &other.to_string()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("no signature of the log's key"));
    assert!(!file(&memory, "witness.json").exists());
    assert!(watch(&fake.url, &memory, &[]).status.success());
    let changed = watch(&fake.url, &memory, &["--key", &other.to_string()]);
    assert!(text(&changed.stderr).contains("kept with another key"));
    let nobody = watch("http://127.0.0.1:1", &memory, &[]);
    assert_eq!(nobody.status.code(), Some(1));
    std::fs::write(file(&memory, "witness.json"), "{}").unwrap();
    let spoilt = watch(&fake.url, &memory, &[]);
    assert!(text(&spoilt.stderr).contains("not the state of a witness"));
}
