//! Rulesets and overlays as JSON: the keys of `docs/RULES.md`, each with a value of its own kind.

use std::collections::BTreeSet;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::rules::{
    Barrier, BarrierSquares, Bonus, Die, Direction, End, ExitCapture, ExitDuty, ExitWhenFull,
    FaceSet, FaceValue, Finish, FirstPlayer, FootOvershoot, LaneMode, LaneOvershoot, NullBounce,
    Overtaking, OwnLanding, Preset, RankingBy, Ruleset, RulesetOverlay, ThirdSix, TriesWhen,
};

/// A ruleset as the log and the API write it: every key, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesetData(pub Ruleset);

/// A key of an overlay that is unknown or has a value of another kind.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct KeyError {
    /// The key.
    pub key: String,
    /// What is wrong and what would be right.
    pub problem: String,
}

/// A value that a key can have.
trait Choice: Sized {
    fn write(&self) -> Value;
    fn read(value: &Value) -> Option<Self>;
    fn expected() -> String;
}

macro_rules! keys {
    ($($key:ident,)+) => {
        impl RulesetData {
            /// Every key with its value.
            #[must_use]
            pub fn to_map(&self) -> Map<String, Value> {
                let mut map = Map::new();
                $(map.insert(stringify!($key).to_owned(), self.0.$key.write());)+
                map
            }
        }

        /// What each key takes, in words.
        #[must_use]
        pub fn expected_values() -> Vec<(&'static str, String)> {
            fn of<T: Choice>(_: impl Fn(&Ruleset) -> &T) -> String {
                T::expected()
            }
            vec![$((stringify!($key), of(|rules| &rules.$key)),)+]
        }

        /// Reads an overlay: some keys of a ruleset.
        ///
        /// # Errors
        /// Every [`KeyError`], not only the first.
        pub fn overlay(map: &Map<String, Value>) -> Result<RulesetOverlay, Vec<KeyError>> {
            let mut overlay = RulesetOverlay::default();
            let mut errors = Vec::new();
            for (key, value) in map {
                let set = match key.as_str() {
                    $(stringify!($key) => put(&mut overlay.$key, value),)+
                    _ => Err("there is no such key".to_owned()),
                };
                if let Err(problem) = set {
                    errors.push(KeyError { key: key.clone(), problem });
                }
            }
            if errors.is_empty() { Ok(overlay) } else { Err(errors) }
        }
    };
}

keys! {
    seats, arm, lap, lane, finish, ladder, safe_offsets, direction, min_players, max_players,
    horses, horses_to_finish, first_player, turn_order, exit_faces, exit_duty, exit_count_first,
    initial_on_start, exit_capture, exit_when_full, start_immune, tries, tries_when, reroll_faces,
    reroll_needs_move, reroll_max, face_value, third_six, third_six_lane_immune, overtaking,
    barrier, barrier_squares, open_barrier_on_six, own_landing, capture_by_passing, capture_duty,
    capture_bonus, capture_reroll, goal_bonus, goal_reroll, bonus_declinable, foot_overshoot,
    null_bounce, lane_mode, lane_overshoot, lane_jump, lane_moves_after_entry, lane_capacity, end,
    ranking,
}

fn put<T: Choice>(place: &mut Option<T>, value: &Value) -> Result<(), String> {
    *place = Some(T::read(value).ok_or_else(|| format!("expected {}", T::expected()))?);
    Ok(())
}

impl RulesetData {
    /// SHA-256 of the canonical JSON, 64 hex digits.
    ///
    /// # Panics
    /// Never: keys are strings and there is no float.
    #[must_use]
    pub fn hash(&self) -> String {
        let canonical = serde_json_canonicalizer::to_vec(&self.to_map())
            .expect("a ruleset has string keys and no float");
        hex::encode(Sha256::digest(canonical))
    }

    /// Reads a whole ruleset.
    ///
    /// # Errors
    /// Every [`KeyError`]; a missing key is one.
    pub fn from_map(map: &Map<String, Value>) -> Result<RulesetData, Vec<KeyError>> {
        let overlay = overlay(map)?;
        let missing: Vec<KeyError> = Ruleset::KEYS
            .iter()
            .filter(|key| !map.contains_key(**key))
            .map(|key| KeyError {
                key: (*key).to_owned(),
                problem: "the key is missing".to_owned(),
            })
            .collect();
        if missing.is_empty() {
            Ok(RulesetData(overlay.apply(&Preset::Quick.ruleset())))
        } else {
            Err(missing)
        }
    }
}

impl Serialize for RulesetData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_map().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RulesetData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = Map::deserialize(deserializer)?;
        RulesetData::from_map(&map).map_err(|errors| {
            D::Error::custom(
                errors
                    .iter()
                    .map(KeyError::to_string)
                    .collect::<Vec<_>>()
                    .join("; "),
            )
        })
    }
}

impl Choice for u8 {
    fn write(&self) -> Value {
        json!(self)
    }

    fn read(value: &Value) -> Option<u8> {
        value.as_u64().and_then(|number| u8::try_from(number).ok())
    }

    fn expected() -> String {
        "a number from 0 to 255".to_owned()
    }
}

impl Choice for bool {
    fn write(&self) -> Value {
        json!(self)
    }

    fn read(value: &Value) -> Option<bool> {
        value.as_bool()
    }

    fn expected() -> String {
        "true or false".to_owned()
    }
}

impl Choice for Option<u8> {
    fn write(&self) -> Value {
        json!(self)
    }

    fn read(value: &Value) -> Option<Option<u8>> {
        if value.is_null() || value == "none" {
            return Some(None);
        }
        u8::read(value).map(Some)
    }

    fn expected() -> String {
        "a number, or null for no limit".to_owned()
    }
}

impl Choice for Vec<Die> {
    fn write(&self) -> Value {
        self.iter().map(|die| die.get()).collect()
    }

    fn read(value: &Value) -> Option<Vec<Die>> {
        let faces = value.as_array()?;
        faces.iter().map(|face| Die::new(u8::read(face)?)).collect()
    }

    fn expected() -> String {
        "a list of faces such as [1, 2, 3, 4, 5, 6]".to_owned()
    }
}

impl Choice for FaceSet {
    fn write(&self) -> Value {
        self.iter().map(Die::get).collect()
    }

    fn read(value: &Value) -> Option<FaceSet> {
        Some(Vec::<Die>::read(value)?.into_iter().collect())
    }

    fn expected() -> String {
        "a list of faces such as [1, 6]".to_owned()
    }
}

impl Choice for BTreeSet<u8> {
    fn write(&self) -> Value {
        self.iter().copied().collect()
    }

    fn read(value: &Value) -> Option<BTreeSet<u8>> {
        value.as_array()?.iter().map(u8::read).collect()
    }

    fn expected() -> String {
        "a list of squares counted from each start square, such as [0, 7, 12]".to_owned()
    }
}

impl Choice for Bonus {
    fn write(&self) -> Value {
        match self {
            Bonus::None => json!("none"),
            Bonus::Squares(squares) => json!({ "squares": squares }),
            Bonus::Points(points) => json!({ "points": points }),
        }
    }

    fn read(value: &Value) -> Option<Bonus> {
        if let Some(word) = value.as_str() {
            return bonus_word(word);
        }
        let map = value.as_object().filter(|map| map.len() == 1)?;
        let (key, number) = map.iter().next()?;
        bonus(key, u8::read(number)?)
    }

    fn expected() -> String {
        "\"none\", {\"squares\": 20} or {\"points\": 20}".to_owned()
    }
}

/// `none`, `squares(20)` or `points(20)`.
fn bonus_word(word: &str) -> Option<Bonus> {
    if word == "none" {
        return Some(Bonus::None);
    }
    let (kind, number) = word.strip_suffix(')')?.split_once('(')?;
    bonus(kind, number.parse().ok()?)
}

fn bonus(kind: &str, number: u8) -> Option<Bonus> {
    match kind {
        "squares" => Some(Bonus::Squares(number)),
        "points" => Some(Bonus::Points(number)),
        _ => None,
    }
}

/// Words by which some values are known as well.
const ALSO: [(&str, &str); 7] = [
    ("n/a", "not_applicable"),
    ("last_moved", "last_moved_home"),
    ("most_advanced", "most_advanced_home"),
    ("player_choice", "choose_home"),
    ("compulsory_and_vacate", "compulsory_and_vacate_start"),
    ("clockwise", "cw"),
    ("anticlockwise", "ccw"),
];

macro_rules! words {
    ($($name:ident,)+) => {
        $(impl Choice for $name {
            fn write(&self) -> Value {
                json!(self.name())
            }

            fn read(value: &Value) -> Option<$name> {
                let word = value.as_str()?;
                let also = ALSO.iter().find(|(other, _)| *other == word);
                $name::from_name(word).or_else(|| $name::from_name(also?.1))
            }

            fn expected() -> String {
                let names: Vec<&str> = $name::ALL.iter().map(|value| value.name()).collect();
                format!("one of {}", names.join(", "))
            }
        })+
    };
}

words! {
    Barrier, BarrierSquares, Direction, End, ExitCapture, ExitDuty, ExitWhenFull, FaceValue, Finish,
    FirstPlayer, FootOvershoot, LaneMode, LaneOvershoot, NullBounce, Overtaking, OwnLanding,
    RankingBy, ThirdSix, TriesWhen,
}
