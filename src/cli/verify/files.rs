//! What an auditor has on disk: logs, packs, keys, receipts.

use std::fs;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::Failure;
use crate::audit::{Evidence, Keys, KeysAtHand, Pack, Receipt, read_receipts};
use crate::game::GameId;

/// A log or a pack.
#[derive(Debug)]
pub(in crate::cli) struct Log {
    pub(in crate::cli) path: PathBuf,
    part: Part,
}

/// Where in its file a log is.
#[derive(Debug)]
enum Part {
    Whole,
    /// A pack on a line of an export.
    Line {
        from: u64,
        length: usize,
    },
}

/// How each line of an export begins (`GET /v1/audit/export`).
const EXPORTED: &[u8] = b"{\"leaf\":";

/// The end of the name of a receipt that lies beside its log.
const RECEIPT: &str = ".receipt.json";

/// The logs that the arguments name: folders give all that lie in them.
pub(in crate::cli) fn logs(arguments: &[PathBuf]) -> Result<Vec<Log>, Failure> {
    let mut logs = Vec::new();
    for path in arguments {
        if path.is_dir() {
            let mut inside: Vec<PathBuf> = fs::read_dir(path)
                .map_err(|error| says(path, error))?
                .filter_map(|entry| entry.ok().map(|entry| entry.path()))
                .filter(|path| is_log(path))
                .collect();
            inside.sort();
            for path in inside {
                logs.extend(logs_in(path)?);
            }
        } else {
            logs.extend(logs_in(path.clone())?);
        }
    }
    if logs.is_empty() {
        return Err("there is no log: *.ndjson, or packs *.json".into());
    }
    Ok(logs)
}

/// The log or pack that a file is, or the packs of an export.
fn logs_in(path: PathBuf) -> Result<Vec<Log>, Failure> {
    let whole = |path| Log {
        path,
        part: Part::Whole,
    };
    let Ok(file) = fs::File::open(&path) else {
        return Ok(vec![whole(path)]);
    };
    let (mut file, mut line) = (BufReader::new(file), Vec::new());
    let (mut from, mut logs) = (0, Vec::new());
    loop {
        line.clear();
        let read = file.read_until(b'\n', &mut line);
        let length = read.map_err(|error| says(&path, error))?;
        if !line.starts_with(EXPORTED) {
            let export = length == 0 && !logs.is_empty();
            return Ok(if export { logs } else { vec![whole(path)] });
        }
        let part = Part::Line { from, length };
        logs.push(Log {
            path: path.clone(),
            part,
        });
        from += length as u64;
    }
}

fn is_log(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let other = name.ends_with(RECEIPT) || name == "jwks.json" || page(path).is_some();
    let pack = is_pack(path) && !other;
    pack || path.extension().is_some_and(|end| end == "ndjson")
}

/// A page of the transparency log.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum Page {
    /// `leaves….json`
    Leaves,
    /// `checkpoints….json`
    Checkpoints,
}

/// Which page lies in the file, by its name.
pub(in crate::cli) fn page(path: &Path) -> Option<Page> {
    let name = path.file_name()?.to_str()?.strip_suffix(".json")?;
    if name.starts_with("leaves") {
        Some(Page::Leaves)
    } else if name.starts_with("checkpoints") {
        Some(Page::Checkpoints)
    } else {
        None
    }
}

fn is_pack(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "json")
}

fn says(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| says(path, error))
}

impl Log {
    /// The evidence in it, with a receipt that lies beside it.
    pub(in crate::cli) fn read(&self, game: Option<GameId>) -> Result<Evidence, String> {
        let (bytes, pack) = match self.part {
            Part::Whole => (read(&self.path)?, is_pack(&self.path)),
            Part::Line { from, length } => (self.line(from, length)?, true),
        };
        let mut evidence = if pack {
            let pack = Pack::read(&bytes).map_err(|error| error.to_string())?;
            if game.is_some_and(|game| game != pack.game) {
                return Err(format!("the pack is of game {}", pack.game));
            }
            pack
        } else {
            let named = game.or_else(|| self.named());
            let named = named.ok_or("which game is it? say --game, or name the file so")?;
            Evidence::of_log(named, &bytes)
        };
        if let Part::Line { .. } = self.part {
            return Ok(evidence);
        }
        let beside = self
            .path
            .with_file_name(format!("{}{RECEIPT}", self.stem()));
        if beside.is_file() {
            evidence.receipts.extend(receipts(&beside)?);
        }
        Ok(evidence)
    }

    /// The game that the file is named by.
    pub(in crate::cli) fn named(&self) -> Option<GameId> {
        match self.part {
            Part::Whole => self.stem().parse().ok(),
            Part::Line { .. } => None,
        }
    }

    fn line(&self, from: u64, length: usize) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0; length];
        fs::File::open(&self.path)
            .and_then(|mut file| {
                file.seek(SeekFrom::Start(from))?;
                file.read_exact(&mut bytes)
            })
            .map_err(|error| says(&self.path, error))?;
        Ok(bytes)
    }

    fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }
}

fn receipts(path: &Path) -> Result<Vec<Receipt>, String> {
    read_receipts(&read(path)?).map_err(|error| says(path, error))
}

/// What the auditor brings along.
#[derive(Debug)]
pub(super) struct Held {
    keys: Option<Keys>,
    receipts: Vec<Receipt>,
}

impl Held {
    pub(super) fn read(jwks: Option<&Path>, files: &[PathBuf]) -> Result<Held, String> {
        let keys = jwks
            .map(|path| Keys::read(&read(path)?).map_err(|error| says(path, error)))
            .transpose()?;
        let mut held = Vec::new();
        for path in files {
            held.extend(receipts(path)?);
        }
        Ok(Held {
            keys,
            receipts: held,
        })
    }

    pub(super) fn has_nameless_receipts(&self) -> bool {
        self.receipts.iter().any(|receipt| receipt.game.is_none())
    }

    /// A receipt that no log answers must not look as if it had been checked.
    pub(super) fn check_all_used(&self, games: impl Iterator<Item = GameId>) -> Result<(), String> {
        let games: Vec<GameId> = games.collect();
        let strange = self.receipts.iter().filter_map(|receipt| receipt.game);
        match strange.clone().find(|game| !games.contains(game)) {
            Some(game) => Err(format!(
                "a receipt is of game {game}, whose log is not here"
            )),
            None => Ok(()),
        }
    }

    /// The evidence with what the auditor brings: own keys count more than those of a pack.
    pub(super) fn add_to(&self, mut evidence: Evidence) -> Evidence {
        let game = evidence.game;
        let mine = |receipt: &&Receipt| receipt.game.is_none_or(|named| named == game);
        let receipts = self.receipts.iter().filter(mine).cloned();
        evidence.receipts.extend(receipts);
        if let Some(keys) = &self.keys {
            evidence.keys = KeysAtHand::Own(keys.clone());
        }
        evidence
    }
}
