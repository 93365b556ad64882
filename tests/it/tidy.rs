//! The house rules that no compiler checks: read as text, reported as a list of offences.

use std::fs;
use std::path::{Path, PathBuf};

/// A floor, from the ground up, and the foreign crates that it may name.
const FLOORS: [(&str, &str); 10] = [
    ("rules", ""),
    ("dice", "hex hmac rand_chacha sha2 thiserror zeroize"),
    ("advice", ""),
    (
        "game",
        "ed25519_dalek hex jiff serde serde_json serde_json_canonicalizer sha2 thiserror uuid",
    ),
    (
        "audit",
        "base64 ed25519_dalek hex serde serde_json serde_json_canonicalizer sha2 thiserror",
    ),
    ("fairness", "libm serde serde_json"),
    ("store", "async_trait sqlx thiserror tokio"),
    (
        "app",
        "async_trait base64 chacha20poly1305 ed25519_dalek getrandom hex hmac jsonwebtoken serde \
         serde_json serde_json_canonicalizer sha2 thiserror tokio tracing uuid zeroize",
    ),
    (
        "api",
        "actix_web async_trait base64 hex prometheus_client serde serde_json serde_path_to_error \
         sha2 thiserror tokio tracing utoipa utoipa_swagger_ui uuid",
    ),
    (
        "cli",
        "actix_web clap indicatif serde_json thiserror tokio tracing tracing_subscriber \
         ureq",
    ),
];

const FLOORS_WITHOUT_ASYNC: [&str; 6] = ["rules", "dice", "advice", "game", "audit", "fairness"];

/// Marks of unfinished work; in halves, so that they do not stand here themselves.
const UNFINISHED: [&str; 3] = [
    concat!("FIX", "ME"),
    concat!("TO", "DO"),
    concat!("XX", "X "),
];

const LONGEST_FILE: usize = 400;
const LONGEST_LINE: usize = 100;

/// A line of code: comments are left out, for they may speak of anything.
struct Line {
    file: PathBuf,
    number: usize,
    code: String,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Product,
    Tests,
}

impl Line {
    fn floor(&self) -> Option<&str> {
        let inside = self.file.strip_prefix("src").ok()?;
        let first = inside.components().next()?.as_os_str().to_str()?;
        Some(first.strip_suffix(".rs").unwrap_or(first))
    }

    fn says(&self, what: &str) -> String {
        format!(
            "{}:{}: {what}: {}",
            self.file.display(),
            self.number,
            self.code.trim()
        )
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder of the repository whose names end so, relative to its root.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().unwrap().ends_with(ending) {
                found.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn read(file: &Path) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

/// The code of `src`. Tests stand last in a file, or in a file of tests.
fn code() -> Vec<Line> {
    let mut lines = Vec::new();
    for file in files("src", ".rs") {
        let only_tests = file.components().any(|part| {
            let name = part.as_os_str().to_str().unwrap();
            name == "tests" || name.ends_with("tests.rs")
        });
        let mut part = if only_tests {
            Part::Tests
        } else {
            Part::Product
        };
        for (number, text) in (1..).zip(read(&file).lines()) {
            if text.trim() == "#[cfg(test)]" {
                part = Part::Tests;
            }
            if !text.trim_start().starts_with("//") {
                lines.push(Line {
                    file: file.clone(),
                    number,
                    code: text.to_owned(),
                    part,
                });
            }
        }
    }
    assert!(lines.len() > 1_000, "the code was not found");
    lines
}

/// Whether the code names `root::` as the first part of a path.
fn names_root(code: &str, root: &str) -> bool {
    let path = format!("{root}::");
    code.match_indices(&path).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

/// Whether the code has the word, not as a part of a longer one.
fn has_word(code: &str, word: &str) -> bool {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    code.match_indices(word).any(|(at, _)| {
        let after = code[at + word.len()..].chars().next();
        !inside(code[..at].chars().next_back()) && !inside(after)
    })
}

fn none(offences: &[String]) {
    assert!(
        offences.is_empty(),
        "{} offences:\n{}",
        offences.len(),
        offences.join("\n")
    );
}

#[test]
fn a_floor_uses_only_floors_below() {
    let mut offences = Vec::new();
    for line in code() {
        let Some(own) = FLOORS
            .iter()
            .position(|(floor, _)| Some(*floor) == line.floor())
        else {
            continue;
        };
        for (above, _) in &FLOORS[own + 1..] {
            if has_word(&line.code, &format!("crate::{above}")) {
                offences.push(line.says("looks up the stairs"));
            }
        }
    }
    none(&offences);
}

#[test]
fn a_floor_names_only_its_own_crates() {
    let manifest = read(Path::new("Cargo.toml"));
    let (_, dependencies) = manifest.split_once("\n[dependencies]\n").unwrap();
    let (dependencies, _) = dependencies.split_once("\n[").unwrap();
    let crates: Vec<String> = dependencies
        .lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name.replace('-', "_"))
        .collect();
    assert!(crates.iter().any(|name| name == "actix_web"), "{crates:?}");
    let mut offences = Vec::new();
    for line in code().iter().filter(|line| line.part == Part::Product) {
        let Some((_, allowed)) = FLOORS
            .iter()
            .find(|(floor, _)| Some(*floor) == line.floor())
        else {
            continue;
        };
        for name in crates.iter().filter(|name| !has_word(allowed, name)) {
            if names_root(&line.code, name) {
                offences.push(line.says("a crate that is not for this floor"));
            }
        }
    }
    none(&offences);
}

#[test]
fn no_floor_below_the_store_waits() {
    let mut offences = Vec::new();
    for line in code() {
        let still = line
            .floor()
            .is_some_and(|floor| FLOORS_WITHOUT_ASYNC.contains(&floor));
        if still && (has_word(&line.code, "async") || has_word(&line.code, "await")) {
            offences.push(line.says("async"));
        }
    }
    none(&offences);
}

#[test]
fn dice_are_drawn_by_the_protocol_alone() {
    let banned = [
        "random_range",
        "StdRng",
        "seed_from_u64",
        "getrandom",
        "thread_rng",
    ];
    let mut offences = Vec::new();
    for line in code().iter().filter(|line| line.floor() == Some("dice")) {
        if banned.iter().any(|word| has_word(&line.code, word)) {
            offences.push(line.says("a draw that the protocol does not know"));
        }
    }
    none(&offences);
}

#[test]
fn statements_stand_in_the_store_only() {
    let openings = [
        "select ",
        "insert into ",
        "delete from ",
        "create table ",
        "begin immediate",
    ];
    let mut offences = Vec::new();
    for line in code().iter().filter(|line| line.floor() != Some("store")) {
        let lower = line.code.to_lowercase();
        if openings
            .iter()
            .any(|sql| lower.contains(&format!("\"{sql}")))
        {
            offences.push(line.says("SQL"));
        }
    }
    none(&offences);
}

#[test]
fn unfinished_and_careless_code_is_not_kept() {
    let always = [
        "todo!",
        "dbg!",
        "unimplemented!",
        "AssertSqlSafe",
        "#[allow",
        "#![allow",
    ];
    let mut offences = Vec::new();
    for line in code() {
        if always.iter().any(|word| line.code.contains(word)) {
            offences.push(line.says("banned"));
        }
        if line.part == Part::Product && line.code.contains(".unwrap()") {
            offences.push(line.says("unwrap outside tests"));
        }
    }
    for file in [files("src", ".rs"), files("script", "")].concat() {
        for (number, text) in (1..).zip(read(&file).lines()) {
            if UNFINISHED.iter().any(|word| text.contains(word)) {
                offences.push(format!("{}:{number}: unfinished: {text}", file.display()));
            }
        }
    }
    none(&offences);
}

#[test]
fn no_merge_was_left_half_done() {
    let mut offences = Vec::new();
    for folder in [
        "src",
        "tests",
        "benches",
        "migrations",
        "script",
        "docs",
        "audit",
        "openapi",
    ] {
        for file in files(folder, "") {
            let half = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
            for (number, line) in (1..)
                .zip(read(&file).lines())
                .filter(|(_, line)| half(line))
            {
                offences.push(format!("{}:{number}: {line}", file.display()));
            }
        }
    }
    none(&offences);
}

#[test]
fn files_and_lines_are_short() {
    let mut offences = Vec::new();
    for folder in ["src", "tests/it", "benches", "migrations", "script"] {
        for file in files(folder, "") {
            let text = read(&file);
            let lines = text.lines().count();
            if lines > LONGEST_FILE {
                offences.push(format!("{}: {lines} lines", file.display()));
            }
            for (number, line) in (1..).zip(text.lines()) {
                if line.chars().count() > LONGEST_LINE {
                    offences.push(format!("{}:{number}: a long line", file.display()));
                }
            }
        }
    }
    none(&offences);
}

#[test]
fn every_module_says_what_it_is() {
    let mut offences = Vec::new();
    for file in [
        files("src", ".rs"),
        files("tests/it", ".rs"),
        files("benches", ".rs"),
    ]
    .concat()
    {
        if !read(&file).starts_with("//! ") {
            offences.push(format!("{}: no module doc", file.display()));
        }
    }
    none(&offences);
}

#[test]
fn every_link_in_the_docs_leads_somewhere() {
    let mut offences = Vec::new();
    let top = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let top = top
        .map(PathBuf::from)
        .filter(|path| path.extension().is_some_and(|e| e == "md"));
    for file in top.chain(files("docs", ".md")) {
        let folder = root().join(file.parent().unwrap());
        for link in links(&read(&file)) {
            let outside = ["http://", "https://", "mailto:", "#", "/"];
            let target = link.split('#').next().unwrap();
            if !outside.iter().any(|start| link.starts_with(start)) && !folder.join(target).exists()
            {
                offences.push(format!("{}: {link}", file.display()));
            }
        }
    }
    none(&offences);
}

/// The targets of `[text](target)`, outside of code blocks.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut block = false;
    for line in text.lines() {
        block ^= line.trim_start().starts_with("```");
        if block {
            continue;
        }
        for rest in line.split("](").skip(1) {
            if let Some((target, _)) = rest.split_once(')') {
                links.push(target.split(' ').next().unwrap_or(target).to_owned());
            }
        }
    }
    links
}
