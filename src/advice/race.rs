//! How many rolls a horse is from home when only chance is in its way.

use std::collections::BTreeMap;

use crate::rules::{Die, Finish, HorseId, Position, Rules, Ruleset, Seat, SeatSet};

/// The only seat and horse of the race.
const SEAT: Seat = Seat::ALL[0];
const HORSE: HorseId = HorseId::ALL[0];

/// The chance that a horse on an unsafe square of the track is captured before its next roll, by
/// horses that nobody can see yet.
const HAZARD: f64 = 0.05;
/// What a roll costs that this horse cannot use: less than one, for another horse may use it.
const WAITING: f64 = 0.8;
/// Rolls for each square that a horse at home leaves free behind it, where none may pass it.
const SHALLOW: f64 = 1.5;
/// Passes over the equations; what is left of the error is far below a roll.
const SWEEPS: usize = 64;

/// For each distance that a horse has covered, the rolls that it needs on average.
///
/// A horse alone on the board, moved by the rules of its game, but for one thing: off safe
/// squares it may be captured at any roll and begin again. So a square is worth more the more
/// squares a horse has behind it, and the lane, where nobody follows, is worth most.
#[derive(Clone, Debug)]
pub(super) struct Race {
    rolls: Vec<f64>,
    /// The distance of the last square of the lane, if it is filled without passing.
    bottom: Option<u8>,
}

/// Where a horse is, and where each face leads it.
struct Way {
    hazard: f64,
    leads: [usize; Die::ALL.len()],
}

/// A lead that is no distance.
const HOME: usize = usize::MAX;

impl Race {
    pub(super) fn of(rules: &Rules) -> Race {
        let ruleset = rules.ruleset();
        let filled = ruleset.finish == Finish::Fill && !ruleset.lane_jump;
        Race {
            rolls: Rules::new(alone(ruleset)).map_or_else(|_| Vec::new(), |rules| solved(&rules)),
            bottom: filled.then_some(ruleset.lap + 1 + ruleset.lane),
        }
    }

    /// The rolls that a horse in the stable needs.
    pub(super) fn whole(&self) -> f64 {
        self.rolls.first().copied().unwrap_or(0.0)
    }

    /// The rolls that a horse of the board needs.
    pub(super) fn rolls(&self, position: &Position, seat: Seat, horse: HorseId) -> f64 {
        let covered = position.covered(seat, horse);
        if position.is_home(seat, horse) {
            let bottom = self.bottom.unwrap_or(covered);
            return SHALLOW * f64::from(bottom.saturating_sub(covered));
        }
        let rolls = self.rolls.get(usize::from(covered));
        rolls.copied().unwrap_or(0.0)
    }
}

/// The same game with one horse; that is legal wherever the game is.
fn alone(ruleset: &Ruleset) -> Ruleset {
    Ruleset {
        horses: 1,
        horses_to_finish: 1,
        exit_count_first: 1,
        initial_on_start: 0,
        ..ruleset.clone()
    }
}

/// Solves the equations of all distances from home backwards. With `m` of six faces that move the
/// horse, `h` the hazard and `s` the rolls from the stable:
/// `E = (1 - h) * (m + WAITING * (6 - m) + the E of the six leads) / 6 + h * (1 + s)`.
fn solved(rules: &Rules) -> Vec<f64> {
    let ways = ways(rules);
    let top = ways.keys().next_back().copied().unwrap_or(0);
    let mut rolls = vec![0.0; top + 1];
    for _ in 0..SWEEPS {
        for (at, way) in ways.iter().rev() {
            let (mut moves, mut ahead) = (0.0, 0.0);
            for to in way.leads.iter().filter(|to| *to != at) {
                moves += 1.0;
                ahead += rolls.get(*to).copied().unwrap_or(0.0);
            }
            let safe = 1.0 - way.hazard;
            let cost = moves + WAITING * (6.0 - moves);
            let again = way.hazard * 6.0 * (1.0 + rolls[0]);
            let leaves = safe * moves + 6.0 * way.hazard;
            if leaves > 0.0 {
                rolls[*at] = (safe * (cost + ahead) + again) / leaves;
            }
        }
    }
    rolls
}

/// Follows every roll from the stable until nothing new is reached.
fn ways(rules: &Rules) -> BTreeMap<usize, Way> {
    let mut ways = BTreeMap::new();
    let mut open = vec![Position::start(rules, SeatSet::first(1), SEAT)];
    while let Some(position) = open.pop() {
        let at = distance(&position);
        if at == HOME || ways.contains_key(&at) {
            continue;
        }
        let next = Die::ALL.map(|die| rolled(&position, rules, die));
        let square = position.square(rules, SEAT, HORSE);
        let exposed = square.is_some_and(|square| !rules.is_safe(square));
        let hazard = if exposed { HAZARD } else { 0.0 };
        let leads = next.map(|next| distance(&next));
        ways.insert(at, Way { hazard, leads });
        open.extend(next);
    }
    ways
}

fn distance(position: &Position) -> usize {
    if position.is_home(SEAT, HORSE) {
        HOME
    } else {
        usize::from(position.covered(SEAT, HORSE))
    }
}

/// Where a roll leads the horse, which moves if it can.
fn rolled(position: &Position, rules: &Rules, die: Die) -> Position {
    let mut next = position.supposing(rules, SEAT, die).unwrap_or(*position);
    if let Some(mv) = next.legal_moves(rules).first() {
        // A legal move is never refused, and nothing else can follow: nobody else is there.
        next.play(rules, *mv, &mut |_| {}).unwrap_or_default();
    }
    next
}
