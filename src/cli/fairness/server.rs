//! The audit of a whole server, recomputed from the leaves of its transparency log and its logs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use serde_json::value::RawValue;

use super::progress;
use crate::audit::transparency::Leaf;
use crate::cli::Failure;
use crate::cli::verify::files::{Log, Page, page};
use crate::dice::Link;
use crate::fairness::{Publication, Recount};
use crate::game::{GameId, Head};

/// What `GET /v1/transparency/leaves` and `…/checkpoints` answered.
#[derive(Debug, Default)]
pub(super) struct Pages {
    leaves: BTreeMap<u64, Leaf>,
    /// Roots by size.
    checkpoints: BTreeMap<u64, [u8; 32]>,
}

impl Pages {
    /// The pages that lie in the folders among the arguments; none if there is not one leaf.
    pub(super) fn read(arguments: &[PathBuf]) -> Result<Option<Pages>, Failure> {
        let mut pages = Pages::default();
        for folder in arguments.iter().filter(|path| path.is_dir()) {
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                if let Some(page) = page(&path) {
                    pages
                        .add(page, &fs::read(&path)?)
                        .ok_or_else(|| format!("{}: it cannot be read", path.display()))?;
                }
            }
        }
        Ok((!pages.leaves.is_empty()).then_some(pages))
    }

    fn add(&mut self, page: Page, bytes: &[u8]) -> Option<()> {
        let value: Value = serde_json::from_slice(bytes).ok()?;
        match page {
            Page::Leaves => {
                for leaf in value["leaves"].as_array()? {
                    let game = leaf["game"].as_str()?.parse().ok()?;
                    let (seq, head) = (leaf["seq"].as_u64()?, Head(hash(&leaf["head"])?));
                    self.leaves
                        .insert(leaf["index"].as_u64()?, Leaf { game, seq, head });
                }
            }
            Page::Checkpoints => {
                for tree in value["checkpoints"].as_array()? {
                    self.checkpoints
                        .insert(tree["size"].as_u64()?, hash(&tree["root"])?);
                }
            }
        }
        Some(())
    }

    /// Recomputes what was published as of the checkpoint of that size, or of the last one.
    pub(super) fn recount(&self, logs: &[Log], size: Option<u64>) -> Result<Publication, Failure> {
        let newest = self.checkpoints.keys().next_back().copied();
        let size = size.or(newest).ok_or("there is no checkpoint here")?;
        if !self.checkpoints.contains_key(&size) {
            return Err(format!("checkpoint {size} is not here").into());
        }
        let logs = by_game(logs)?;
        let bar = progress(
            usize::try_from(size).unwrap_or(usize::MAX),
            "leaves recounted",
        );
        let mut recount = Recount::default();
        for (until, root) in self.checkpoints.range(..=size) {
            while recount.leaves() < *until {
                self.take(&mut recount, &logs)?;
                bar.inc(1);
            }
            recount.close(root).map_err(|error| error.to_string())?;
        }
        bar.finish_and_clear();
        Ok(recount.publication())
    }

    fn take(&self, recount: &mut Recount, logs: &BTreeMap<GameId, &Log>) -> Result<(), Failure> {
        let index = recount.leaves();
        let missing = || format!("leaf {index} is not here");
        let leaf = self.leaves.get(&index).ok_or_else(missing)?;
        let log = logs
            .get(&leaf.game)
            .ok_or_else(|| format!("leaf {index}: the log of game {} is not here", leaf.game))?;
        let evidence = log.read(Some(leaf.game))?;
        let lines: Result<Vec<&str>, _> = evidence
            .lines
            .iter()
            .map(|line| std::str::from_utf8(line))
            .collect();
        let lines = lines.map_err(|_| format!("{}: it is not UTF-8", log.path.display()))?;
        recount
            .take(leaf, lines)
            .map_err(|error| format!("{}: {error}", log.path.display()).into())
    }
}

/// A log that is named by its game says so; a pack says it inside.
fn by_game(logs: &[Log]) -> Result<BTreeMap<GameId, &Log>, Failure> {
    let mut games = BTreeMap::new();
    for log in logs {
        let game = match log.named() {
            Some(game) => game,
            None => log.read(None)?.game,
        };
        if games.insert(game, log).is_some() {
            return Err(format!("{}: game {game} is here twice", log.path.display()).into());
        }
    }
    Ok(games)
}

fn hash(value: &Value) -> Option<[u8; 32]> {
    let Link(bytes) = value.as_str()?.parse().ok()?;
    Some(bytes)
}

/// What a server published: the text of its report, and as of which checkpoint.
pub(super) struct Claim {
    text: String,
    pub(super) size: u64,
}

impl Claim {
    /// Reads the answer of `GET /v1/fairness`.
    pub(super) fn read(path: &Path) -> Result<Claim, Failure> {
        let text = fs::read_to_string(path)?;
        let answer: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&text)?;
        let report = answer.get("report").ok_or("it has no report")?;
        let told: Value = serde_json::from_str(report.get())?;
        let size = told["checkpoint"]["size"].as_u64();
        Ok(Claim {
            text: report.get().to_owned(),
            size: size.ok_or("its report has no checkpoint")?,
        })
    }

    /// Compares it, byte for byte.
    pub(super) fn judge(&self, own: &str) -> Result<(), Failure> {
        if self.text == own {
            return Ok(());
        }
        let told: Value = serde_json::from_str(&self.text)?;
        let own: Value = serde_json::from_str(own)?;
        let place = difference(&told, &own, "");
        let place = place.unwrap_or_else(|| "the form of the text".to_owned());
        Err(format!("the published report is not the recomputed one: {place}").into())
    }
}

/// Where two values differ first, as a JSON pointer with both.
fn difference(told: &Value, own: &Value, at: &str) -> Option<String> {
    match (told, own) {
        (Value::Object(left), Value::Object(right)) => {
            let mut keys: Vec<&String> = left.keys().chain(right.keys()).collect();
            keys.sort();
            keys.into_iter().find_map(|key| {
                let of = |map: &serde_json::Map<String, Value>| map.get(key).cloned();
                let (left, right) = (of(left).unwrap_or_default(), of(right).unwrap_or_default());
                difference(&left, &right, &format!("{at}/{key}"))
            })
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            let mut pairs = left.iter().zip(right).enumerate();
            pairs.find_map(|(nth, (left, right))| difference(left, right, &format!("{at}/{nth}")))
        }
        (left, right) if left == right => None,
        (left, right) => Some(format!("{at} is {left} there and {right} here")),
    }
}
