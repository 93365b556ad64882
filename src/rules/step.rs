//! How far one number takes one horse on an empty board, and over which squares.

use super::blocked::Blocked;
use super::board::{STABLE, Way};
use super::die::Die;
use super::options::{FootOvershoot, LaneMode, LaneOvershoot, NullBounce};
use super::ruleset::Ruleset;

/// The way of a move: forward to `apex`, then back, over `len` squares in all.
///
/// This is the folded list of the squares that the move touches, the last one where it lands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Step {
    from: u8,
    apex: u8,
    len: u8,
}

impl Step {
    const fn forward(from: u8, to: u8) -> Step {
        Step {
            from,
            apex: to,
            len: to - from,
        }
    }

    /// The code of the square touched `index` squares after the first.
    pub(super) const fn at(self, index: u8) -> u8 {
        self.cut(index + 1).to()
    }

    /// How many squares it touches.
    pub(super) const fn len(self) -> u8 {
        self.len
    }

    /// The code of the square where it lands.
    pub(super) const fn to(self) -> u8 {
        let ahead = self.apex - self.from;
        if self.len <= ahead {
            self.from + self.len
        } else {
            self.apex - (self.len - ahead)
        }
    }

    /// The same way, ended after `len` squares.
    pub(super) const fn cut(self, len: u8) -> Step {
        Step { len, ..self }
    }

    /// A horse leaving the stable for its start square.
    pub(super) const EXIT: Step = Step::forward(STABLE, STABLE + 1);
}

/// What is to be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pips {
    /// A face of the die and the squares that it is worth.
    Face(Die, u8),
    /// The squares of a bonus, which is no face.
    Bonus(u8),
}

impl Pips {
    pub(super) const fn squares(self) -> u8 {
        match self {
            Pips::Face(_, squares) | Pips::Bonus(squares) => squares,
        }
    }
}

/// The way of a horse outside the stable, on an empty board.
pub(super) fn step(ruleset: &Ruleset, from: u8, pips: Pips) -> Result<Step, Blocked> {
    let way = Way::new(ruleset);
    if way.centre(from) {
        return Err(Blocked::Finished);
    }
    let stops = from < way.foot() && ruleset.lane_mode != LaneMode::Count;
    if stops {
        to_the_foot(ruleset, way, from, pips.squares())
    } else if from >= way.foot() && ruleset.lane_mode == LaneMode::Ladder {
        up_the_ladder(ruleset, way, from, pips)
    } else {
        along_the_lane(ruleset, way, from, pips.squares())
    }
}

/// On the track of a game that stops on the foot (S1-27).
fn to_the_foot(ruleset: &Ruleset, way: Way, from: u8, squares: u8) -> Result<Step, Blocked> {
    let distance = way.foot() - from;
    if squares <= distance {
        return Ok(Step::forward(from, from + squares));
    }
    match ruleset.foot_overshoot {
        FootOvershoot::Bounce => bounce(ruleset, from, way.foot(), squares, STABLE),
        FootOvershoot::Clamp => Ok(Step::forward(from, way.foot())),
        FootOvershoot::Illegal | FootOvershoot::NotApplicable => {
            Err(Blocked::MustStopOnFoot { distance })
        }
    }
}

/// From the foot or a step to the next one, by its own face (S1-31, S2-28).
fn up_the_ladder(ruleset: &Ruleset, way: Way, from: u8, pips: Pips) -> Result<Step, Blocked> {
    let needs = ruleset.ladder.get(usize::from(from - way.foot())).copied();
    match (needs, pips) {
        (None, Pips::Face(..) | Pips::Bonus(_)) => Err(Blocked::Finished),
        (Some(_), Pips::Bonus(_)) => Err(Blocked::BonusNotOnStair),
        (Some(needs), Pips::Face(face, _)) if face == needs => Ok(Step::forward(from, from + 1)),
        (Some(needs), Pips::Face(..)) => Err(Blocked::WrongStep { needs }),
    }
}

/// By count towards the end of the lane (S1-44, S1-45, S4-11).
fn along_the_lane(ruleset: &Ruleset, way: Way, from: u8, squares: u8) -> Result<Step, Blocked> {
    if way.in_lane(from) && !ruleset.lane_moves_after_entry {
        return Err(Blocked::Finished);
    }
    let distance = way.top() - from;
    if squares <= distance {
        return Ok(Step::forward(from, from + squares));
    }
    match ruleset.lane_overshoot {
        LaneOvershoot::Illegal => Err(Blocked::Overshoots { distance }),
        LaneOvershoot::Bounce => bounce(ruleset, from, way.top(), squares, way.foot()),
    }
}

/// Forward to `apex` and back by the surplus, staying above the code `floor`.
fn bounce(ruleset: &Ruleset, from: u8, apex: u8, squares: u8, floor: u8) -> Result<Step, Blocked> {
    let back = squares - (apex - from);
    let to = apex
        .checked_sub(back)
        .filter(|to| *to > floor)
        .ok_or(Blocked::BounceTooFar)?;
    if to == from && ruleset.null_bounce == NullBounce::Illegal {
        return Err(Blocked::NullBounce);
    }
    Ok(Step {
        from,
        apex,
        len: squares,
    })
}
