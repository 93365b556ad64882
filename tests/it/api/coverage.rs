//! Which operations and problems the scenarios have met.

use std::collections::BTreeSet;
use std::sync::Mutex;

use petits_chevaux::api::problem::ProblemType;

use super::document;

#[derive(Default)]
pub(super) struct Record {
    operations: Mutex<BTreeSet<(String, u16)>>,
    problems: Mutex<BTreeSet<String>>,
}

impl Record {
    pub(super) fn operation(&self, id: &str, status: u16) {
        self.operations
            .lock()
            .unwrap()
            .insert((id.to_owned(), status));
    }

    pub(super) fn problem(&self, code: &str) {
        self.problems.lock().unwrap().insert(code.to_owned());
    }

    /// Every good answer of every operation was seen, and every kind of problem.
    pub(super) fn assert_complete(&self) {
        let seen = self.operations.lock().unwrap();
        let good: Vec<_> = document::answers()
            .into_iter()
            .filter(|(_, status)| *status < 400)
            .filter(|answer| !seen.contains(answer))
            .collect();
        assert!(good.is_empty(), "never answered: {good:?}");
        let seen = self.problems.lock().unwrap();
        let slugs = ProblemType::ALL.iter().map(|kind| kind.slug());
        let unmet: Vec<_> = slugs.filter(|slug| !seen.contains(*slug)).collect();
        assert!(unmet.is_empty(), "never met: {unmet:?}");
    }
}
