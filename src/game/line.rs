//! Events ↔ lines of the log.

use serde::Serialize;

use super::event::{Entry, Event};
use super::{Game, GameId, Head, ReplayError, Signature, Time};

/// One event as it is stored, hashed and served.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// 0, 1, 2 … within the game.
    pub seq: u64,
    /// Canonical JSON (RFC 8785) on one line: the hashed bytes.
    pub payload: String,
    /// The head after it.
    pub head: Head,
    /// The roll that it holds.
    pub roll: Option<u32>,
}

#[derive(Serialize)]
struct EntryRef<'a> {
    at: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sig: Option<String>,
    #[serde(flatten)]
    event: &'a Event,
}

/// The canonical bytes of an event that was committed at that time (RFC 3339, UTC), with the
/// signature of its seat.
///
/// # Panics
/// Never: events hold only strings, small integers and lists of them.
#[must_use]
pub fn canonical(at: &str, sig: Option<&Signature>, event: &Event) -> String {
    let sig = sig.map(ToString::to_string);
    serde_json_canonicalizer::to_string(&EntryRef { at, sig, event })
        .expect("an event has string keys and no float")
}

/// Reads one line.
///
/// # Errors
/// [`ReplayError::Payload`] if it is not an event.
pub fn parse(seq: u64, payload: &str) -> Result<Event, ReplayError> {
    entry(seq, payload).map(|entry| entry.event)
}

fn time(seq: u64, entry: &Entry) -> Result<Time, ReplayError> {
    entry.at.parse().map_err(|_| ReplayError::Payload(seq))
}

fn entry(seq: u64, payload: &str) -> Result<Entry, ReplayError> {
    serde_json::from_str(payload).map_err(|_| ReplayError::Payload(seq))
}

/// The lines of new events that follow `seq` and `head`; a signature belongs to the first.
#[must_use]
pub fn lines(
    game: GameId,
    after: Option<(u64, Head)>,
    at: &str,
    (mut sig, events): (Option<&Signature>, &[Event]),
) -> Vec<Line> {
    let (mut seq, mut head) = match after {
        Some((seq, head)) => (seq + 1, head),
        None => (0, Head::EMPTY),
    };
    events
        .iter()
        .map(|event| {
            let payload = canonical(at, sig.take(), event);
            head = head.after(game, seq, &payload);
            let line = Line {
                seq,
                payload,
                head,
                roll: roll_of(event),
            };
            seq += 1;
            line
        })
        .collect()
}

fn roll_of(event: &Event) -> Option<u32> {
    if let Event::DieRolled { roll, .. } = event {
        Some(*roll)
    } else {
        None
    }
}

/// Folds a log, from its first line on.
///
/// # Errors
/// The first [`ReplayError`], with the number of the line at fault.
pub fn replay<'a>(
    game: GameId,
    payloads: impl IntoIterator<Item = &'a str>,
) -> Result<Game, (u64, ReplayError)> {
    let mut payloads = payloads.into_iter();
    let first = payloads.next().unwrap_or_default();
    let mut state = begin(game, first).map_err(|error| (0, error))?;
    for (seq, payload) in (1..).zip(payloads) {
        advance(&mut state, seq, payload).map_err(|error| (seq, error))?;
    }
    Ok(state)
}

/// The state after the first line of a log.
///
/// # Errors
/// [`ReplayError`] if it is not a sound creation.
pub fn begin(game: GameId, payload: &str) -> Result<Game, ReplayError> {
    let Event::GameCreated(created) = parse(0, payload)? else {
        return Err(ReplayError::Creation("it is not the first event".into()));
    };
    let mut state = Game::create(game, &created)?;
    state.head = Head::EMPTY.after(game, 0, payload);
    Ok(state)
}

/// Moves a state one line on.
///
/// # Errors
/// [`ReplayError`] if the line cannot follow.
pub fn advance(state: &mut Game, seq: u64, payload: &str) -> Result<(), ReplayError> {
    let entry = entry(seq, payload)?;
    state.check_entry(&entry)?;
    state.apply(time(seq, &entry)?, &entry.event)?;
    state.head = state.head.after(state.id, seq, payload);
    state.version = seq;
    Ok(())
}
