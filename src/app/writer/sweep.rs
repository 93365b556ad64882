//! Rows that have served their time: answers to idempotency keys, sessions.

use super::Tools;

/// How long a key answers again: two days, a day more than is promised.
const ANSWERS_US: i64 = 2 * 24 * 3_600 * 1_000_000;
/// How long the writer leaves the old rows alone: 1,000 rows a second go at most.
const PAUSE_US: i64 = 1_000_000;

/// When the old rows were looked at last.
pub(super) struct Sweep(i64);

impl Sweep {
    /// The first look is one pause after the start.
    pub(super) fn new(tools: &Tools) -> Sweep {
        Sweep(tools.clock.now_us())
    }

    /// Deletes a bounded number of old rows, once in a while. A failure is no command's failure:
    /// the rows are still there the next time.
    pub(super) async fn turn(&mut self, tools: &Tools) {
        let now_us = tools.clock.now_us();
        if now_us.saturating_sub(self.0) < PAUSE_US {
            return;
        }
        self.0 = now_us;
        let answers = tools
            .store
            .forget_answers(now_us.saturating_sub(ANSWERS_US))
            .await;
        let sessions = tools.store.forget_sessions(now_us).await;
        for error in [answers.err(), sessions.err()].into_iter().flatten() {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "old rows were kept"
            );
        }
    }
}
