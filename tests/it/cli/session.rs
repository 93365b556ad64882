//! What the documentation tells a reader to type, typed.

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
