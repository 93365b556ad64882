//! Text as a position.

use super::error::NotationError as E;
use crate::rules::compiled::{Roll, Rules};
use crate::rules::die::Die;
use crate::rules::horse::{HorseId, HorseSet, MAX_HORSES};
use crate::rules::options::{Bonus, ExitCapture, ExitWhenFull, OwnLanding, ThirdSix};
use crate::rules::place::Place;
use crate::rules::position::{Places, Position, Stage, Throw, Turn};
use crate::rules::rewards::Rewards;
use crate::rules::seat::{MAX_SEATS, Seat, SeatSet};

/// The longest text that is looked at, in bytes.
const MAX_BYTES: usize = 400;
/// The most bonuses that a text may name.
const MAX_BONUSES: usize = 8;

const KEYS: [&str; 9] = [
    "tries", "sixes", "rolls", "last", "bonus", "again", "late", "out", "done",
];

/// The values of the keys, in the order of [`KEYS`].
struct Given<'a>([Option<&'a str>; KEYS.len()]);

impl<'a> Given<'a> {
    fn read(parts: impl Iterator<Item = &'a str>) -> Result<Given<'a>, E> {
        let mut given = Given([None; KEYS.len()]);
        for part in parts {
            let (name, value) = part.split_once('=').ok_or(E::UnknownKey)?;
            let index = KEYS
                .iter()
                .position(|key| *key == name)
                .ok_or(E::UnknownKey)?;
            if given.0[index].replace(value).is_some() {
                return Err(E::RepeatedKey { key: KEYS[index] });
            }
        }
        Ok(given)
    }

    fn get(&self, key: &'static str) -> Option<&'a str> {
        KEYS.iter()
            .position(|known| *known == key)
            .and_then(|index| self.0[index])
    }

    /// A number up to `max`, if the key is given.
    fn number(&self, key: &'static str, max: u8, expected: &'static str) -> Result<Option<u8>, E> {
        let Some(text) = self.get(key) else {
            return Ok(None);
        };
        let digits = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        let value: Option<u8> = if digits { text.parse().ok() } else { None };
        let value = value
            .filter(|value| *value <= max)
            .ok_or(E::BadValue { key, expected })?;
        Ok(Some(value))
    }

    /// Refuses a key that means nothing here.
    fn only_if(&self, key: &'static str, meaning: Meaning) -> Result<(), E> {
        match meaning {
            Meaning::Unless(unless) if self.get(key).is_some() => {
                Err(E::Meaningless { key, unless })
            }
            Meaning::Some | Meaning::Unless(_) => Ok(()),
        }
    }
}

/// Whether a key means something.
enum Meaning {
    Some,
    Unless(&'static str),
}

impl Meaning {
    const fn when(condition: bool, unless: &'static str) -> Meaning {
        if condition {
            Meaning::Some
        } else {
            Meaning::Unless(unless)
        }
    }
}

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

fn letter(text: &str) -> Option<Seat> {
    let mut chars = text.chars();
    let seat = Seat::from_letter(chars.next()?)?;
    chars.next().is_none().then_some(seat)
}

/// A horse such as `b1`, of a seat of the game.
fn horse(position: &Position, text: &str) -> Option<(Seat, HorseId)> {
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

/// The mover, the die and what the turn remembers.
fn read_turn(
    position: &mut Position,
    rules: &Rules,
    mover: &str,
    die: &str,
    given: &Given<'_>,
) -> Result<(), E> {
    let over = position.decided(rules);
    if (mover, die) == ("-", "-") {
        if !over {
            return Err(E::NotOver);
        }
        for key in ["tries", "sixes", "rolls", "last", "bonus", "again"] {
            given.only_if(key, Meaning::Unless("the game goes on"))?;
        }
        position.turn = Turn::over(Seat::ALL[0]);
        return Ok(());
    }
    if over {
        return Err(E::Over);
    }
    let active = position.active();
    let seat = letter(mover)
        .filter(|seat| active.contains(*seat))
        .ok_or(E::BadMover)?;
    let die = match die {
        "?" => None,
        face => {
            let pips = face.parse().ok().filter(|_| face.len() == 1);
            Some(pips.and_then(Die::new).ok_or(E::BadDie)?)
        }
    };
    position.turn = position.fresh_turn(rules, seat);
    read_counts(position, rules, given)?;
    match die {
        None => {
            for key in ["bonus", "again"] {
                given.only_if(key, Meaning::Unless("the die is known"))?;
            }
            read_tries(position, rules, given)
        }
        Some(die) => read_throw(position, rules, die, given),
    }
}

fn read_tries(position: &mut Position, rules: &Rules, given: &Given<'_>) -> Result<(), E> {
    let max = rules.ruleset().tries;
    let expected = "1 to the ruleset's tries";
    if let Some(tries) = given.number("tries", max, expected)? {
        if tries == 0 {
            return Err(E::BadValue {
                key: "tries",
                expected,
            });
        }
        position.turn.tries = tries;
    }
    Ok(())
}

/// The sixes and the extra rolls so far, and the last horse moved.
fn read_counts(position: &mut Position, rules: &Rules, given: &Given<'_>) -> Result<(), E> {
    let ruleset = rules.ruleset();
    let counted = ruleset.third_six != ThirdSix::None;
    given.only_if("sixes", Meaning::when(counted, "third_six has a penalty"))?;
    position.turn.sixes = given.number("sixes", 2, "0, 1 or 2")?.unwrap_or(0);
    let limited = ruleset.reroll_max.is_some();
    given.only_if(
        "rolls",
        Meaning::when(limited, "reroll_max limits extra rolls"),
    )?;
    let max = ruleset.reroll_max.unwrap_or(0);
    position.turn.rerolls = given.number("rolls", max, "0 to reroll_max")?.unwrap_or(0);
    let kept = ruleset.third_six == ThirdSix::LastMovedHome;
    given.only_if("last", Meaning::when(kept, "third_six is last_moved_home"))?;
    if let Some(text) = given.get("last") {
        let expected = "a horse of the mover, such as a2";
        let (_, last) = horse(position, text)
            .filter(|(seat, _)| *seat == position.turn.seat)
            .ok_or(E::BadValue {
                key: "last",
                expected,
            })?;
        position.turn.last = Some(last);
    }
    Ok(())
}

/// A face that was rolled: to be played, or its bonuses, or the third six.
fn read_throw(
    position: &mut Position,
    rules: &Rules,
    die: Die,
    given: &Given<'_>,
) -> Result<(), E> {
    position.turn.tries = 1;
    position.turn.stage = Stage::Move(position.throw(rules, position.turn.seat, die));
    let bonuses = given.get("bonus");
    let third = position.is_third_six(rules, die);
    if third {
        position.turn.stage = Stage::SendHome;
        given.only_if("bonus", Meaning::Unless("the roll is played"))?;
    }
    given.only_if(
        "again",
        Meaning::when(bonuses.is_some(), "a bonus is to be played"),
    )?;
    if let Some(text) = bonuses {
        read_bonuses(position, rules, die, text)?;
        let again = given.number("again", 1, "0 or 1")?;
        position.turn.again = again == Some(1);
    }
    read_tries(position, rules, given)?;
    if third || position.can_move(rules) {
        position.turn.tries = 1;
    }
    Ok(())
}

fn read_bonuses(position: &mut Position, rules: &Rules, die: Die, text: &str) -> Result<(), E> {
    let expected = "squares that a capture or an arrival earns, separated by commas";
    let bad = E::BadValue {
        key: "bonus",
        expected,
    };
    let mut rewards = Rewards::NONE;
    if text.split(',').count() > MAX_BONUSES {
        return Err(bad);
    }
    for text in text.split(',') {
        let is = |bonus| matches!(bonus, Bonus::Squares(squares) if squares.to_string() == text);
        if is(rules.ruleset().capture_bonus) {
            rewards.push_capture();
        } else if is(rules.ruleset().goal_bonus) {
            rewards.push_goal();
        } else {
            return Err(bad);
        }
    }
    let roll: Roll = rewards.pop().ok_or(bad)?;
    let squares = rules.bonus_squares(roll);
    position.turn.stage = Stage::Move(Throw { die, roll, squares });
    position.turn.rewards = rewards;
    Ok(())
}
