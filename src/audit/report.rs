//! What an audit found, for programs.

use serde_json::{Value, json};

use super::Evidence;
use super::finding::Finding;
use super::fold::{Fold, Stage};
use super::keys::KeySource;
use super::lobby::Place;
use crate::game::{ChainUse, Contribution, GameId, Head};

/// The result of an audit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Which game.
    pub game: GameId,
    /// How far it came.
    pub stage: StageName,
    /// Events in the log.
    pub events: usize,
    /// The hash of the last one.
    pub head: Head,
    /// Rolls that were recomputed.
    pub rolls: u32,
    /// Those of them whose die is the one that the links give.
    pub rolls_right: u32,
    /// Links of the server that lead back to the one before.
    pub server_links: u32,
    /// The seats in order.
    pub seats: Vec<SeatReport>,
    /// Receipts.
    pub receipts: ReceiptCount,
    /// Where the keys came from that they were checked with.
    pub keys: KeySource,
    /// How far the moves were checked.
    pub moves: MovesCheck,
    /// What is wrong, in the order of the log.
    pub findings: Vec<Finding>,
}

/// How far a game came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageName {
    /// No game was founded.
    Unknown,
    /// Seats are being taken.
    Lobby,
    /// It is being played.
    Playing,
    /// It is over.
    Finished,
    /// It was called off.
    Aborted,
}

/// What a seat brought to the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A chain.
    Sealed,
    /// A chain that was given up.
    ChainClosed,
    /// 32 bytes.
    Seeded,
    /// Nothing.
    None,
    /// Nobody sits there.
    Empty,
}

/// One seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatReport {
    /// Its number.
    pub seat: u8,
    /// What it brought.
    pub class: Class,
    /// Its links that lead back to the one before.
    pub links: u32,
    /// Its actions that its key signed, if it joined with one.
    pub signed: Option<u32>,
}

/// How many receipts there were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReceiptCount {
    /// Given with the log, the pack's own included.
    pub held: u32,
    /// Signed by a key that was given.
    pub signed: u32,
    /// Not checked, because no keys were given.
    pub unchecked: u32,
}

/// How far the moves were checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovesCheck {
    /// All of them, with every consequence and the ranking.
    Whole,
    /// Up to this event: what follows hangs on it.
    Until(u64),
}

pub(super) fn report(
    evidence: &Evidence,
    fold: Fold,
    heads: &[Head],
    receipts: ReceiptCount,
    moves: MovesCheck,
) -> Report {
    let mut findings = fold.findings;
    findings.sort_by_key(|finding| (finding.event, finding.reason));
    findings.dedup_by_key(|finding| (finding.event, finding.reason));
    Report {
        game: evidence.game,
        stage: StageName::of(fold.stage),
        events: heads.len(),
        head: heads.last().copied().unwrap_or(Head::EMPTY),
        rolls: fold.recomputed,
        rolls_right: fold.right,
        server_links: fold.server_links,
        seats: (1..).zip(&fold.seats).map(SeatReport::of).collect(),
        receipts,
        keys: evidence.keys.source(),
        moves,
        findings,
    }
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }

    /// The report as every verifier writes it (docs/AUDIT.md).
    #[must_use]
    pub fn to_json(&self) -> Value {
        let seats: Vec<Value> = self.seats.iter().map(|seat| seat.to_json()).collect();
        let findings: Vec<Value> = self.findings.iter().map(finding).collect();
        json!({
            "game": self.game.to_string(),
            "verdict": if self.is_sound() { "sound" } else { "defect" },
            "stage": self.stage.name(),
            "events": self.events,
            "head": self.head.to_string(),
            "rolls": self.rolls,
            "rolls_right": self.rolls_right,
            "server_links": self.server_links,
            "seats": seats,
            "receipts": {
                "held": self.receipts.held,
                "signed": self.receipts.signed,
                "unchecked": self.receipts.unchecked,
            },
            "keys": self.keys.name(),
            "moves": match self.moves {
                MovesCheck::Whole => json!("checked"),
                MovesCheck::Until(event) => json!({ "until": event }),
            },
            "findings": findings,
        })
    }
}

fn finding(finding: &Finding) -> Value {
    json!({
        "code": finding.reason.code(),
        "event": finding.event,
        "detail": finding.detail,
    })
}

impl SeatReport {
    fn of((seat, place): (u8, &Place)) -> SeatReport {
        match place {
            Place::Open | Place::Closed => SeatReport {
                seat,
                class: Class::Empty,
                links: 0,
                signed: None,
            },
            Place::Taken(sitter) => SeatReport {
                seat,
                class: Class::of(&sitter.contribution),
                links: sitter.links,
                signed: sitter.key.map(|_| sitter.signed),
            },
        }
    }

    fn to_json(self) -> Value {
        json!({
            "seat": self.seat,
            "class": self.class.name(),
            "links": self.links,
            "signed": self.signed,
        })
    }
}

impl Class {
    fn of(contribution: &Contribution) -> Class {
        match contribution {
            Contribution::None => Class::None,
            Contribution::Seeded(_) => Class::Seeded,
            Contribution::Sealed {
                use_of: ChainUse::Closed,
                ..
            } => Class::ChainClosed,
            Contribution::Sealed {
                use_of: ChainUse::NotReady | ChainUse::Ready,
                ..
            } => Class::Sealed,
        }
    }

    /// The word that a program reads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Sealed => "sealed",
            Class::ChainClosed => "chain_closed",
            Class::Seeded => "seeded",
            Class::None => "none",
            Class::Empty => "empty",
        }
    }
}

impl StageName {
    fn of(stage: Stage) -> StageName {
        match stage {
            Stage::Nowhere | Stage::Empty => StageName::Unknown,
            Stage::Lobby => StageName::Lobby,
            Stage::Playing => StageName::Playing,
            Stage::Over => StageName::Finished,
            Stage::Aborted => StageName::Aborted,
        }
    }

    /// The word that a program reads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            StageName::Unknown => "unknown",
            StageName::Lobby => "lobby",
            StageName::Playing => "playing",
            StageName::Finished => "finished",
            StageName::Aborted => "aborted",
        }
    }
}
