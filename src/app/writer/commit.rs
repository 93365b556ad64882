//! A round on its way into the store.

use super::Tools;
use crate::store::{Commit, Committed, StoreError};

/// Tries of a round whose outcome is unknown, the first included.
const TRIES: u32 = 3;

/// Commits a round. When the outcome is unknown (the connection broke), the same round is sent
/// again: what was written by the first try is told by the hashes in the log.
pub(super) async fn commit(
    tools: &Tools,
    commits: &[Commit],
) -> Result<Vec<Committed>, StoreError> {
    let mut tried = 1;
    let mut outcomes = loop {
        match tools.store.commit(commits).await {
            Err(error) if error.is_transient() && tried < TRIES => tried += 1,
            outcome => break outcome?,
        }
    };
    if tried > 1 {
        for (commit, outcome) in commits.iter().zip(&mut outcomes) {
            if !matches!(outcome, Committed::Done) && is_written(tools, commit).await? {
                *outcome = Committed::Done;
            }
        }
    }
    Ok(outcomes)
}

async fn is_written(tools: &Tools, commit: &Commit) -> Result<bool, StoreError> {
    let (Some(first), Some(last)) = (commit.records.first(), commit.records.last()) else {
        return Ok(false);
    };
    let written = tools.store.events(commit.game, first.seq, last.seq).await?;
    Ok(written == commit.records)
}
