//! A position as text.

use std::fmt;

use crate::rules::compiled::Rules;
use crate::rules::horse::HorseSet;
use crate::rules::position::Position;
use crate::rules::seat::{Seat, SeatSet};
use crate::rules::state::Stage;

/// The canonical text of a position; see [`Position::notation`].
#[derive(Clone, Copy, Debug)]
pub struct Notation<'a> {
    position: &'a Position,
    rules: &'a Rules,
}

impl Position {
    /// The position as one line of text, in its canonical form.
    ///
    /// ```
    /// use petits_chevaux::rules::{Position, Preset, Rules, Seat, SeatSet};
    /// let rules = Rules::new(Preset::Quick.ruleset()).expect("presets are legal");
    /// let position = Position::start(&rules, SeatSet::spread(4, 2), Seat::ALL[0]);
    /// let text = position.notation(&rules).to_string();
    /// assert_eq!(text, "E,E,E,E/./E,E,E,E/. a ?");
    /// assert_eq!(Position::parse(&text, &rules), Ok(position));
    /// ```
    #[must_use]
    pub const fn notation<'a>(&'a self, rules: &'a Rules) -> Notation<'a> {
        Notation {
            position: self,
            rules,
        }
    }

    /// The late horses when nothing is said: of two on a square the later in seat order.
    pub(super) fn expected_late(&self, rules: &Rules) -> HorseSet {
        if !rules.order_matters() {
            return HorseSet::EMPTY;
        }
        let mut late = HorseSet::EMPTY;
        for seat in self.seats.iter() {
            for horse in self.horse_ids() {
                let Some(square) = self.square(rules, seat, horse) else {
                    continue;
                };
                let earlier = self.on_square(rules, square).first();
                if earlier != Some((seat, horse)) {
                    late = late.or(HorseSet::one(seat, horse));
                }
            }
        }
        late
    }

    /// The seats that have enough horses home.
    pub(super) fn all_home(&self, rules: &Rules) -> SeatSet {
        let enough = rules.ruleset().horses_to_finish;
        self.seats
            .iter()
            .filter(|seat| self.horses_home(*seat) >= enough)
            .collect()
    }
}

impl fmt::Display for Notation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.horses(f)?;
        self.decision(f)?;
        self.turn(f)?;
        self.game(f)
    }
}

impl Notation<'_> {
    fn horses(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in SeatSet::first(self.rules.ruleset().seats).iter() {
            if seat != Seat::ALL[0] {
                f.write_str("/")?;
            }
            if !self.position.seats.contains(seat) {
                f.write_str(".")?;
                continue;
            }
            for (horse, place) in self.position.horses(seat) {
                let comma = if horse.index() > 0 { "," } else { "" };
                write!(f, "{comma}{place}")?;
            }
        }
        Ok(())
    }

    fn decision(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = self.position.turn.seat;
        match self.position.turn.stage {
            Stage::Over => f.write_str(" - -"),
            Stage::Roll => write!(f, " {seat} ?"),
            Stage::Move(throw) => write!(f, " {seat} {}", throw.die),
            Stage::SendHome => write!(f, " {seat} 6"),
        }
    }

    fn turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = &self.position.turn;
        let tries = match turn.stage {
            Stage::Roll => self.position.granted(self.rules, turn.seat),
            Stage::Move(_) | Stage::SendHome | Stage::Over => 1,
        };
        if turn.tries != tries {
            write!(f, " tries={}", turn.tries)?;
        }
        if turn.sixes != 0 {
            write!(f, " sixes={}", turn.sixes)?;
        }
        if turn.rerolls != 0 {
            write!(f, " rolls={}", turn.rerolls)?;
        }
        if let Some(last) = turn.last {
            write!(f, " last={}{last}", turn.seat)?;
        }
        match turn.stage {
            Stage::Move(throw) if throw.roll.is_bonus() => {
                write!(f, " bonus={}", throw.squares)?;
                let mut waiting = turn.rewards;
                while let Some(roll) = waiting.pop() {
                    write!(f, ",{}", self.rules.bonus_squares(roll))?;
                }
            }
            Stage::Move(_) | Stage::Roll | Stage::SendHome | Stage::Over => {}
        }
        if turn.again {
            f.write_str(" again=1")
        } else {
            Ok(())
        }
    }

    fn game(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        let unexpected = position.late.without(position.expected_late(self.rules));
        if !unexpected.is_empty() {
            write!(f, " late={unexpected}")?;
        }
        list(f, " out=", position.retired.iter())?;
        if position
            .done
            .iter()
            .ne(position.all_home(self.rules).iter())
        {
            list(f, " done=", position.done.iter())?;
        }
        Ok(())
    }
}

/// The seats after `key`, separated by commas; nothing if there are none.
fn list(f: &mut fmt::Formatter<'_>, key: &str, seats: impl Iterator<Item = Seat>) -> fmt::Result {
    for (i, seat) in seats.enumerate() {
        let before = if i == 0 { key } else { "," };
        write!(f, "{before}{seat}")?;
    }
    Ok(())
}
