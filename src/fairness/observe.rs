//! The log → for each roll what was known before it.

use super::counters::Hit;
use super::strata::{Chance, Strata, Stratum};
use crate::game::{ChainUse, Contribution, Entry, Event, Game, RollKind, SeatNo, Stage};
use crate::rules::{Die, FaceSet, HorseId, MoveKind, Phase, Place, Position, Rules};

/// When something was committed, as a number that sorts like the time: the digits of the first
/// seventeen places of its RFC 3339 form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Moment(u64);

impl Moment {
    fn of(at: &str) -> Moment {
        let digits = at
            .bytes()
            .filter(u8::is_ascii_digit)
            .map(|digit| digit - b'0');
        let places = digits.chain(std::iter::repeat(0)).take(17);
        Moment(places.fold(0, |sum, digit| sum * 10 + u64::from(digit)))
    }
}

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
    previous: Option<Die>,
    turn: Option<Rolled>,
}

/// The last roll of the turn that goes on.
#[derive(Clone, Copy, Debug)]
struct Rolled {
    seat: SeatNo,
    /// What another roll of this turn is.
    next: Stratum,
}

impl Observer {
    /// Takes the next event and the state before it; tells about a roll.
    pub fn see(&mut self, before: &Game, entry: &Entry) -> Option<Observation> {
        match &entry.event {
            Event::DieRolled {
                die,
                kind,
                roll,
                seat,
                ..
            } => {
                let face = Die::new(*die)?;
                let (strata, favourable) = self.known(before, *kind, *seat);
                self.turn = Some(Rolled {
                    seat: *seat,
                    next: after(before, face),
                });
                self.previous = Some(face);
                Some(Observation {
                    at: Moment::of(&entry.at),
                    roll: *roll,
                    seat: *seat,
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

    fn known(
        &self,
        before: &Game,
        kind: RollKind,
        seat: SeatNo,
    ) -> (Strata, [FaceSet; Chance::ALL.len()]) {
        let ahead = match (&before.stage, kind) {
            (Stage::Playing(position), RollKind::Turn) => Ahead::of(position, &before.table.rules),
            (Stage::Lobby(_) | Stage::Playing(_) | Stage::Over(_) | Stage::Aborted(_), _) => {
                Ahead::default()
            }
        };
        let kind = match (kind, self.turn) {
            (RollKind::Draw, _) => Stratum::Draw,
            (RollKind::Turn, Some(turn)) if turn.seat == seat => turn.next,
            (RollKind::Turn, Some(_) | None) => Stratum::FirstTry,
        };
        let strata = [Stratum::All, kind, class(before, seat)]
            .into_iter()
            .chain(Stratum::of_seat(seat))
            .chain(self.previous.map(Stratum::after))
            .chain(ahead.needs.iter().map(Stratum::needs))
            .chain((!ahead.captures.is_empty()).then_some(Stratum::CaptureInReach))
            .chain((ahead.stable == Stable::Full).then_some(Stratum::AllInStable))
            .collect();
        let favourable = Chance::ALL.iter().map(|chance| match chance {
            Chance::Six => FaceSet::of(&[Die::Six]),
            Chance::Repeat => self.previous.into_iter().collect(),
            Chance::Exit if ahead.stable == Stable::Full => ahead.exits,
            Chance::Exit => FaceSet::EMPTY,
            Chance::Stair => ahead.needs,
            Chance::Capture => ahead.captures,
        });
        let mut sets = [FaceSet::EMPTY; Chance::ALL.len()];
        for (set, faces) in sets.iter_mut().zip(favourable) {
            *set = faces;
        }
        (strata, sets)
    }
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

/// What each face would allow.
#[derive(Clone, Copy, Debug, Default)]
struct Ahead {
    captures: FaceSet,
    exits: FaceSet,
    /// The only faces that move this or that horse on the foot or the stair.
    needs: FaceSet,
    stable: Stable,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Stable {
    /// All horses of the roller are in it.
    Full,
    #[default]
    Left,
}

impl Ahead {
    /// Tries every face in thought.
    fn of(position: &Position, rules: &Rules) -> Ahead {
        let Phase::Roll { seat } = position.phase() else {
            return Ahead::default();
        };
        let (mut captures, mut exits) = (Vec::new(), Vec::new());
        let mut movers: Vec<(HorseId, Die)> = Vec::new();
        for die in Die::ALL {
            let mut next = *position;
            if next.roll(rules, die, &mut |_| {}).is_err() {
                continue;
            }
            for mv in &next.legal_moves(rules) {
                match mv.kind {
                    MoveKind::Exit | MoveKind::ExitTwo => exits.push(die),
                    MoveKind::Advance => movers.push((mv.horse, die)),
                    MoveKind::SendHome | MoveKind::DeclineBonus => continue,
                }
                let outcome = next.outcome(rules, *mv);
                if outcome.is_ok_and(|outcome| !outcome.captures.is_empty()) {
                    captures.push(die);
                }
            }
        }
        let foot = Place::Track(rules.ruleset().lap);
        let climbing = |place: Place| place == foot || matches!(place, Place::Lane(_));
        let only = |horse: HorseId| {
            let mut faces = movers.iter().filter(|(mover, _)| *mover == horse);
            let first = faces.next().map(|(_, die)| *die);
            first.filter(|_| faces.next().is_none())
        };
        let mut horses = position.horses(seat);
        Ahead {
            captures: captures.into_iter().collect(),
            exits: exits.into_iter().collect(),
            needs: position
                .horses(seat)
                .filter(|(_, place)| climbing(*place))
                .filter_map(|(horse, _)| only(horse))
                .collect(),
            stable: if horses.all(|(_, place)| place == Place::Stable) {
                Stable::Full
            } else {
                Stable::Left
            },
        }
    }
}
