//! Text as a turn: the mover, the die and what the turn remembers.

use super::error::NotationError as E;
use super::keys::{Given, Meaning};
use super::parse::{horse, letter};
use crate::rules::compiled::{Roll, Rules};
use crate::rules::die::Die;
use crate::rules::options::{Bonus, ThirdSix};
use crate::rules::position::{Position, Stage, Throw, Turn};
use crate::rules::rewards::Rewards;
use crate::rules::seat::Seat;

/// The most bonuses that a text may name.
const MAX_BONUSES: usize = 8;

/// The mover, the die and what the turn remembers.
pub(super) fn read_turn(
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
