//! Which files are logs, and of which games.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::Failure;
use crate::fairness::GameAudit;
use crate::game::GameId;

/// What the name of a log ends in.
const ENDING: &str = "ndjson";

/// A log in a file.
pub(super) struct Log {
    path: PathBuf,
    game: GameId,
}

/// The logs that are named and those in the folders that are named, by the ids of their games:
/// these grow with time.
pub(super) fn find(paths: &[PathBuf], game: Option<GameId>) -> Result<Vec<Log>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(inside(path)?);
        } else {
            files.push(path.clone());
        }
    }
    if game.is_some() && files.len() != 1 {
        return Err("--game is for one log".into());
    }
    let logs = files.into_iter().map(|path| Log::new(path, game));
    let mut logs = logs.collect::<Result<Vec<_>, _>>()?;
    logs.sort_by_key(|log| log.game);
    if let Some(pair) = logs.windows(2).find(|pair| pair[0].game == pair[1].game) {
        let (one, other) = (pair[0].path.display(), pair[1].path.display());
        return Err(format!("{one} and {other} are the same game").into());
    }
    if logs.is_empty() {
        return Err(format!("no file there ends in .{ENDING}").into());
    }
    Ok(logs)
}

fn inside(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| at(folder, error))? {
        let path = entry.map_err(|error| at(folder, error))?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            found.push(path);
        }
    }
    Ok(found)
}

impl Log {
    fn new(path: PathBuf, game: Option<GameId>) -> Result<Log, Failure> {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let named = || stem.and_then(|stem| stem.parse().ok());
        let Some(game) = game.or_else(named) else {
            let name = path.display();
            return Err(format!("{name}: name it by the id of its game, or give --game").into());
        };
        Ok(Log { path, game })
    }

    /// Replays the log.
    pub(super) fn audit(&self) -> Result<GameAudit, Failure> {
        let text = fs::read_to_string(&self.path).map_err(|error| at(&self.path, error))?;
        GameAudit::of_log(self.game, text.lines()).map_err(|(seq, error)| {
            let path = self.path.display();
            format!("{path}: event {seq}: {error}").into()
        })
    }
}

fn at(path: &Path, error: impl std::fmt::Display) -> Failure {
    format!("{}: {error}", path.display()).into()
}
