//! What may be played, and for each horse that cannot move, why.

use serde::Serialize;
use utoipa::ToSchema;

use super::blocked::BlockedView;
use crate::game::{Game, Orders, SeatNo, Table};
use crate::rules::{Die, Move, MoveKind, Phase, Position, Rules, Seat, Then};

/// Every legal move, and every horse that has none.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = Choices)]
pub struct ChoicesView {
    /// One entry for each distinct move.
    pub moves: Vec<MoveView>,
    /// One entry for each horse that cannot move.
    pub blocked: Vec<BlockedView>,
}

/// A legal move and what it does.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LegalMove)]
pub struct MoveView {
    /// The horse, 1 … 4. Any other that stands on the same place will do.
    pub horse: u8,
    /// Where it stands.
    pub from: String,
    /// Where it goes.
    pub to: String,
    /// The places that it touches in order, a bounce included, ending where it goes.
    pub path: Vec<String>,
    /// The horses that go back to their stables.
    pub captures: Vec<CaptureView>,
    /// What kind of move.
    pub kind: MoveKindView,
    /// What follows.
    pub then: ThenView,
    /// The squares of the bonus that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<u8>,
}

/// What kind of move.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MoveKind)]
pub enum MoveKindView {
    /// A horse moves on.
    Advance,
    /// A horse leaves the stable.
    Exit,
    /// Two horses leave the stable.
    ExitTwo,
    /// A horse is sent back to the stable by its own player, after too many sixes.
    SendHome,
    /// A bonus is left unused.
    DeclineBonus,
}

/// What follows a move.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Then)]
pub enum ThenView {
    /// The same seat rolls again.
    RollAgain,
    /// The same seat moves a bonus.
    Bonus,
    /// The next seat's turn.
    NextTurn,
    /// The game is over.
    GameOver,
}

/// A horse that is captured.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Capture)]
pub struct CaptureView {
    /// Its corner of the board, as in positions.
    pub corner: String,
    /// Its seat, in a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The horse, 1 … 4.
    pub horse: u8,
}

/// What may be played in a position; `None` while no move is awaited.
#[must_use]
pub fn choices(rules: &Rules, position: &Position, table: Option<&Table>) -> Option<ChoicesView> {
    match position.phase() {
        Phase::Move { .. } => Some(all(rules, position, table)),
        Phase::Roll { .. } | Phase::Over => None,
    }
}

/// The move that standing orders would play, if their seat began a turn with that face now.
#[must_use]
pub fn fired(game: &Game, seat: SeatNo, orders: &Orders, die: Die) -> Option<MoveView> {
    let rules = &game.table.rules;
    let corner = game.table.corner(seat)?;
    let position = game.position()?.supposing(rules, corner, die)?;
    let mv = orders.choose(&position, rules, die, 0)?;
    MoveView::new(rules, &position, Some(&game.table), mv)
}

/// Every legal move of a position with its outcome, and every horse without one.
#[must_use]
pub fn all(rules: &Rules, position: &Position, table: Option<&Table>) -> ChoicesView {
    ChoicesView {
        moves: position
            .legal_moves(rules)
            .iter()
            .filter_map(|mv| MoveView::new(rules, position, table, *mv))
            .collect(),
        blocked: position
            .blocked(rules)
            .iter()
            .map(|(horse, blocked)| BlockedView::new(horse, blocked))
            .collect(),
    }
}

impl MoveView {
    /// Shows a legal move; `None` if it is not one.
    pub(super) fn new(
        rules: &Rules,
        position: &Position,
        table: Option<&Table>,
        mv: Move,
    ) -> Option<MoveView> {
        let outcome = position.outcome(rules, mv).ok()?;
        Some(MoveView {
            horse: mv.horse.number(),
            from: mv.from.to_string(),
            to: mv.to.to_string(),
            path: position
                .path(rules, mv)
                .ok()?
                .map(|place| place.to_string())
                .collect(),
            captures: outcome
                .captures
                .iter()
                .map(|(corner, horse)| CaptureView {
                    corner: corner.to_string(),
                    seat: seat(table, corner),
                    horse: horse.number(),
                })
                .collect(),
            kind: MoveKindView::of(mv.kind),
            then: ThenView::of(outcome.then),
            bonus: match outcome.then {
                Then::Bonus { squares } => Some(squares),
                Then::RollAgain | Then::NextTurn { .. } | Then::GameOver => None,
            },
        })
    }
}

/// The seat of a game that has a corner of the board.
pub(super) fn seat(table: Option<&Table>, corner: Seat) -> Option<u8> {
    table?.seat_no(corner).map(|seat| seat.0)
}

impl MoveKindView {
    fn of(kind: MoveKind) -> MoveKindView {
        match kind {
            MoveKind::Advance => MoveKindView::Advance,
            MoveKind::Exit => MoveKindView::Exit,
            MoveKind::ExitTwo => MoveKindView::ExitTwo,
            MoveKind::SendHome => MoveKindView::SendHome,
            MoveKind::DeclineBonus => MoveKindView::DeclineBonus,
        }
    }
}

impl ThenView {
    fn of(then: Then) -> ThenView {
        match then {
            Then::RollAgain => ThenView::RollAgain,
            Then::Bonus { .. } => ThenView::Bonus,
            Then::NextTurn { .. } => ThenView::NextTurn,
            Then::GameOver => ThenView::GameOver,
        }
    }
}
