//! The third six in a row (A20, A37).

use super::blocked::Blocked;
use super::board::STABLE;
use super::choices::{Choice, Choices};
use super::compiled::Rules;
use super::die::Die;
use super::fact::Fact;
use super::horse::{HorseId, HorseSet, MAX_HORSES};
use super::moves::MoveKind;
use super::options::ThirdSix;
use super::position::{Position, Stage};
use super::seat::Seat;
use super::step::Step;

impl Position {
    pub(super) fn is_third_six(&self, rules: &Rules, die: Die) -> bool {
        die == Die::Six && self.turn.sixes >= 2 && rules.ruleset().third_six != ThirdSix::None
    }

    /// The penalty for the third six in a row (A20, A37).
    pub(super) fn third_six(&mut self, rules: &Rules, report: &mut impl FnMut(Fact)) {
        let seat = self.turn.seat;
        let sent_home = self.penalty(rules);
        for (_, horse) in sent_home.iter() {
            self.put(rules, seat, horse, STABLE);
        }
        report(Fact::ThirdSix { seat, sent_home });
        self.turn.stage = Stage::SendHome;
        if !self.can_move(rules) {
            self.next_turn(rules);
        }
    }

    /// The horses that the third six sends back without a choice.
    fn penalty(&self, rules: &Rules) -> HorseSet {
        let seat = self.turn.seat;
        let eligible = self
            .horse_ids()
            .filter(|horse| self.can_be_sent_home(rules, seat, *horse));
        let one = |horse: HorseId| HorseSet::one(seat, horse);
        match rules.ruleset().third_six {
            ThirdSix::None | ThirdSix::LoseTurn | ThirdSix::ChooseHome => HorseSet::EMPTY,
            ThirdSix::LastMovedHome => self
                .turn
                .last
                .filter(|horse| self.can_be_sent_home(rules, seat, *horse))
                .map_or(HorseSet::EMPTY, one),
            ThirdSix::MostAdvancedHome => eligible
                .max_by_key(|horse| (self.code(seat, *horse), std::cmp::Reverse(*horse)))
                .map_or(HorseSet::EMPTY, one),
            ThirdSix::AllUnsafeHome => eligible
                .filter(|horse| {
                    let code = self.code(seat, *horse);
                    self.way.on_track(code) && !rules.is_safe(rules.square(seat, code))
                })
                .map(|horse| (seat, horse))
                .collect(),
        }
    }

    /// The horses that may be chosen to go back for the third six.
    pub(super) fn send_home_choices(&self, rules: &Rules) -> Choices {
        let seat = self.turn.seat;
        if rules.ruleset().third_six != ThirdSix::ChooseHome {
            return [Err(Blocked::ThirdSix); MAX_HORSES];
        }
        let mut choices = [Err(Blocked::NotSentHome); MAX_HORSES];
        for (choice, horse) in choices.iter_mut().zip(self.horse_ids()) {
            if self.can_be_sent_home(rules, seat, horse) {
                *choice = Ok(Choice {
                    step: Step::EXIT.cut(0),
                    kind: MoveKind::SendHome,
                });
            }
        }
        choices
    }

    /// Whether the third six may send that horse back (A37).
    fn can_be_sent_home(&self, rules: &Rules, seat: Seat, horse: HorseId) -> bool {
        let code = self.code(seat, horse);
        let immune = rules.ruleset().third_six_lane_immune && self.way.in_lane(code);
        code != STABLE && !self.way.finished(code) && !immune
    }
}
