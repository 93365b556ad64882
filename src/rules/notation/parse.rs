//! Text as a position.

use super::error::NotationError as E;
use super::keys::{Given, Meaning};
use super::parse_turn::read_turn;
use crate::rules::compiled::Rules;
use crate::rules::horse::{HorseId, HorseSet, MAX_HORSES};
use crate::rules::options::{ExitCapture, ExitWhenFull, OwnLanding};
use crate::rules::place::Place;
use crate::rules::position::{Places, Position};
use crate::rules::seat::{MAX_SEATS, Seat, SeatSet};

/// The longest text that is looked at, in bytes.
const MAX_BYTES: usize = 400;

impl Position {
    /// Reads a position of a ruleset; the form is described in `docs/RULES.md`.
    ///
    /// # Errors
    /// The text is not a position, or one that the ruleset cannot have.
    pub fn parse(text: &str, rules: &Rules) -> Result<Position, E> {
        if text.len() > MAX_BYTES {
            return Err(E::TooLong { max: MAX_BYTES });
        }
        let mut parts = text.split_whitespace();
        let horses = parts.next().ok_or(E::Missing {
            part: "list of horses",
        })?;
        let mover = parts.next().ok_or(E::Missing { part: "mover" })?;
        let die = parts.next().ok_or(E::Missing { part: "die" })?;
        let given = Given::read(parts)?;
        let mut position = Position::start(rules, SeatSet::EMPTY, Seat::ALL[0]);
        read_horses(&mut position, rules, horses)?;
        check_crowding(&position, rules)?;
        read_seats(&mut position, rules, &given)?;
        read_order(&mut position, rules, &given)?;
        read_turn(&mut position, rules, mover, die, &given)?;
        Ok(position)
    }
}

fn read_horses(position: &mut Position, rules: &Rules, text: &str) -> Result<(), E> {
    let expected = rules.ruleset().seats;
    let found = text.split('/').count();
    if found != usize::from(expected) {
        return Err(E::SeatCount { expected, found });
    }
    for (seat, text) in Seat::ALL.into_iter().zip(text.split('/')) {
        if text == "." {
            continue;
        }
        position.seats.insert(seat);
        let found = text.split(',').count();
        if found != usize::from(position.count) {
            return Err(E::HorseCount {
                seat,
                expected: position.count,
                found,
            });
        }
        for (horse, text) in HorseId::ALL.into_iter().zip(text.split(',')) {
            let place: Place = text.parse().map_err(|_| E::BadPlace { seat, horse })?;
            let code = position
                .way
                .code(place)
                .ok_or(E::NoSuchPlace { seat, horse, place })?;
            position.horses[seat.index()][horse.index()] = code;
        }
    }
    if position.seats.is_empty() {
        Err(E::NoSeats)
    } else {
        Ok(())
    }
}

/// No more horses on a place than it holds.
fn check_crowding(position: &Position, rules: &Rules) -> Result<(), E> {
    for seat in position.seats.iter() {
        for (horse, place) in position.horses(seat) {
            let fits = match place {
                Place::Stable | Place::Home => true,
                Place::Track(_) => match position.square(rules, seat, horse) {
                    Some(square) => may_share(position, rules, square),
                    None => true,
                },
                Place::Lane(_) => {
                    let code = position.code(seat, horse);
                    let there = position
                        .own(seat)
                        .iter()
                        .filter(|other| **other == code)
                        .count();
                    there <= usize::from(rules.ruleset().lane_capacity)
                }
            };
            if !fits {
                return Err(E::Crowded { seat, place });
            }
        }
    }
    Ok(())
}

/// Whether the horses on a square may stand there together.
fn may_share(position: &Position, rules: &Rules, square: u8) -> bool {
    let ruleset = rules.ruleset();
    let there = position.on_square(rules, square);
    let Some((first, _)) = there.first() else {
        return true;
    };
    if there.len() == 1 {
        return true;
    }
    let one_seat = there.without(HorseSet::of_seat(first)).is_empty();
    let shared_start = square.is_multiple_of(ruleset.arm)
        && (ruleset.exit_capture == ExitCapture::Coexist
            || ruleset.exit_when_full != ExitWhenFull::Blocked);
    let together = if one_seat {
        ruleset.own_landing == OwnLanding::Pair
    } else {
        rules.is_safe(square) || shared_start
    };
    there.len() == 2 && together
}

/// The seats that retired and those that finished.
fn read_seats(position: &mut Position, rules: &Rules, given: &Given<'_>) -> Result<(), E> {
    const SEATS: &str = "seats of the game, separated by commas, each once";
    if let Some(text) = given.get("out") {
        for seat in seats(position, text).ok_or(E::BadValue {
            key: "out",
            expected: SEATS,
        })? {
            position.retired.insert(seat);
            if position.own(seat).iter().any(|code| *code != 0) {
                let expected = "seats whose horses are all in the stable";
                return Err(E::BadValue {
                    key: "out",
                    expected,
                });
            }
        }
    }
    let home = position.all_home(rules);
    let order = match given.get("done") {
        None => home.iter().collect(),
        Some(text) => seats(position, text).ok_or(E::BadValue {
            key: "done",
            expected: SEATS,
        })?,
    };
    if order.iter().copied().collect::<SeatSet>() != home {
        let expected = "the seats whose horses are home, all of them";
        return Err(E::BadValue {
            key: "done",
            expected,
        });
    }
    position.done = Places::default();
    for seat in order {
        position.done.push(seat);
    }
    Ok(())
}

/// Distinct seats of the game, separated by commas.
fn seats(position: &Position, text: &str) -> Option<Vec<Seat>> {
    let mut seats = Vec::with_capacity(MAX_SEATS);
    for text in text.split(',') {
        let seat = letter(text).filter(|seat| position.seats.contains(*seat))?;
        if seats.contains(&seat) {
            return None;
        }
        seats.push(seat);
    }
    Some(seats)
}

pub(super) fn letter(text: &str) -> Option<Seat> {
    let mut chars = text.chars();
    let seat = Seat::from_letter(chars.next()?)?;
    chars.next().is_none().then_some(seat)
}

/// A horse such as `b1`, of a seat of the game.
pub(super) fn horse(position: &Position, text: &str) -> Option<(Seat, HorseId)> {
    let (seat, number) = text.split_at_checked(1)?;
    let seat = letter(seat).filter(|seat| position.seats.contains(*seat))?;
    let horse = position
        .horse_ids()
        .find(|horse| horse.to_string() == number)?;
    Some((seat, horse))
}

/// The order of arrival on shared squares.
fn read_order(position: &mut Position, rules: &Rules, given: &Given<'_>) -> Result<(), E> {
    given.only_if(
        "late",
        Meaning::when(
            rules.order_matters(),
            "exit_when_full captures the last to arrive",
        ),
    )?;
    position.late = position.expected_late(rules);
    let Some(text) = given.get("late") else {
        return Ok(());
    };
    let expected = "horses such as b1, each sharing a square with one other, separated by commas";
    let bad = E::BadValue {
        key: "late",
        expected,
    };
    if text.split(',').count() > MAX_SEATS * MAX_HORSES {
        return Err(bad);
    }
    for text in text.split(',') {
        let (seat, horse) = horse(position, text).ok_or_else(|| bad.clone())?;
        let square = position
            .square(rules, seat, horse)
            .ok_or_else(|| bad.clone())?;
        let there = position.on_square(rules, square);
        if there.len() != 2 {
            return Err(bad);
        }
        position.late = position.late.without(there).or(HorseSet::one(seat, horse));
    }
    Ok(())
}
