//! From the README's game to three verdicts, as a reader types it.

use std::process::Command;

use crate::cli::serving::{Folder, Serving, text};

#[test]
fn the_game_of_the_readme_is_checked_as_the_readme_says() {
    let folder = Folder::new();
    let server = Serving::start(&folder);
    let readme = include_str!("../../../README.md");
    let section = readme.split_once("## Play a game").unwrap().1;
    let section = section.split("\n## ").next().unwrap();
    let blocks = section.split("```sh\n").skip(1);
    let typed: String = blocks
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    let pack = format!("{}/game.json", folder.path());
    let typed = typed
        .replace("127.0.0.1:8080", server.address())
        .replace("game.json", &pack)
        .replace(
            "target/release/petits-chevaux",
            env!("CARGO_BIN_EXE_petits-chevaux"),
        );
    let output = Command::new("bash")
        .args(["-eo", "pipefail", "-c", &typed])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("bash is there");
    let shown = text(&output.stdout);
    assert!(output.status.success(), "{shown}{}", text(&output.stderr));
    assert_eq!(shown.matches("nothing is wrong").count(), 3, "{shown}");
    assert_eq!(
        shown
            .matches("1 held, 1 signed by a key of the pack")
            .count(),
        3,
        "{shown}"
    );
}
