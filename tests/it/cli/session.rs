//! What the documentation tells a reader to type, typed.

use std::path::Path;
use std::process::{Command, Stdio};

use super::serving::{Folder, Serving, text};
use crate::store::ground::{Database, block_on};

/// The first shell session under a heading of a page.
fn session(page: &str, heading: &str) -> String {
    let under = page.split_once(heading).expect("the heading is there").1;
    let fenced = under.split_once("```sh\n").expect("a session follows").1;
    fenced
        .split_once("```")
        .expect("the session ends")
        .0
        .to_owned()
}

#[test]
fn the_session_of_the_readme_plays_a_game_to_its_end() {
    let folder = Folder::new();
    let server = Serving::start(&folder);
    let readme = include_str!("../../../README.md");
    let typed = session(readme, "## Play a game").replace("127.0.0.1:8080", server.address());
    let output = Command::new("bash")
        .args(["-eo", "pipefail", "-c", &typed])
        .stderr(Stdio::inherit())
        .output()
        .expect("bash is there");
    let shown = text(&output.stdout);
    assert!(output.status.success(), "{shown}");
    let last = shown.lines().last().unwrap_or_default();
    assert!(last.contains("\"type\":\"game_ended\""), "{shown}");
}

fn bash(typed: &str) -> std::process::Output {
    let program = Path::new(env!("CARGO_BIN_EXE_petits-chevaux"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    Command::new("bash")
        .args(["-eo", "pipefail", "-c", typed])
        .env("PATH", path)
        .output()
        .expect("bash is there")
}

#[test]
fn the_dice_of_a_server_are_recomputed_as_the_page_says() {
    let (folder, kept) = (Folder::new(), Folder::new());
    let server = Serving::start(&folder);
    let readme = include_str!("../../../README.md");
    let game = session(readme, "## Play a game").replace("127.0.0.1:8080", server.address());
    assert!(bash(&game).status.success());
    drop(server);
    // A checkpoint is made at the start, and an audit follows it.
    let mut server = Serving::start(&folder);
    if !server.seen.contains("dice are audited") {
        server.read_until("dice are audited");
    }
    let page = include_str!("../../../docs/FAIRNESS.md");
    let address = server.address().split_whitespace().next().unwrap();
    let typed = session(page, "## The whole server").replace("127.0.0.1:8080", address);
    std::fs::create_dir_all(kept.path()).unwrap();
    let output = bash(&format!("cd {}\n{typed}", kept.path()));
    let (shown, told) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{shown}{told}");
    assert!(shown.contains("Games: 1 (1 finished)."), "{shown}{told}");
    assert!(told.contains("is what was recomputed"), "{shown}{told}");
}

fn play(server: &Serving) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/script/play");
    let url = format!("http://{}", server.address());
    let output = Command::new("python3")
        .args([script, "--short", &url])
        .output()
        .expect("Python 3 is there");
    let shown = text(&output.stdout);
    assert!(output.status.success(), "{shown}{}", text(&output.stderr));
    let rulesets = petits_chevaux::rules::Preset::ALL.len();
    assert_eq!(
        shown.matches("log and dice verified").count(),
        rulesets,
        "{shown}"
    );
}

#[test]
fn whole_games_of_every_ruleset_are_played_and_recomputed_on_a_file_database() {
    let folder = Folder::new();
    play(&Serving::start(&folder));
}

#[test]
fn whole_games_of_every_ruleset_are_played_and_recomputed_on_postgres() {
    block_on(async {
        let database = Database::create().await;
        let folder = Folder::new();
        let server = Serving::over(&folder, Some(&database.url));
        play(&server);
        drop(server);
        database.drop().await;
    });
}
