//! A stranger's look at a game: every byte, link, die, move and receipt, with nothing but the log.
//!
//! Two judges work side by side. The *fold* ([`fold`]) knows chains, dice and the order of a game,
//! and no rule of movement: it goes on after a defect and tells everything that it finds, as do the
//! two verifiers under `audit/`, which are written from docs/AUDIT.md alone. The *replay*
//! ([`crate::game::line::replay`]) knows the rules too, and stops at the first contradiction.
//!
//! Pure: no file, no clock. Findings are data.

mod actions;
mod canonical;
mod dice;
mod finding;
mod fold;
mod keys;
mod lobby;
mod pack;
mod read;
mod receipt;
mod report;
pub mod transparency;
mod words;

use sha2::{Digest, Sha256};

pub use canonical::is_canonical;
pub use finding::{Finding, Reason};
pub use keys::{KeySetError, KeySource, Keys, KeysAtHand};
pub use pack::{FORMAT, Pack, PackError};
pub use receipt::{Receipt, ReceiptError, read_receipts};
pub use report::{Class, MovesCheck, ReceiptCount, Report, SeatReport, StageName};

use crate::game::{GameId, Head, line};
use fold::Fold;

/// Everything that is known about a game from outside.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Which game.
    pub game: GameId,
    /// The log, one event a line, without line ends.
    pub lines: Vec<Vec<u8>>,
    /// The operator's published keys, if there are any at hand.
    pub keys: KeysAtHand,
    /// What the operator signed for somebody.
    pub receipts: Vec<Receipt>,
    /// What is wrong with the wrapping already.
    pub findings: Vec<Finding>,
}

impl Evidence {
    /// The evidence that a log alone is: its bytes, split at line feeds.
    #[must_use]
    pub fn of_log(game: GameId, log: &[u8]) -> Evidence {
        let log = log.strip_suffix(b"\n").unwrap_or(log);
        let lines = log.split(|byte| *byte == b'\n').map(<[u8]>::to_vec);
        Evidence {
            game,
            lines: if log.is_empty() {
                Vec::new()
            } else {
                lines.collect()
            },
            keys: KeysAtHand::None,
            receipts: Vec::new(),
            findings: Vec::new(),
        }
    }
}

/// Checks everything, and tells everything that is wrong.
#[must_use]
pub fn verify(evidence: &Evidence) -> Report {
    let heads = heads(evidence.game, &evidence.lines);
    let mut fold = Fold::new(evidence.game);
    fold.findings.clone_from(&evidence.findings);
    let before = std::iter::once(&Head::EMPTY).chain(&heads);
    for (seq, (line, before)) in (0..).zip(evidence.lines.iter().zip(before)) {
        fold.line(seq, *before, line);
    }
    if evidence.lines.is_empty() {
        fold.find(Reason::Creation, 0, "the log is empty".to_owned());
    }
    let receipts = receipt::check(evidence, &heads, &mut fold.findings);
    let moves = replay(evidence, &mut fold.findings);
    report::report(evidence, fold, &heads, receipts, moves)
}

/// `H_0`, `H_1` … of the lines.
#[must_use]
pub fn heads(game: GameId, lines: &[Vec<u8>]) -> Vec<Head> {
    let mut head = Head::EMPTY;
    let mut heads = Vec::with_capacity(lines.len());
    for (seq, line) in (0..).zip(lines) {
        head = head.after(game, seq, line);
        heads.push(head);
    }
    heads
}

/// Replays by the rules. A contradiction that the fold has explained is not told twice.
fn replay(evidence: &Evidence, findings: &mut Vec<Finding>) -> MovesCheck {
    let lines: Vec<_> = evidence
        .lines
        .iter()
        .map(|line| String::from_utf8_lossy(line))
        .collect();
    let replayed = line::replay(evidence.game, lines.iter().map(AsRef::as_ref));
    let (seq, why) = match replayed {
        Ok(game) if game.is_settled() => return MovesCheck::Whole,
        Ok(game) => (
            game.version,
            "the log stops before what had to follow this event".to_owned(),
        ),
        Err((seq, error)) => (seq, error.to_string()),
    };
    let explained = findings
        .iter()
        .any(|finding| finding.reason.is_of_the_log() && finding.event == Some(seq));
    if !explained {
        findings.push(Finding::new(Reason::Rules, seq, why));
    }
    MovesCheck::Until(seq)
}

fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
