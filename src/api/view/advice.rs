//! Advice: what each legal move does and risks, and how good it is.

mod words;

use serde::Serialize;
use utoipa::ToSchema;

use super::blocked::Sentence;
use super::moves::{CaptureView, MoveView, seat};
use crate::advice::{Danger, Effect, Hint, Shift, hints};
use crate::game::Table;
use crate::rules::{Die, HorseSet, Position, Rules};

/// Every legal move with what it does and risks, best first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Advice)]
pub struct AdviceView {
    /// One entry for each distinct move.
    pub moves: Vec<AdvisedMoveView>,
}

/// A legal move with what it does and risks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AdvisedMove)]
pub struct AdvisedMoveView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// The estimated chance that the seat is the next one to finish if it plays this, 0 to 1, to
    /// four places. It compares moves of one position; how it is made and how far it can be
    /// trusted stands in `docs/BOTS.md`.
    #[schema(minimum = 0, maximum = 1)]
    pub chance: f64,
    /// What it does, by names that stay; `docs/BOTS.md` explains them.
    #[schema(example = json!(["captures", "escapes_danger"]))]
    pub effects: Vec<&'static str>,
    /// The same in words, one sentence an effect.
    pub text: Vec<Sentence>,
    /// The squares that the seat's horses have covered more than before; fewer if negative.
    pub progress: i16,
    /// Squares of the roll that are lost.
    pub wasted: u8,
    /// The horses that it captures, with what they lose.
    pub captures: Vec<LossView>,
    /// Squares of bonus that it earns.
    pub bonus_squares: u8,
    /// Points that it earns.
    pub points: u8,
    /// The danger of each own horse before and after.
    pub dangers: Vec<ShiftView>,
    /// Other own horses that it gets in the way of, 1 … 4.
    pub blocks: Vec<u8>,
    /// Other own horses that it gets out of the way of, 1 … 4.
    pub frees: Vec<u8>,
}

/// A captured horse and what it loses.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Loss)]
pub struct LossView {
    /// The horse.
    pub horse: CaptureView,
    /// The squares that it had covered.
    pub squares: u8,
}

/// The danger of one own horse around a move.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DangerChange)]
pub struct ShiftView {
    /// The horse, 1 … 4.
    pub horse: u8,
    /// If the board stayed as it is.
    pub before: DangerView,
    /// After the move.
    pub after: DangerView,
}

/// The rolls that would capture a horse.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Danger)]
pub struct DangerView {
    /// The faces with which at least one opponent could capture it, were it to begin its turn now.
    pub faces: Vec<u8>,
    /// The corners of the board of those opponents.
    pub corners: Vec<String>,
}

/// What is to be said about the moves of a position; no move unless one is awaited.
#[must_use]
pub fn advice(rules: &Rules, position: &Position, table: Option<&Table>) -> AdviceView {
    let moves = hints(position, rules);
    AdviceView {
        moves: moves
            .iter()
            .filter_map(|hint| AdvisedMoveView::new(rules, position, table, hint))
            .collect(),
    }
}

impl AdvisedMoveView {
    fn new(
        rules: &Rules,
        position: &Position,
        table: Option<&Table>,
        hint: &Hint,
    ) -> Option<AdvisedMoveView> {
        let insight = &hint.insight;
        Some(AdvisedMoveView {
            mv: MoveView::new(rules, position, table, insight.mv)?,
            chance: (hint.chance * 10_000.0).round() / 10_000.0,
            effects: insight.effects.iter().map(Effect::name).collect(),
            text: words::sentences(insight),
            progress: insight.progress,
            wasted: insight.wasted,
            captures: insight
                .captured
                .iter()
                .map(|lost| LossView {
                    horse: CaptureView {
                        corner: lost.seat.to_string(),
                        seat: seat(table, lost.seat),
                        horse: lost.horse.number(),
                    },
                    squares: lost.squares,
                })
                .collect(),
            bonus_squares: insight.reward.squares,
            points: insight.reward.points,
            dangers: insight.dangers.iter().map(ShiftView::new).collect(),
            blocks: numbers(insight.blocks),
            frees: numbers(insight.frees),
        })
    }
}

impl ShiftView {
    fn new(shift: &Shift) -> ShiftView {
        ShiftView {
            horse: shift.horse.number(),
            before: DangerView::new(&shift.before),
            after: DangerView::new(&shift.after),
        }
    }
}

impl DangerView {
    fn new(danger: &Danger) -> DangerView {
        DangerView {
            faces: danger.faces().iter().map(Die::get).collect(),
            corners: danger.seats().iter().map(|seat| seat.to_string()).collect(),
        }
    }
}

fn numbers(horses: HorseSet) -> Vec<u8> {
    horses.iter().map(|(_, horse)| horse.number()).collect()
}
