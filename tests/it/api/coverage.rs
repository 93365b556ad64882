//! Which operations and problems the scenarios have met.

use std::collections::BTreeSet;
use std::sync::Mutex;

use petits_chevaux::api::problem::ProblemType;

use super::document;

/// A request and its answer.
#[derive(Clone, Debug)]
pub(super) struct Exchange {
    /// The operation; empty for an address that is none.
    pub(super) operation: String,
    pub(super) status: u16,
    /// Method, address and body.
    pub(super) sent: String,
    /// The headers of the answer.
    pub(super) head: String,
    pub(super) body: String,
}

#[derive(Default)]
pub(super) struct Record {
    exchanges: Option<Mutex<Vec<Exchange>>>,
    operations: Mutex<BTreeSet<(String, u16)>>,
    problems: Mutex<BTreeSet<String>>,
}

impl Record {
    /// A record that keeps every answer whole.
    pub(super) fn listening() -> Record {
        Record {
            exchanges: Some(Mutex::default()),
            ..Record::default()
        }
    }

    pub(super) fn exchange(&self, exchange: impl FnOnce() -> Exchange) {
        if let Some(exchanges) = &self.exchanges {
            exchanges.lock().unwrap().push(exchange());
        }
    }

    pub(super) fn exchanges(&self) -> Vec<Exchange> {
        let kept = self.exchanges.as_ref();
        kept.map_or_else(Vec::new, |kept| kept.lock().unwrap().clone())
    }

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
