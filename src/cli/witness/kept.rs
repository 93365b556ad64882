//! What a witness remembers: the key of the log, and its last good checkpoint.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Failure;
use crate::audit::transparency::note::LogKey;

/// The memory of a witness.
pub(super) struct Kept {
    pub(super) key: LogKey,
    /// The checkpoint as it was signed.
    pub(super) note: String,
}

impl Kept {
    /// Reads the file; `None` if there is none yet.
    pub(super) fn read(path: &Path) -> Result<Option<Kept>, Failure> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{}: {error}", path.display()).into()),
        };
        let bad = || format!("{} is not the state of a witness", path.display());
        let state: Value = serde_json::from_str(&text).map_err(|_| bad())?;
        let (Some(key), Some(note)) = (state["key"].as_str(), state["checkpoint"].as_str()) else {
            return Err(bad().into());
        };
        Ok(Some(Kept {
            key: key.parse().map_err(|_| bad())?,
            note: note.to_owned(),
        }))
    }
}

/// Remembers a checkpoint: all of it, or the file stays as it was.
pub(super) fn write(path: &Path, key: &LogKey, note: &str) -> Result<(), Failure> {
    let state = json!({ "key": key.to_string(), "checkpoint": note });
    let fresh = beside(path, "new");
    fs::write(&fresh, format!("{state:#}\n"))
        .and_then(|()| fs::rename(&fresh, path))
        .map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Keeps the other checkpoint of a conflict, beside the one that stays.
pub(super) fn write_conflict(path: &Path, note: &str) -> Result<PathBuf, Failure> {
    let conflict = beside(path, "conflict");
    fs::write(&conflict, note).map_err(|error| format!("{}: {error}", conflict.display()))?;
    Ok(conflict)
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(end);
    path.with_file_name(name)
}
