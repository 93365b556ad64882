//! What somebody holds against the log: a receipt must lead to a leaf.

use std::fs;
use std::path::PathBuf;

use super::Failure;
use super::server::Server;
use crate::audit::transparency::note::Checkpoint;
use crate::audit::transparency::wire::Proved;
use crate::audit::{self, Evidence, Receipt, read_receipts};
use crate::game::{GameId, Head};

/// The receipts in these files: receipts, answers, lists of either, evidence packs.
pub(super) fn read(files: &[PathBuf]) -> Result<Vec<(GameId, Receipt)>, Failure> {
    let mut held = Vec::new();
    for path in files {
        let says = |error: String| format!("{}: {error}", path.display());
        let text = fs::read(path).map_err(|error| says(error.to_string()))?;
        let receipts = read_receipts(&text).map_err(|error| says(error.to_string()))?;
        for receipt in receipts {
            let game = receipt.game.ok_or_else(|| {
                says("the receipt does not say its game: keep the whole answer".to_owned())
            })?;
            held.push((game, receipt));
        }
    }
    Ok(held)
}

/// Checks that the head of a receipt is in the history of a leaf of that game.
pub(super) fn check(
    server: &Server,
    checkpoint: &Checkpoint,
    (game, receipt): &(GameId, Receipt),
) -> Result<(), Failure> {
    let size = checkpoint.size;
    let proof = server.get(&format!(
        "/v1/transparency/inclusion?game={game}&size={size}"
    ))?;
    let proved = Proved::read(&proof)?;
    if proved.leaf.game != *game || !proved.holds(checkpoint) {
        return Err(format!("game {game}: the proof of its leaf is wrong").into());
    }
    if proved.leaf.seq < receipt.seq {
        return Err(format!(
            "game {game}: event {} is not in the log yet; ask again after the next checkpoint",
            receipt.seq
        )
        .into());
    }
    let log = server.get(&format!("/v1/games/{game}/log"))?;
    let heads = audit::heads(*game, &Evidence::of_log(*game, log.as_bytes()).lines);
    let head = |seq: u64| usize::try_from(seq).ok().and_then(|seq| heads.get(seq));
    if head(proved.leaf.seq) != Some(&proved.leaf.head) {
        return Err(format!("game {game}: its log does not lead to its leaf").into());
    }
    if head(receipt.seq).map(Head::to_string).as_ref() != Some(&receipt.head) {
        return Err(format!(
            "game {game}: the receipt for event {} is of another history than the log",
            receipt.seq
        )
        .into());
    }
    println!("game {game}: event {} is in the log", receipt.seq);
    Ok(())
}
