//! The log → for each roll what was known before it.

use super::ahead::{Ahead, Danger, Rank, Stable};
use super::counters::Hit;
use super::moment::Moment;
use super::past::Past;
use super::strata::{Chance, Strata, Stratum};
use crate::game::{
    Cause, ChainUse, Contribution, Entry, Event, Game, Hand, Holder, RollKind, SeatNo, Stage,
};
use crate::rules::{Die, FaceSet, Position};

/// One roll, with all that was known before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    /// When it was committed.
    pub at: Moment,
    /// Its number in the game.
    pub roll: u32,
    /// Who rolled.
    pub seat: SeatNo,
    /// Its strata.
    pub strata: Strata,
    /// The favourable faces of each [`Chance`], in their order; none if there is no question.
    pub favourable: [FaceSet; Chance::ALL.len()],
    /// What fell: the only thing that was not known.
    pub face: Die,
}

impl Observation {
    /// The same roll, of which nothing was known before.
    #[must_use]
    pub fn bare(&self) -> Observation {
        Observation {
            strata: Strata::default().with(Stratum::All),
            favourable: [FaceSet::EMPTY; Chance::ALL.len()],
            ..*self
        }
    }

    /// The questions that were put to this roll: how many faces were favourable, and the answer.
    pub fn questions(&self) -> impl Iterator<Item = (Chance, usize, Hit)> {
        let all = Chance::ALL.iter().zip(&self.favourable);
        all.filter_map(|(chance, faces)| {
            let count = faces.iter().count();
            let hit = if faces.contains(self.face) {
                Hit::Yes
            } else {
                Hit::No
            };
            (1..=5).contains(&count).then_some((*chance, count, hit))
        })
    }
}

/// Follows one game, event by event.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    past: Past,
    turn: Option<Rolled>,
    latest: Option<Moment>,
}

/// The last roll of the turn that goes on.
#[derive(Clone, Copy, Debug)]
struct Rolled {
    seat: SeatNo,
    /// What another roll of this turn is.
    next: Stratum,
}

/// How a roll came about.
#[derive(Clone, Copy)]
struct Roll {
    at: Moment,
    seat: SeatNo,
    kind: RollKind,
    cause: Option<Cause>,
}

/// What is known before a roll.
type Known = (Strata, [FaceSet; Chance::ALL.len()]);

impl Observer {
    /// Takes the next event and the state before it; tells about a roll.
    pub fn see(&mut self, before: &Game, entry: &Entry) -> Option<Observation> {
        let at = Moment::of(&entry.at);
        let seen = self.event(before, at, &entry.event);
        self.latest = Some(at);
        seen
    }

    #[expect(clippy::too_many_lines, reason = "every kind of event is named once")]
    fn event(&mut self, before: &Game, at: Moment, event: &Event) -> Option<Observation> {
        match event {
            Event::DieRolled {
                die,
                kind,
                roll,
                seat,
                cause,
                ..
            } => {
                let face = Die::new(*die)?;
                let (seat, kind, cause) = (*seat, *kind, *cause);
                let (strata, favourable) = self.known(
                    before,
                    Roll {
                        at,
                        seat,
                        kind,
                        cause,
                    },
                );
                let next = after(before, face);
                self.turn = Some(Rolled { seat, next });
                self.past.count(face);
                Some(Observation {
                    roll: *roll,
                    at,
                    seat,
                    strata,
                    favourable,
                    face,
                })
            }
            Event::TurnPassed { .. } | Event::GameStarted { .. } => {
                self.turn = None;
                None
            }
            Event::PieceMoved { .. } => {
                if let Some(turn) = &mut self.turn {
                    turn.next = Stratum::Bonus;
                }
                None
            }
            Event::GameCreated(_)
            | Event::PlayerJoined { .. }
            | Event::BotJoined { .. }
            | Event::AutomationSet { .. }
            | Event::OrdersSet { .. }
            | Event::OrdersEnded { .. }
            | Event::DeadlineSet { .. }
            | Event::TurnTimedOut { .. }
            | Event::SeatAbsent { .. }
            | Event::SeatReturned { .. }
            | Event::VacationTaken { .. }
            | Event::PauseWished { .. }
            | Event::GamePaused { .. }
            | Event::GameResumed
            | Event::PlayerLeft { .. }
            | Event::SeatsClosed { .. }
            | Event::SeatReady { .. }
            | Event::LinksDeposited { .. }
            | Event::BonusDeclined { .. }
            | Event::BonusForfeited { .. }
            | Event::PointsScored { .. }
            | Event::PenaltyChosen { .. }
            | Event::PiecesSentHome { .. }
            | Event::SeatChainClosed { .. }
            | Event::PlayerFinished { .. }
            | Event::PlayerResigned { .. }
            | Event::GameEnded { .. }
            | Event::GameAborted { .. } => None,
        }
    }

    fn known(&self, before: &Game, roll: Roll) -> Known {
        let ahead = match (&before.stage, roll.kind) {
            (Stage::Playing(position), RollKind::Turn) => Ahead::of(position, &before.table.rules),
            (Stage::Lobby(_) | Stage::Playing(_) | Stage::Over(_) | Stage::Aborted(_), _) => {
                Ahead::default()
            }
        };
        let strata = self.of_roll(before, roll).chain(of_position(&ahead));
        let favourable = Chance::ALL.iter().map(|chance| match chance {
            Chance::Six => FaceSet::of(&[Die::Six]),
            Chance::Repeat => self.past.lag(1).into_iter().collect(),
            Chance::Exit if ahead.stable == Stable::Full => ahead.exits,
            Chance::Exit => FaceSet::EMPTY,
            Chance::Stair => ahead.needs,
            Chance::Capture => ahead.captures,
            Chance::Behind => self.past.behind(),
            Chance::Missing => self.past.missing(),
        });
        let mut sets = [FaceSet::EMPTY; Chance::ALL.len()];
        for (set, faces) in sets.iter_mut().zip(favourable) {
            *set = faces;
        }
        (strata.collect(), sets)
    }

    /// The strata of who rolls, why, when, and after what.
    fn of_roll(&self, before: &Game, roll: Roll) -> impl Iterator<Item = Stratum> {
        let kind = match (roll.kind, self.turn) {
            (RollKind::Draw, _) => Stratum::Draw,
            (RollKind::Turn, Some(turn)) if turn.seat == roll.seat => turn.next,
            (RollKind::Turn, Some(_) | None) => Stratum::FirstTry,
        };
        let pause = self.latest.is_some_and(|at| roll.at.is_a_day_after(at));
        [
            Stratum::All,
            kind,
            class(before, roll.seat),
            host(before, roll.seat),
            hand(before, roll.seat),
            asked(roll),
            Stratum::at(roll.at),
        ]
        .into_iter()
        .chain(Stratum::of_seat(roll.seat))
        .chain(self.past.lag(1).map(Stratum::after))
        .chain(self.past.lag(before.seats.len()).map(Stratum::lag))
        .chain(pause.then_some(Stratum::AfterPause))
    }
}

/// The strata of how the horses stand.
fn of_position(ahead: &Ahead) -> impl Iterator<Item = Stratum> {
    let rank = match ahead.rank {
        Rank::Leader => Some(Stratum::Leader),
        Rank::Trailer => Some(Stratum::Trailer),
        Rank::Between => None,
    };
    let needs = ahead.needs.iter().map(Stratum::needs);
    needs
        .chain((!ahead.captures.is_empty()).then_some(Stratum::CaptureInReach))
        .chain((ahead.danger == Danger::InReach).then_some(Stratum::InDanger))
        .chain((ahead.stable == Stable::Full).then_some(Stratum::AllInStable))
        .chain(rank)
}

/// What a roll that follows this face in the same turn is, unless a horse moves first.
fn after(before: &Game, face: Die) -> Stratum {
    let ruleset = before.table.rules.ruleset();
    let again = ruleset.reroll_faces.contains(face) && !ruleset.reroll_needs_move;
    let tries = before.position().map_or(1, Position::tries_left);
    if tries > 1 && !again {
        Stratum::LaterTry
    } else {
        Stratum::Bonus
    }
}

fn class(before: &Game, seat: SeatNo) -> Stratum {
    match before.holder(seat).map(|holder| &holder.contribution) {
        Some(Contribution::Sealed {
            use_of: ChainUse::NotReady | ChainUse::Ready,
            ..
        }) => Stratum::Sealed,
        Some(
            Contribution::Seeded(_)
            | Contribution::Sealed {
                use_of: ChainUse::Closed,
                ..
            },
        ) => Stratum::Seeded,
        Some(Contribution::None) | None => Stratum::Unsealed,
    }
}

/// Whether the roller created the game.
fn host(before: &Game, seat: SeatNo) -> Stratum {
    match before.holder(seat) {
        Some(holder) if holder.is(&before.table.owner) => Stratum::Creator,
        Some(_) | None => Stratum::Guest,
    }
}

/// Whether a player acts for the seat, or a bot: one that sits there, or an autopilot.
fn hand(before: &Game, seat: SeatNo) -> Stratum {
    match before.holder(seat).map(Holder::hand) {
        Some(Hand::Bot(_) | Hand::Autopilot(_)) => Stratum::Bot,
        Some(Hand::Player) | None => Stratum::Human,
    }
}

/// Who started the roll. Nobody asks for a draw.
fn asked(roll: Roll) -> Stratum {
    match (roll.kind, roll.cause) {
        (RollKind::Turn, None) => Stratum::Asked,
        (RollKind::Draw, _) | (RollKind::Turn, Some(_)) => Stratum::Unasked,
    }
}
