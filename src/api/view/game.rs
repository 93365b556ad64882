//! A game as it stands.

use serde::Serialize;
use utoipa::ToSchema;

use super::clock::DeadlineView;
use super::moves::{ChoicesView, choices};
use super::options::OptionsView;
use super::seat::SeatView;
use super::turn::ReceiptView;
use crate::dice::SeatChain;
use crate::game::{AbortReason, EndReason, Game, Presence, Stage, StandingData};
use crate::rules::{Phase, Task};

/// A game as it stands after its last event.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub struct GameView {
    /// The game's id.
    pub id: String,
    /// The number of its last event.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub version: u64,
    /// The hash of its last event, 64 hex digits.
    pub head: String,
    /// How far it has come.
    pub stage: StageView,
    /// The ruleset's name and version; `+` marks an overlay.
    #[schema(examples("traditional/1"))]
    pub ruleset: String,
    /// The hash of the ruleset, 64 hex digits.
    pub ruleset_hash: String,
    /// Rolls so far, draws for the first player included.
    pub rolls: u32,
    /// The seats, in playing order.
    pub seats: Vec<SeatView>,
    /// The position in one line, once the game has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(examples("10,E,E,E/./12,E,E,E/. a 5"))]
    pub position: Option<String>,
    /// Who must do what now, while the game runs. Absent while it goes on by itself: after 64
    /// automatic rolls the server answers, and plays on at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaiting: Option<AwaitingView>,
    /// Until when, if the game has a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DeadlineView>,
    /// How it is played.
    pub options: OptionsView,
    /// When the pause ends by itself, while the game is paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub paused_until: Option<String>,
    /// The seats that want the game to pause, or to go on if it is paused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub pause_wishes: Vec<u8>,
    /// What may be played, while a move is awaited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<ChoicesView>,
    /// How it ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
    /// The server's signature over the head, where the game itself was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<ReceiptView>,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Stage)]
pub enum StageView {
    /// Seats are being taken.
    Lobby,
    /// It is being played.
    Playing,
    /// It is over.
    Finished,
    /// It was called off before it began.
    Aborted,
}

/// Who must do what.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Awaiting, discriminator(property_name = "action", mapping(
    ("roll" = "#/components/schemas/AwaitingRoll"),
    ("move" = "#/components/schemas/AwaitingMove"))))]
pub enum AwaitingView {
    /// The seat has to roll.
    Roll(AwaitingRoll),
    /// The seat has to choose a move.
    Move(AwaitingMove),
}

/// The seat has to roll.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AwaitingRoll {
    /// Always `roll`.
    action: RollAction,
    /// Which seat.
    pub seat: u8,
    /// The number that this roll will have.
    pub roll: u32,
    /// The link that it must bring, if the seat has a chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_no: Option<u32>,
}

/// The seat has to choose a move.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AwaitingMove {
    /// Always `move`.
    action: MoveAction,
    /// Which seat.
    pub seat: u8,
    /// The die that was rolled.
    pub die: u8,
    /// What for.
    pub task: TaskView,
    /// The squares to move: the die, its special value, or a bonus; absent for a penalty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<u8>,
}

// One type a value: generators of clients tell the cases apart by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RollAction {
    Roll,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MoveAction {
    Move,
}

/// What a move is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Task)]
pub enum TaskView {
    /// The die.
    Advance,
    /// A bonus for a capture or an arrival.
    Bonus,
    /// Too many sixes: choose the horse that goes back to the stable.
    SendHome,
}

impl TaskView {
    fn of(task: Task) -> (TaskView, Option<u8>) {
        match task {
            Task::Advance { squares } => (TaskView::Advance, Some(squares)),
            Task::Bonus { squares } => (TaskView::Bonus, Some(squares)),
            Task::SendHome => (TaskView::SendHome, None),
        }
    }
}

/// How a game ended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameResult)]
pub struct ResultView {
    /// Why: `finished`, `resigned`, `roll_cap`, or `by_owner` for a game that was called off.
    pub reason: String,
    /// Every seat that played, best first.
    pub standings: Vec<StandingView>,
}

/// Where a seat stands at the end.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Standing)]
pub struct StandingView {
    /// The seat.
    pub seat: u8,
    /// 1 is best; equal distances share a rank.
    pub rank: u8,
    /// Horses at home.
    pub home: u8,
    /// Squares covered by all its horses.
    pub distance: u32,
    /// Whether a bot played for its absent player at some time.
    pub autopilot: bool,
}

impl GameView {
    /// Shows a game to the player who has that pseudonym in it.
    #[must_use]
    pub fn new(game: &Game, viewer: &str) -> GameView {
        let rules = &game.table.rules;
        GameView {
            id: game.id.to_string(),
            version: game.version,
            head: game.head.to_string(),
            stage: StageView::of(&game.stage),
            ruleset: game.table.rules_name.clone(),
            ruleset_hash: game.table.rules_hash.clone(),
            rolls: game.rolls,
            seats: game
                .seats()
                .map(|(seat, state)| SeatView::new(game, seat, state, viewer))
                .collect(),
            position: game
                .position()
                .map(|position| position.notation(rules).to_string()),
            awaiting: AwaitingView::of(game),
            deadline: game.deadline().map(DeadlineView::new),
            options: OptionsView::new(&game.table),
            paused_until: game.pause().map(|pause| pause.until.to_string()),
            pause_wishes: game
                .clock()
                .map(|(_, state)| state.wishes.iter().map(|seat| seat.0).collect())
                .unwrap_or_default(),
            choices: match (&game.stage, game.position()) {
                (Stage::Playing(_), Some(position)) => choices(rules, position, Some(&game.table)),
                _ => None,
            },
            result: ResultView::of(&game.stage),
            receipt: None,
        }
    }
}

impl StageView {
    /// The stage without what is in it.
    #[must_use]
    pub fn of(stage: &Stage) -> StageView {
        match stage {
            Stage::Lobby(_) => StageView::Lobby,
            Stage::Playing(_) => StageView::Playing,
            Stage::Over(_) => StageView::Finished,
            Stage::Aborted(_) => StageView::Aborted,
        }
    }
}

impl AwaitingView {
    /// What the game waits for; nothing while the server plays on by itself.
    #[must_use]
    pub fn of(game: &Game) -> Option<AwaitingView> {
        let seat = game.mover().filter(|_| !game.is_going_on())?;
        match game.position()?.phase() {
            Phase::Roll { .. } => Some(AwaitingView::Roll(AwaitingRoll {
                action: RollAction::Roll,
                seat: seat.0,
                roll: game.rolls + 1,
                link_no: game
                    .holder(seat)
                    .and_then(|holder| holder.contribution.live_chain())
                    .map(SeatChain::next_no),
            })),
            Phase::Move { die, task, .. } => {
                let (task, squares) = TaskView::of(task);
                Some(AwaitingView::Move(AwaitingMove {
                    action: MoveAction::Move,
                    seat: seat.0,
                    die: die.get(),
                    task,
                    squares,
                }))
            }
            Phase::Over => None,
        }
    }
}

impl ResultView {
    fn of(stage: &Stage) -> Option<ResultView> {
        match stage {
            Stage::Over(over) => Some(ResultView {
                reason: match over.reason {
                    EndReason::Finished => "finished",
                    EndReason::Resigned => "resigned",
                    EndReason::RollCap => "roll_cap",
                }
                .to_owned(),
                standings: over.standings.iter().map(StandingView::of).collect(),
            }),
            Stage::Aborted(AbortReason::ByOwner) => Some(ResultView {
                reason: "by_owner".to_owned(),
                standings: Vec::new(),
            }),
            Stage::Lobby(_) | Stage::Playing(_) => None,
        }
    }
}

impl StandingView {
    fn of(standing: &StandingData) -> StandingView {
        StandingView {
            seat: standing.seat.0,
            rank: standing.rank,
            home: standing.home,
            distance: standing.distance,
            autopilot: standing.presence == Presence::Autopilot,
        }
    }
}
