//! A ruleset that was checked, with the tables that make it quick.

use super::blocked::Blocked;
use super::board::{STABLE, Way};
use super::check;
use super::die::Die;
use super::error::RulesetError;
use super::horse::{HorseSet, MAX_HORSES};
use super::options::{Barrier, Bonus, ExitDuty, ExitWhenFull, FaceValue, Overtaking, OwnLanding};
use super::ruleset::Ruleset;
use super::seat::{MAX_SEATS, Seat};
use super::step::{Pips, Step, step};

/// One more than the greatest code of a horse.
const CODES: usize = MAX_SEATS * check::MAX_ARM as usize + check::MAX_LANE as usize + 2;
/// The most squares of a track.
const MAX_SQUARES: usize = MAX_SEATS * check::MAX_ARM as usize;
/// A code that no horse has.
const NOWHERE: u8 = u8::MAX;

/// A number that a horse may be moved by: one row of the table of steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Roll {
    One = 0,
    Two,
    Three,
    Four,
    Five,
    Six,
    /// A six that is worth seven.
    Seven,
    /// The bonus of a capture.
    Capture,
    /// The bonus of getting home.
    Goal,
}

const ROLLS: [Roll; 9] = [
    Roll::One,
    Roll::Two,
    Roll::Three,
    Roll::Four,
    Roll::Five,
    Roll::Six,
    Roll::Seven,
    Roll::Capture,
    Roll::Goal,
];

/// A checked ruleset.
///
/// ```
/// use petits_chevaux::rules::{Preset, Rules};
/// let rules = Rules::new(Preset::Quick.ruleset()).expect("presets are legal");
/// assert_eq!(rules.ruleset().horses, 4);
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    ruleset: Ruleset,
    way: Way,
    /// What may stand between a horse and its square, besides own horses on it.
    crowded: bool,
    steps: Vec<Result<Step, Blocked>>,
    /// For each square the code that a horse of each seat has there.
    targets: Vec<[u64; 3]>,
    safe: u128,
}

impl Rules {
    /// Checks a ruleset and prepares it for play.
    ///
    /// # Errors
    /// Every reason why the ruleset is no game.
    pub fn new(ruleset: Ruleset) -> Result<Rules, Vec<RulesetError>> {
        let reasons = check::check(&ruleset);
        if !reasons.is_empty() {
            return Err(reasons);
        }
        Ok(Rules {
            way: Way::new(&ruleset),
            crowded: crowded(&ruleset),
            steps: steps(&ruleset),
            targets: targets(&ruleset),
            safe: safe(&ruleset),
            ruleset,
        })
    }

    /// The choices.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    pub(super) const fn way(&self) -> Way {
        self.way
    }

    /// Whether anything but an own horse on the square of arrival can stop a move.
    pub(super) const fn crowded(&self) -> bool {
        self.crowded
    }

    pub(super) fn step(&self, roll: Roll, from: u8) -> Result<Step, Blocked> {
        self.steps[roll as usize * CODES + usize::from(from)]
    }

    /// The square that a code of the track names, for that seat.
    pub(super) fn square(&self, seat: Seat, code: u8) -> u8 {
        square(&self.ruleset, seat, code)
    }

    /// The horses among `horses` (one code each) that stand on `square`.
    pub(super) fn on_square(&self, horses: &[[u8; MAX_HORSES]; MAX_SEATS], square: u8) -> HorseSet {
        let targets = &self.targets[usize::from(square)];
        let words = words(horses);
        let bits = matching_bytes(words[0], targets[0])
            | matching_bytes(words[1], targets[1]) << 8
            | matching_bytes(words[2], targets[2]) << 16;
        HorseSet::from_bits(bits)
    }

    /// Whether the square is safe; squares are counted from the start of seat `a`.
    #[must_use]
    pub const fn is_safe(&self, square: u8) -> bool {
        self.safe & (1 << square) != 0
    }

    /// Whether the order of arrival on a shared square can ever matter (B04).
    pub(super) fn order_matters(&self) -> bool {
        self.ruleset.exit_when_full != ExitWhenFull::Blocked
    }

    /// Whether some legal-looking moves may have to give way to a duty.
    pub(super) fn has_duties(&self) -> bool {
        self.ruleset.exit_duty != ExitDuty::Optional
            || self.ruleset.open_barrier_on_six
            || self.ruleset.capture_duty
    }

    /// The row of a face, and the squares that it is worth.
    pub(super) fn roll_of(&self, die: Die, stable_empty: impl FnOnce() -> bool) -> (Roll, u8) {
        let roll = ROLLS[usize::from(die.get()) - 1];
        match (die, self.ruleset.face_value) {
            (Die::Six, FaceValue::SixIs7IfHouseEmpty) if stable_empty() => (Roll::Seven, 7),
            (Die::Six, FaceValue::SixIs12) => (roll, 12),
            (
                Die::One | Die::Two | Die::Three | Die::Four | Die::Five | Die::Six,
                FaceValue::Identity | FaceValue::SixIs7IfHouseEmpty | FaceValue::SixIs12,
            ) => (roll, die.get()),
        }
    }
}

impl Rules {
    /// The squares of a bonus.
    pub(super) fn bonus_squares(&self, roll: Roll) -> u8 {
        pips(&self.ruleset, roll).map_or(0, Pips::squares)
    }
}

fn crowded(ruleset: &Ruleset) -> bool {
    ruleset.overtaking != Overtaking::Free
        || ruleset.barrier != Barrier::None
        || ruleset.own_landing != OwnLanding::Illegal
        || ruleset.lane_capacity != 1
        || ruleset.start_immune
        || !ruleset.lane_jump
        || !ruleset.safe_offsets.is_empty()
}

fn square(ruleset: &Ruleset, seat: Seat, code: u8) -> u8 {
    let from_a = u16::from(seat.number()) * u16::from(ruleset.arm) + u16::from(code) - 1;
    let square = if from_a < ruleset.squares() {
        from_a
    } else {
        from_a - ruleset.squares()
    };
    u8::try_from(square).expect("a track has at most 120 squares")
}

fn steps(ruleset: &Ruleset) -> Vec<Result<Step, Blocked>> {
    let top = Way::new(ruleset).top();
    let mut steps = vec![Err(Blocked::Finished); ROLLS.len() * CODES];
    for roll in ROLLS {
        let Some(pips) = pips(ruleset, roll) else {
            continue;
        };
        for from in STABLE + 1..=top {
            steps[roll as usize * CODES + usize::from(from)] = step(ruleset, from, pips);
        }
    }
    steps
}

fn pips(ruleset: &Ruleset, roll: Roll) -> Option<Pips> {
    let face = |die: Die| Some(Pips::Face(die, die.get()));
    match roll {
        Roll::One => face(Die::One),
        Roll::Two => face(Die::Two),
        Roll::Three => face(Die::Three),
        Roll::Four => face(Die::Four),
        Roll::Five => face(Die::Five),
        Roll::Six if ruleset.face_value == FaceValue::SixIs12 => Some(Pips::Face(Die::Six, 12)),
        Roll::Six => face(Die::Six),
        Roll::Seven => Some(Pips::Face(Die::Six, 7)),
        Roll::Capture => bonus(ruleset.capture_bonus),
        Roll::Goal => bonus(ruleset.goal_bonus),
    }
}

fn bonus(bonus: Bonus) -> Option<Pips> {
    match bonus {
        Bonus::Squares(squares) => Some(Pips::Bonus(squares)),
        Bonus::None | Bonus::Points(_) => None,
    }
}

fn targets(ruleset: &Ruleset) -> Vec<[u64; 3]> {
    let mut codes = vec![[[NOWHERE; MAX_HORSES]; MAX_SEATS]; MAX_SQUARES];
    for seat in Seat::ALL.into_iter().take(usize::from(ruleset.seats)) {
        for code in STABLE + 1..=Way::new(ruleset).foot() {
            let square = usize::from(square(ruleset, seat, code));
            codes[square][seat.index()] = [code; MAX_HORSES];
        }
    }
    codes.iter().map(words).collect()
}

fn safe(ruleset: &Ruleset) -> u128 {
    let mut safe = 0;
    for seat in 0..ruleset.seats {
        for offset in &ruleset.safe_offsets {
            safe |= 1 << (u32::from(seat) * u32::from(ruleset.arm) + u32::from(*offset));
        }
    }
    safe
}

/// The 24 codes as three words, in order.
fn words(horses: &[[u8; MAX_HORSES]; MAX_SEATS]) -> [u64; 3] {
    let word = |i: usize| {
        let [a, b, c, d] = horses[2 * i];
        let [e, f, g, h] = horses[2 * i + 1];
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    };
    [word(0), word(1), word(2)]
}

/// One bit for each of the eight bytes that are equal in both words.
const fn matching_bytes(a: u64, b: u64) -> u32 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let differing = a ^ b;
    // The top bit of each byte of `zero` is set exactly where `differing` has a zero byte.
    let zero = !(((differing & LOW) + LOW) | differing | LOW);
    ((zero >> 7).wrapping_mul(GATHER) >> 56) as u32
}
