//! Three verifiers, two of them written from docs/AUDIT.md alone, say the same of every game.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use petits_chevaux::audit::Receipt;
use petits_chevaux::game::Head;
use serde_json::{Value, json};

use super::causes;
use super::corpus::{self, Case};
use super::forgeries::{self, Forger};
use super::signatures;
use super::timed;
use super::{Operator, log, pack};
use crate::cli::serving::Folder;
use crate::game::table::Client;

/// Logs on disk, as an auditor has them.
struct Files {
    jwks: Option<PathBuf>,
    folder: Folder,
    logs: Vec<PathBuf>,
}

impl Files {
    fn new() -> Files {
        let folder = Folder::new();
        fs::create_dir_all(folder.path()).unwrap();
        let jwks = Path::new(folder.path()).join("keys");
        fs::write(&jwks, Operator::new().jwks().to_string()).unwrap();
        Files {
            jwks: Some(jwks),
            folder,
            logs: Vec::new(),
        }
    }

    /// Each log in a folder of its own, so that its file can be named by its game.
    fn place(&mut self, name: &str) -> PathBuf {
        let folder = Path::new(self.folder.path()).join(self.logs.len().to_string());
        fs::create_dir_all(&folder).unwrap();
        self.logs.push(folder.join(name));
        folder.join(name)
    }

    fn log(&mut self, case: &Case, bytes: &[u8], receipts: &[Receipt]) {
        let log = self.place(&format!("{}.ndjson", case.game));
        fs::write(&log, bytes).unwrap();
        if !receipts.is_empty() {
            let kept: Vec<Value> = receipts
                .iter()
                .map(|kept| kept.to_json(case.game))
                .collect();
            fs::write(log.with_extension("receipt.json"), json!(kept).to_string()).unwrap();
        }
    }

    fn pack(&mut self, pack: &Value) {
        let file = self.place("pack.json");
        fs::write(file, pack.to_string()).unwrap();
    }

    /// One report a log.
    fn reports(&self, program: &str, first: &[&str]) -> Vec<Value> {
        let mut command = Command::new(program);
        command.args(first).arg("--json").args(&self.logs);
        if let Some(jwks) = &self.jwks {
            command.arg("--jwks").arg(jwks);
        }
        let output = command
            .output()
            .unwrap_or_else(|error| panic!("{program} is needed here ({error}): install it"));
        let text = String::from_utf8(output.stdout).unwrap();
        let reports: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(reports.len(), self.logs.len(), "{program}: {errors}");
        reports
    }

    /// Whether the three agree, and what they agree on.
    fn agreed(&self) -> Vec<Value> {
        let script = |name: &str| format!("{}/audit/{name}", env!("CARGO_MANIFEST_DIR"));
        let ours = self.reports(env!("CARGO_BIN_EXE_petits-chevaux"), &["verify"]);
        let python = self.reports("python3", &[&script("verify.py")]);
        let node = self.reports("node", &[&script("verify.mjs")]);
        for (index, log) in self.logs.iter().enumerate() {
            let ours = without_rules(&ours[index]);
            let log = log.display();
            assert_eq!(
                ours,
                without_rules(&python[index]),
                "{log}: verify.py differs"
            );
            assert_eq!(
                ours,
                without_rules(&node[index]),
                "{log}: verify.mjs differs"
            );
        }
        ours
    }
}

/// A report as one who does not know the rules of movement writes it, without the wording.
fn without_rules(report: &Value) -> Value {
    let mut report = report.clone();
    let findings = report["findings"].as_array().unwrap().iter();
    let findings: Vec<Value> = findings
        .filter(|finding| finding["code"] != "rules")
        .map(|finding| json!([finding["code"], finding["event"]]))
        .collect();
    report["verdict"] = json!(if findings.is_empty() {
        "sound"
    } else {
        "defect"
    });
    report["findings"] = json!(findings);
    report["moves"] = Value::Null;
    report
}

#[test]
fn the_three_agree_on_every_good_game() {
    let (operator, mut files) = (Operator::new(), Files::new());
    let cases = [corpus::all(), timed::all()].concat();
    for case in &cases {
        let receipts = [operator.receipt(case, 0), operator.last_receipt(case)];
        files.log(case, &log(&case.lines), &receipts);
    }
    files.pack(&pack(&cases[0]));
    // What is for witnesses is passed over, and so is what a later version may add.
    let mut more = pack(&cases[0]);
    more["transparency"] = json!({ "checkpoint": "a note", "proof": { "path": [] } });
    more["leaf"] = json!(7);
    files.pack(&more);
    for report in files.agreed() {
        assert_eq!(report["verdict"], "sound", "{report}");
    }
}

#[test]
fn the_three_agree_on_every_forgery() {
    let (operator, mut files) = (Operator::new(), Files::new());
    let case = Case {
        lines: corpus::mixed().lines[..120].to_vec(),
        ..corpus::mixed()
    };
    let receipt = operator.last_receipt(&case);
    let signed = signatures::all(&corpus::signed());
    let others = signed.into_iter().chain(causes::all());
    for forgery in forgeries::all(&corpus::mixed()).into_iter().chain(others) {
        let lines = &forgery.lines[..forgery.lines.len().min(150)];
        files.log(&case, &log(lines), &[]);
        files.log(&case, &log(lines), std::slice::from_ref(&receipt));
    }
    files.agreed();
}

/// The same signature with the group's order added to its scalar: RFC 8032 refuses it.
fn malleated(receipt: &Receipt) -> Receipt {
    let order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
    let order = hex::decode(order).unwrap();
    let mut signature = URL_SAFE_NO_PAD.decode(&receipt.signature).unwrap();
    let mut carry = 0;
    for (byte, more) in signature[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(more) + carry;
        [*byte, _] = sum.to_le_bytes();
        carry = sum >> 8;
    }
    Receipt {
        signature: URL_SAFE_NO_PAD.encode(signature),
        ..receipt.clone()
    }
}

#[test]
fn the_three_agree_on_receipts_and_packs_that_are_wrong() {
    let (operator, mut files) = (Operator::new(), Files::new());
    let case = corpus::Party::of("quick", 2, 48)
        .sealed(1)
        .seeded(2)
        .ready();
    let case = case.play(20).case("short");
    let good = operator.receipt(&case, 9);
    let wrong = [
        operator.sign(case.game, 9, Head([9; 32])),
        operator.sign(case.game, 900, Head([9; 32])),
        Receipt {
            kid: "unknown".to_owned(),
            ..good.clone()
        },
        Receipt {
            seq: 10,
            ..good.clone()
        },
        Receipt {
            head: good.head.to_uppercase(),
            ..good.clone()
        },
        Receipt {
            signature: "AA".to_owned(),
            ..good.clone()
        },
        Receipt {
            signature: format!("{}=", good.signature),
            ..good.clone()
        },
    ];
    let wrong = [&wrong[..], &[malleated(&good)]].concat();
    for receipt in &wrong {
        files.log(&case, &log(&case.lines), &[good.clone(), receipt.clone()]);
    }
    files.log(&case, &log(&case.lines), &wrong);
    files.log(&case, b"", &[good]);
    for (field, value) in [
        ("format", json!("petits-chevaux/evidence/0")),
        ("protocol", json!("pc-dice/0")),
        ("ruleset", json!({})),
        ("ruleset_hash", json!("00".repeat(32))),
        ("log", json!([])),
        ("log", json!(case.lines[..12])),
        ("log", json!(["[]"])),
        (
            "keys",
            json!({ "keys": [{ "kty": "OKP", "crv": "Ed25519", "kid": "k", "x": "AA" }] }),
        ),
    ] {
        let mut wrong = pack(&case);
        wrong[field] = value;
        files.pack(&wrong);
    }
    for report in files.agreed() {
        assert_eq!(report["verdict"], "defect", "{report}");
    }
}

/// A skipped turn burns a link: the next one is numbered one higher, and leads back in two steps.
#[test]
fn the_three_agree_on_a_burnt_link() {
    let mut files = Files::new();
    let case = corpus::sealed();
    let forger = Forger::new(&case);
    let roll = forger.find(&["\"kind\":\"turn\"", "\"seat\":1"], 3);
    let event = forger.event(roll);
    let no = u32::try_from(event["link_no"].as_u64().unwrap()).unwrap() + 1;
    let skipped = json!({
        "at": event["at"], "reason": "skipped", "seat": 1, "type": "turn_passed",
    });
    let link = Client::new(0x81).link(no).to_string();
    let forger = forger
        .set(roll, "link", json!(link))
        .set(roll, "link_no", json!(no));
    let lines = forger.insert(roll, &skipped).lines();
    files.log(&case, &log(&lines[..=roll + 1]), &[]);
    files.log(&case, &log(&lines[..=roll]), &[]);
    let reports = files.agreed();
    let codes = reports[0]["findings"].to_string();
    assert!(!codes.contains("seat_chain"), "{codes}");
    assert_eq!(
        reports[0]["seats"][0]["links"].as_u64(),
        reports[1]["seats"][0]["links"]
            .as_u64()
            .map(|links| links + 1)
    );
}

/// A deposit lasts until its number is used; after it the seat asks for its rolls again.
#[test]
fn the_three_agree_on_links_ahead() {
    let mut files = Files::new();
    let party = corpus::Party::of("quick", 2, 45)
        .sealed_automatic(1)
        .seeded(2)
        .ready();
    let case = party.deposit(1, 9).play(600).case("links ahead");
    let forger = Forger::new(&case);
    let asked = forger.find(&["\"kind\":\"turn\"", "\"link_no\":11,"], 0);
    let ahead = forger.find(&["links_deposited"], 0);
    let lines = forger.set(asked, "cause", json!("automatic")).lines();
    files.log(&case, &log(&lines[..=asked]), &[]);
    let forger = Forger::new(&case).set(ahead, "link", json!("11".repeat(32)));
    files.log(&case, &log(&forger.lines()), &[]);
    let reports = files.agreed();
    assert_eq!(reports[0]["findings"][0]["code"], "order");
    assert_eq!(reports[1]["findings"][0]["code"], "seat_chain");
}

/// One key needs its second word: no game is likely to have it.
#[test]
fn the_dice_of_the_others_are_those_of_the_vectors() {
    let vectors = include_str!("../../data/vectors/pc-dice-1.json");
    let vectors: Value = serde_json::from_str(vectors).unwrap();
    for vector in vectors["die"].as_array().unwrap() {
        let key = vector["key"].as_str().unwrap();
        let python = format!("import verify; print(verify.die_of(bytes.fromhex('{key}')))");
        let node = format!(
            "import('./verify.mjs').then((m) => \
             console.log(m.dieOf(Uint8Array.from(Buffer.from('{key}', 'hex')))))"
        );
        for (program, flag, code) in [("python3", "-Bc", python), ("node", "-e", node)] {
            let mut command = Command::new(program);
            command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/audit"));
            let output = command.args([flag, &code]).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_eq!(printed.trim(), vector["die"].to_string(), "{program} {key}");
        }
    }
}

/// Bytes that occur in logs, and some that never do.
const BYTES: &[u8] = b"{}[]\",:\\ 0123456789abcdefABCF-.eEtrunl\n\r\t\0\x7f\x80\xff";

#[test]
fn the_three_agree_on_what_is_known_without_keys() {
    let (operator, mut files) = (Operator::new(), Files::new());
    files.jwks = None;
    let case = corpus::Party::of("quick", 2, 48)
        .sealed(1)
        .seeded(2)
        .ready();
    let case = case.play(20).case("short");
    files.pack(&pack(&case));
    files.log(&case, &log(&case.lines), &[operator.last_receipt(&case)]);
    files.log(
        &case,
        &log(&case.lines[..12]),
        &[operator.last_receipt(&case)],
    );
    let words = files.agreed();
    let keys: Vec<&Value> = words.iter().map(|report| &report["keys"]).collect();
    assert_eq!(keys, ["pack", "none", "none"]);
}

#[test]
fn the_three_agree_on_random_damage() {
    let mut files = Files::new();
    let case = corpus::Party::of("quick", 2, 48)
        .sealed(1)
        .sealed_automatic(2)
        .ready();
    let case = case.play(6).case("short");
    let bytes = log(&case.lines);
    let mut chance = 1_u64;
    let mut random = |below: usize| {
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(chance >> 33).unwrap() % below
    };
    for _ in 0..400 {
        let mut damaged = bytes.clone();
        for _ in 0..=random(2) {
            let at = random(damaged.len());
            damaged[at] = BYTES[random(BYTES.len())];
        }
        files.log(&case, &damaged, &[]);
    }
    files.agreed();
}
