//! From what `app` says to a problem: every case, none by accident.

use serde_json::{Map, Value};

use super::problem::{Problem, ProblemType};
use super::view::{AwaitingView, choices};
use crate::app::AppError;
use crate::app::analysis::AnalysisError;
use crate::game::{Game, Refusal, SetupError};
use crate::store::StoreError;

impl From<AppError> for Problem {
    fn from(error: AppError) -> Self {
        match error {
            AppError::NoSuchGame => Self::new(ProblemType::GameNotFound),
            AppError::NoSuchEvent(seq) => {
                Self::new(ProblemType::EventNotFound).detail(format!("there is no event {seq} yet"))
            }
            AppError::NotInTree => Self::new(ProblemType::NotInLog),
            AppError::Refused { refusal, game } => refused(&refusal, &game),
            AppError::Stale { game } => about(&game, Self::new(ProblemType::PreconditionFailed)),
            AppError::NotInvited => Self::new(ProblemType::InviteRefused),
            AppError::NoSuchPlayer => Self::new(ProblemType::PlayerNotFound),
            AppError::NoSuchInvitation => Self::new(ProblemType::InvitationNotFound),
            AppError::TooManyInvitations => Self::new(ProblemType::TooManyInvitations),
            AppError::NotYours => Self::new(ProblemType::Forbidden),
            AppError::NotOver => Self::new(ProblemType::GameNotOver),
            AppError::KeyReused => Self::new(ProblemType::IdempotencyKeyReused),
            AppError::Setup(error) => error.into(),
            AppError::Busy | AppError::Stopping => Self::new(ProblemType::Overloaded)
                .detail(error.to_string())
                .retry_after_s(1),
            AppError::Store(error) => error.into(),
            AppError::Seal(_) | AppError::Damaged { .. } | AppError::Panicked => internal(&error),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        if error.is_transient() {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the store does not answer"
            );
            return Self::new(ProblemType::StoreUnavailable).retry_after_s(1);
        }
        internal(&error)
    }
}

/// What went wrong is for the log; the client gets the id of the request.
fn internal(error: &(dyn std::error::Error + 'static)) -> Problem {
    tracing::error!(error, "a request failed");
    Problem::new(ProblemType::Internal)
}

/// The rules say no: with what helps to go on.
fn refused(refusal: &Refusal, game: &Game) -> Problem {
    let kind = kind_of(refusal);
    let problem = Problem::new(kind).detail(refusal.to_string());
    about(game, problem)
}

fn kind_of(refusal: &Refusal) -> ProblemType {
    match refusal {
        Refusal::NoSuchSeat(_) => ProblemType::SeatNotFound,
        Refusal::SeatTaken(_) => ProblemType::SeatTaken,
        Refusal::TableFull => ProblemType::GameFull,
        Refusal::NotYourSeat(_) | Refusal::NotSeated => ProblemType::NotYourSeat,
        Refusal::WhichSeat => ProblemType::WhichSeat,
        Refusal::NotOwner => ProblemType::Forbidden,
        Refusal::AlreadyStarted => ProblemType::AlreadyStarted,
        Refusal::NotStarted => ProblemType::GameNotStarted,
        Refusal::GameOver => ProblemType::GameOver,
        Refusal::NotYourTurn(_) => ProblemType::NotYourTurn,
        Refusal::RollNotExpected => ProblemType::RollNotExpected,
        Refusal::MoveNotExpected => ProblemType::MoveNotExpected,
        Refusal::IllegalMove => ProblemType::IllegalMove,
        Refusal::AmbiguousMove(_) => ProblemType::AmbiguousMove,
        Refusal::RollNumber { .. } => ProblemType::WrongRollNumber,
        Refusal::LinkRequired(_) | Refusal::LinkUnexpected | Refusal::WrongLink(_) => {
            ProblemType::WrongLink
        }
        Refusal::BadAnchor | Refusal::BadLinks | Refusal::SealedOnly => {
            ProblemType::InvalidContribution
        }
        Refusal::Signature(_) => ProblemType::WrongSignature,
        Refusal::NotReadyable(_) => ProblemType::NotReadyable,
        Refusal::TooFewPlayers(_) | Refusal::NotReady(_) => ProblemType::CannotStart,
        Refusal::Paused(_) => ProblemType::GamePaused,
        Refusal::Absent(_) => ProblemType::SeatAbsent,
        Refusal::NotAbsent(_) => ProblemType::NotAbsent,
        Refusal::NotAgreed(_) => ProblemType::NotAgreed,
        Refusal::BadCalendar(_) | Refusal::BadOrders(_) => ProblemType::InvalidField,
        Refusal::OrdersStand => ProblemType::OrdersStand,
        Refusal::NoOrders => ProblemType::NoOrders,
        Refusal::Vacation(_) => ProblemType::VacationRefused,
        Refusal::Wished(_) => ProblemType::AlreadyWished,
        Refusal::OutOfReach(_) | Refusal::Contradiction(_) | Refusal::NotDue => {
            ProblemType::Internal
        }
    }
}

/// Adds the game's version, what it waits for, and the choices while a move is awaited.
fn about(game: &Game, problem: Problem) -> Problem {
    let tag = super::extract::etag(game.version);
    let mut problem = problem
        .header(actix_web::http::header::ETAG, tag)
        .with("current_version", game.version)
        .with("current_head", game.head.to_string());
    if let Some(awaiting) = AwaitingView::of(game) {
        problem = problem.with("awaiting", json(&awaiting));
    }
    let rules = &game.table.rules;
    let choices = game
        .position()
        .and_then(|position| choices(rules, position, Some(&game.table)));
    if let Some(choices) = choices {
        problem = problem.with("legal_moves", json(&choices.moves));
        problem = problem.with("blocked", json(&choices.blocked));
    }
    problem
}

fn json(view: &impl serde::Serialize) -> Value {
    serde_json::to_value(view).expect("a view has only strings as keys")
}

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Self {
        let field =
            |pointer: &str| Self::new(ProblemType::InvalidField).error(pointer, error.to_string());
        match &error {
            SetupError::UnknownRuleset(_) => {
                Self::new(ProblemType::UnknownRuleset).detail(error.to_string())
            }
            SetupError::Overlay(errors) => {
                errors
                    .iter()
                    .fold(Self::new(ProblemType::InvalidField), |problem, error| {
                        problem.error(format!("/overlay/{}", error.key), error.problem.clone())
                    })
            }
            SetupError::Illegal(errors) => {
                errors
                    .iter()
                    .fold(Self::new(ProblemType::IllegalRuleset), |problem, error| {
                        let key = error.keys().first().copied().unwrap_or_default();
                        problem.error(format!("/overlay/{key}"), error.to_string())
                    })
            }
            SetupError::Seats { .. } => field("/seats"),
            SetupError::Corners(_) => field("/board_seats"),
            SetupError::First(_) => field("/first_seat"),
            SetupError::Clock(_) => field("/clock"),
        }
    }
}

impl From<AnalysisError> for Problem {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Setup(error) => error.into(),
            AnalysisError::Position(error) => {
                Self::new(ProblemType::InvalidPosition).error("/position", error.to_string())
            }
        }
    }
}

/// Keys of a ruleset that differ from a preset, as they come in a body.
pub(super) type Overlay = Map<String, Value>;
