//! Rules, positions and moves as short text, for tables of scenarios.

use petits_chevaux::rules::{
    Barrier, BarrierSquares, Bonus, Die, End, ExitCapture, ExitDuty, ExitWhenFull, FaceSet,
    FaceValue, Fact, Finish, FootOvershoot, LaneMode, LaneOvershoot, Move, MoveKind, NullBounce,
    Overtaking, OwnLanding, Phase, Place, Position, Preset, RankingBy, Rules, Ruleset,
    RulesetOverlay, Seat, SeatSet, Then, ThirdSix, TriesWhen,
};

/// The rules of a preset and keys laid on top, such as `quick horses=2 exit_faces=1+6`.
pub fn rules(text: &str) -> Rules {
    Rules::new(ruleset(text)).unwrap_or_else(|reasons| panic!("{text}: {reasons:?}"))
}

pub fn ruleset(text: &str) -> Ruleset {
    let mut words = text.split_whitespace();
    let preset = words.next().unwrap();
    let preset = Preset::from_name(preset).unwrap_or_else(|| panic!("no preset {preset}"));
    let mut overlay = RulesetOverlay::default();
    for word in words {
        let (key, value) = word.split_once('=').unwrap();
        name(&mut overlay, key, value);
    }
    overlay.apply(&preset.ruleset())
}

fn name(overlay: &mut RulesetOverlay, key: &str, value: &str) {
    macro_rules! named {
        ($($key:ident: $kind:ident,)+) => {
            match key {
                $(stringify!($key) => {
                    let found = $kind::from_name(value);
                    assert!(found.is_some(), "{key} has no value {value}");
                    overlay.$key = found;
                    return;
                })+
                _ => {}
            }
        };
    }
    macro_rules! parsed {
        ($($key:ident,)+) => {
            match key {
                $(stringify!($key) => {
                    overlay.$key = Some(value.parse().unwrap());
                    return;
                })+
                _ => {}
            }
        };
    }
    named! {
        barrier: Barrier, barrier_squares: BarrierSquares, end: End, exit_capture: ExitCapture,
        exit_duty: ExitDuty, exit_when_full: ExitWhenFull, face_value: FaceValue, finish: Finish,
        foot_overshoot: FootOvershoot, lane_mode: LaneMode, lane_overshoot: LaneOvershoot,
        null_bounce: NullBounce, overtaking: Overtaking, own_landing: OwnLanding,
        ranking: RankingBy, third_six: ThirdSix, tries_when: TriesWhen,
    }
    parsed! {
        seats, arm, lap, lane, min_players, max_players, horses, horses_to_finish,
        exit_count_first, initial_on_start, tries, lane_capacity, start_immune, reroll_needs_move,
        third_six_lane_immune, open_barrier_on_six, capture_by_passing, capture_duty,
        capture_reroll, goal_reroll, bonus_declinable, lane_jump, lane_moves_after_entry,
    }
    match key {
        "exit_faces" => overlay.exit_faces = Some(faces(value)),
        "reroll_faces" => overlay.reroll_faces = Some(faces(value)),
        "reroll_max" => overlay.reroll_max = Some(value.parse().ok()),
        "capture_bonus" => overlay.capture_bonus = Some(bonus(value)),
        "goal_bonus" => overlay.goal_bonus = Some(bonus(value)),
        "safe_offsets" => {
            overlay.safe_offsets = Some(value.split('+').map(|n| n.parse().unwrap()).collect());
        }
        "ladder" => overlay.ladder = Some(value.chars().map(face).collect()),
        _ => panic!("no key {key}"),
    }
}

fn faces(text: &str) -> FaceSet {
    text.split('+')
        .filter(|text| !text.is_empty())
        .map(|text| die(text).unwrap())
        .collect()
}

fn face(digit: char) -> Die {
    Die::new(u8::try_from(digit.to_digit(10).unwrap()).unwrap()).unwrap()
}

fn bonus(text: &str) -> Bonus {
    match text.split_once(':') {
        Some(("squares", count)) => Bonus::Squares(count.parse().unwrap()),
        Some(("points", count)) => Bonus::Points(count.parse().unwrap()),
        _ => Bonus::None,
    }
}

pub fn die(text: &str) -> Option<Die> {
    text.parse().ok().and_then(Die::new)
}

/// A position: seats may be left off at the end, `@n` and `#n` name squares of the board.
pub fn position(text: &str, rules: &Rules) -> Position {
    let exact = exact(text, rules);
    Position::parse(&exact, rules).unwrap_or_else(|error| panic!("{exact}: {error}"))
}

/// The same text in the strict notation.
pub fn exact(text: &str, rules: &Rules) -> String {
    let (horses, rest) = text.split_once(' ').unwrap();
    let mut seats: Vec<String> = Vec::new();
    for (seat, horses) in Seat::ALL.into_iter().zip(horses.split('/')) {
        let places: Vec<String> = horses
            .split(',')
            .map(|place| relative(place, seat, rules))
            .collect();
        seats.push(places.join(","));
    }
    seats.resize(usize::from(rules.ruleset().seats), ".".to_owned());
    format!("{} {rest}", seats.join("/"))
}

/// A place as its owner counts, from `@n` (squares after the start of seat a) or `#n`
/// (the printed numbers of the parchis board).
fn relative(place: &str, seat: Seat, rules: &Rules) -> String {
    let ruleset = rules.ruleset();
    let squares = i32::from(ruleset.squares());
    let square = if let Some(number) = place.strip_prefix('@') {
        number.parse::<i32>().unwrap()
    } else if let Some(number) = place.strip_prefix('#') {
        number.parse::<i32>().unwrap() - 5
    } else {
        return place.to_owned();
    };
    let own = square - i32::from(seat.number()) * i32::from(ruleset.arm);
    own.rem_euclid(squares).to_string()
}

/// The legal moves and what follows them, in the form of the table.
pub fn moves(position: &Position, rules: &Rules) -> Vec<String> {
    let list = position.legal_moves(rules);
    list.iter()
        .map(|mv| described(position, rules, *mv))
        .collect()
}

fn described(position: &Position, rules: &Rules, mv: Move) -> String {
    let outcome = position.outcome(rules, mv).unwrap();
    let captures = if outcome.captures.is_empty() {
        String::new()
    } else {
        format!(" x{}", outcome.captures)
    };
    let then = match outcome.then {
        Then::RollAgain => "again".to_owned(),
        Then::NextTurn { .. } => "next".to_owned(),
        Then::GameOver => "over".to_owned(),
        Then::Bonus { squares } => format!("bonus{squares}"),
    };
    format!("{mv}{captures} {then}")
}

/// An expected move in the same form, from the text of a table.
pub fn expected_moves(text: &str, seat: Seat, rules: &Rules) -> Vec<String> {
    text.split(';')
        .map(|text| expected_move(text.trim(), seat, rules))
        .collect()
}

fn expected_move(text: &str, seat: Seat, rules: &Rules) -> String {
    let Some((from, rest)) = text.split_once("->") else {
        return text.to_owned();
    };
    let (to, rest) = rest.split_once(' ').unwrap();
    let (to, two) = to.strip_suffix("x2").map_or((to, ""), |to| (to, "x2"));
    format!(
        "{}->{}{two} {rest}",
        relative(from, seat, rules),
        relative(to, seat, rules)
    )
}

pub fn mover(position: &Position) -> Seat {
    match position.phase() {
        Phase::Roll { seat } | Phase::Move { seat, .. } => seat,
        Phase::Over => panic!("the game is over"),
    }
}

/// A game that a test plays by hand: rolls and moves as text, facts collected.
pub struct Table {
    pub rules: Rules,
    pub position: Position,
    pub facts: Vec<Fact>,
}

impl Table {
    pub fn new(ruleset: &str, position: &str) -> Table {
        let rules = rules(ruleset);
        let position = self::position(position, &rules);
        Table {
            rules,
            position,
            facts: Vec::new(),
        }
    }

    pub fn start(ruleset: &str, players: u8) -> Table {
        let rules = rules(ruleset);
        let seats = SeatSet::spread(rules.ruleset().seats, players);
        let position = Position::start(&rules, seats, Seat::ALL[0]);
        Table {
            rules,
            position,
            facts: Vec::new(),
        }
    }

    pub fn roll(&mut self, pips: u8) -> &mut Table {
        let facts = &mut self.facts;
        let die = Die::new(pips).unwrap();
        self.position
            .roll(&self.rules, die, &mut |fact| facts.push(fact))
            .unwrap();
        self
    }

    /// Plays the legal move that reads so, such as `E->0`.
    pub fn play(&mut self, text: &str) -> &mut Table {
        let seat = mover(&self.position);
        let wanted = expected_move(&format!("{text} "), seat, &self.rules);
        let list = self.position.legal_moves(&self.rules);
        let found = list
            .iter()
            .copied()
            .find(|mv| mv.to_string() == wanted.trim());
        let Some(mv) = found else {
            panic!("{text} is not among {list:?}")
        };
        let facts = &mut self.facts;
        self.position
            .play(&self.rules, mv, &mut |fact| facts.push(fact))
            .unwrap();
        self
    }

    /// Asserts the position, in the comfortable notation.
    #[track_caller]
    pub fn stands(&mut self, text: &str) -> &mut Table {
        let wanted = position(text, &self.rules);
        assert_eq!(
            self.position.notation(&self.rules).to_string(),
            wanted.notation(&self.rules).to_string()
        );
        assert_eq!(self.position, wanted);
        self
    }
}

/// A move that no list offers.
pub fn nonsense(kind: MoveKind) -> Move {
    let horse = petits_chevaux::rules::HorseId::ALL[3];
    Move {
        horse,
        from: Place::Home,
        to: Place::Track(3),
        kind,
    }
}

/// A small generator: xorshift, never zero.
pub struct Luck(u64);

impl Luck {
    pub fn new(seed: u64) -> Luck {
        Luck(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 32).unwrap()
    }

    pub fn die(&mut self) -> Die {
        Die::ALL[usize::try_from((u64::from(self.word()) * 6) >> 32).unwrap()]
    }
}
