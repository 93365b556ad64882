//! Setting a table: which rules, which corners, who begins.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::event::{Created, FirstData, SeatNo};
use super::ruleset::{KeyError, RulesetData, overlay};
use super::saved::corners;
use super::state::{SealedPolicy, Stakes, Table};
use super::terms::{Automation, Clock};
use super::{GameId, ReplayError};
use crate::dice::{Link, PROTOCOL, SERVER_LINKS};
use crate::rules::{FirstPlayer, Preset, Rules, RulesetError, Seat, SeatSet};

/// What a creator asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spec {
    /// A preset's name.
    pub ruleset: String,
    /// Keys that differ from the preset.
    pub overlay: Map<String, Value>,
    /// How many seats; as many as the rules take at most if absent.
    pub seats: Option<u8>,
    /// Which corners, one letter a seat (`ac`); spread evenly if absent (A30).
    pub board_seats: Option<String>,
    /// The seat that begins; the dice decide if absent.
    pub first_seat: Option<u8>,
    /// Whether seats without a chain are refused.
    pub sealed_only: bool,
    /// What a seat does without being asked, unless it says otherwise.
    pub automation: Automation,
    /// How long players may take.
    pub clock: Option<Clock>,
    /// Whether the result counts.
    pub rated: bool,
}

/// What the creation is bound to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// The new game.
    pub id: GameId,
    /// `K_0`.
    pub server_anchor: Link,
    /// The key that signs receipts now.
    pub signing_kid: String,
    /// The creator's pseudonym.
    pub owner: String,
}

/// Why a table cannot be set like that.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// No preset has that name.
    #[error("there is no ruleset called {0}")]
    UnknownRuleset(String),
    /// Keys of the overlay that cannot be read.
    #[error("the overlay has keys that cannot be read")]
    Overlay(Vec<KeyError>),
    /// Choices that contradict each other.
    #[error("the ruleset contradicts itself")]
    Illegal(Vec<RulesetError>),
    /// Too few or too many seats for these rules.
    #[error("these rules take {min} to {max} players")]
    Seats {
        /// At least.
        min: u8,
        /// At most.
        max: u8,
    },
    /// Corners that do not exist, are named twice or are not as many as the seats.
    #[error("board_seats has one letter for each seat, each another one of {0}")]
    Corners(SeatSet),
    /// No such seat to begin.
    #[error("first_seat is a seat from 1 to {0}")]
    First(u8),
    /// A clock that no game may have.
    #[error("{0}")]
    Clock(&'static str),
}

/// A preset with an overlay, checked.
///
/// # Errors
/// [`SetupError`] with every reason.
pub fn rules(name: &str, keys: &Map<String, Value>) -> Result<(String, Rules), SetupError> {
    let preset =
        Preset::from_name(name).ok_or_else(|| SetupError::UnknownRuleset(name.to_owned()))?;
    let overlay = overlay(keys).map_err(SetupError::Overlay)?;
    let ruleset = overlay.apply(&preset.ruleset());
    let mark = if ruleset == preset.ruleset() { "" } else { "+" };
    let rules = Rules::new(ruleset).map_err(SetupError::Illegal)?;
    Ok((
        format!("{}/{}{mark}", preset.name(), preset.version()),
        rules,
    ))
}

/// The first event of a game.
///
/// # Errors
/// [`SetupError`] if the table cannot be set like that.
pub fn create(spec: &Spec, fixed: &Fixed) -> Result<Created, SetupError> {
    let (name, rules) = rules(&spec.ruleset, &spec.overlay)?;
    if let Some(why) = spec.clock.and_then(|clock| clock.fault()) {
        return Err(SetupError::Clock(why));
    }
    let board = board(spec, &rules)?;
    let seats = u8::try_from(board.len()).unwrap_or(u8::MAX);
    let ruleset = RulesetData(rules.ruleset().clone());
    Ok(Created {
        dice: PROTOCOL.to_owned(),
        rules: name,
        ruleset_hash: ruleset.hash(),
        seats,
        board_seats: board.iter().map(|seat| seat.letter()).collect(),
        first: first(spec.first_seat, seats, ruleset.0.first_player)?,
        ruleset,
        server_anchor: fixed.server_anchor.to_string(),
        server_links: SERVER_LINKS,
        signing_kid: fixed.signing_kid.clone(),
        owner: fixed.owner.clone(),
        sealed_only: spec.sealed_only,
        automation: spec.automation,
        clock: spec.clock,
        rated: spec.rated,
    })
}

fn board(spec: &Spec, rules: &Rules) -> Result<Vec<Seat>, SetupError> {
    let ruleset = rules.ruleset();
    let (min, max) = (ruleset.min_players, ruleset.max_players);
    let named = spec.board_seats.as_deref();
    let wish = named.and_then(|letters| u8::try_from(letters.chars().count()).ok());
    let seats = spec.seats.or(wish).unwrap_or(max);
    if seats < min || seats > max {
        return Err(SetupError::Seats { min, max });
    }
    let all = SeatSet::first(ruleset.seats);
    let Some(letters) = named else {
        return Ok(SeatSet::spread(ruleset.seats, seats).iter().collect());
    };
    let corners = corners(letters).ok_or(SetupError::Corners(all))?;
    let set: SeatSet = corners.iter().copied().collect();
    let fits = set.len() == usize::from(seats)
        && corners.len() == set.len()
        && set.without(all).is_empty();
    // Seats play in the order of the board: seat 1 is the first corner, and so on.
    fits.then(|| set.iter().collect())
        .ok_or(SetupError::Corners(all))
}

fn first(wish: Option<u8>, seats: u8, rule: FirstPlayer) -> Result<FirstData, SetupError> {
    match (wish, rule) {
        (Some(seat), _) if (1..=seats).contains(&seat) => Ok(FirstData::Seat(SeatNo(seat))),
        (Some(_), _) => Err(SetupError::First(seats)),
        (None, FirstPlayer::Random | FirstPlayer::HighestRoll | FirstPlayer::Seat) => {
            Ok(FirstData::Draw)
        }
    }
}

/// The table of a first event, which is not taken at its word.
pub(super) fn table(created: &Created) -> Result<Table, ReplayError> {
    let unsound = |why: &str| ReplayError::Creation(why.to_owned());
    if created.dice != PROTOCOL {
        return Err(unsound("another dice protocol"));
    }
    if created.server_links != SERVER_LINKS {
        return Err(unsound("another length of the server's chain"));
    }
    if created.ruleset.hash() != created.ruleset_hash {
        return Err(unsound("the ruleset does not have that hash"));
    }
    let rules = Rules::new(created.ruleset.0.clone())
        .map_err(|errors| ReplayError::Creation(format!("{errors:?}")))?;
    let board = corners(&created.board_seats).ok_or_else(|| unsound("an unknown corner"))?;
    if created.clock.is_some_and(|clock| clock.fault().is_some()) {
        return Err(unsound("a clock that no game may have"));
    }
    if board.len() != usize::from(created.seats) {
        return Err(unsound("seats and corners differ in number"));
    }
    Ok(Table {
        rules: Arc::new(rules),
        rules_name: created.rules.clone(),
        rules_hash: created.ruleset_hash.clone(),
        board,
        first: created.first,
        owner: created.owner.clone(),
        sealed: SealedPolicy::of_log(created.sealed_only),
        automation: created.automation,
        clock: created.clock,
        stakes: Stakes::of_log(created.rated),
    })
}
