//! The fold of chains, dice and order: it goes on after a defect, as docs/AUDIT.md section 10 says.

use serde::Deserialize;
use serde_json::Value;

use super::actions::Act;
use super::finding::{Finding, Reason};
use super::lobby::{Draws, Hand, Place};
use super::read::{Creation, First, Int, Passed, Seen, has_upper_hex};
use super::{canonical, sha256};
use crate::dice::{Link, PROTOCOL, SERVER_LINKS};
use crate::game::{ChainUse, Contribution, GameId, Head};

/// How far the game has come, as the log says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Its creation cannot be used: only bytes and receipts can be judged.
    Nowhere,
    /// Nothing was read yet.
    Empty,
    Lobby,
    Playing,
    Over,
    Aborted,
}

/// What is known after some lines.
pub(super) struct Fold {
    pub(super) game: GameId,
    pub(super) findings: Vec<Finding>,
    pub(super) stage: Stage,
    pub(super) ruleset: Option<Value>,
    /// The number of the last roll.
    pub(super) rolls: u32,
    /// How many rolls were recomputed, and how many of these have the die that is due.
    pub(super) recomputed: u32,
    pub(super) right: u32,
    /// The server's last link, and how many led back to the one before.
    pub(super) server: Link,
    pub(super) server_links: u32,
    pub(super) seats: Vec<Place>,
    pub(super) first: First,
    pub(super) sealed_only: bool,
    pub(super) draws: Draws,
}

impl Fold {
    pub(super) fn new(game: GameId) -> Fold {
        Fold {
            game,
            findings: Vec::new(),
            stage: Stage::Empty,
            ruleset: None,
            rolls: 0,
            recomputed: 0,
            right: 0,
            server: Link::NONE,
            server_links: 0,
            seats: Vec::new(),
            first: First::Draw,
            sealed_only: false,
            draws: Draws::default(),
        }
    }

    /// Notes a defect; one event has each reason once.
    pub(super) fn find(&mut self, reason: Reason, event: u64, detail: String) {
        let known = |finding: &Finding| (finding.reason, finding.event) == (reason, Some(event));
        if !self.findings.iter().rev().any(known) {
            self.findings.push(Finding::new(reason, event, detail));
        }
    }

    /// Judges one line that follows a head.
    pub(super) fn line(&mut self, seq: u64, before: Head, line: &[u8]) {
        let canonical = canonical::is_canonical(line);
        if !canonical {
            self.find(Reason::Canonical, seq, "not the bytes of RFC 8785".into());
        }
        let parsed = serde_json::from_slice::<Value>(line);
        let Some(event) = parsed.ok().filter(Value::is_object) else {
            return self.unreadable();
        };
        if has_upper_hex(&event) {
            let detail = "hexadecimal digits are lower case";
            self.find(Reason::Canonical, seq, detail.into());
        }
        match (Seen::deserialize(&event), self.stage) {
            (Err(error), _) => {
                self.find(Reason::Format, seq, error.to_string());
                self.unreadable();
            }
            (Ok(_), Stage::Nowhere) => {}
            (Ok(Seen::GameCreated(creation)), Stage::Empty) => {
                self.create(seq, *creation, canonical);
            }
            (Ok(_), Stage::Empty) => {
                self.find(
                    Reason::Creation,
                    seq,
                    "the first event is no creation".into(),
                );
                self.stage = Stage::Nowhere;
            }
            (Ok(seen), _) => {
                let act = Act {
                    seq,
                    before,
                    seen: &seen,
                };
                if canonical {
                    self.check_signature(&act, event);
                }
                self.event(seq, &seen);
            }
        }
    }

    /// Without a creation there is nothing to judge by.
    fn unreadable(&mut self) {
        if self.stage == Stage::Empty {
            self.find(Reason::Creation, 0, "the first event is no creation".into());
            self.stage = Stage::Nowhere;
        }
    }

    fn create(&mut self, seq: u64, creation: Creation, canonical: bool) {
        let ruleset = Value::Object(creation.ruleset);
        let bytes = serde_json_canonicalizer::to_string(&ruleset).unwrap_or_default();
        let hashed = !canonical || sha256(bytes.as_bytes()) == hex::encode(creation.ruleset_hash.0);
        let seats = creation.seats.u8().filter(|seats| (2..=6).contains(seats));
        let wrong = [
            (creation.dice != PROTOCOL, "another dice protocol"),
            (
                creation.server_links != Int(i64::from(SERVER_LINKS)),
                "another length of the server's chain",
            ),
            (seats.is_none(), "a table has two to six seats"),
            (!hashed, "ruleset_hash is not the hash of the ruleset"),
        ];
        if let Some((_, why)) = wrong.iter().find(|(wrong, _)| *wrong) {
            self.find(Reason::Creation, seq, (*why).to_owned());
        }
        self.stage = seats.map_or(Stage::Nowhere, |_| Stage::Lobby);
        self.ruleset = Some(ruleset);
        self.server = Link(creation.server_anchor.0);
        self.seats = vec![Place::Open; usize::from(seats.unwrap_or(0))];
        self.first = creation.first;
        self.sealed_only = creation.sealed_only;
    }

    fn event(&mut self, seq: u64, seen: &Seen) {
        match seen {
            Seen::GameCreated(_) => {
                self.find(Reason::Order, seq, "a game is created once".into());
            }
            Seen::PlayerJoined(joined) => self.joined(seq, joined),
            Seen::BotJoined(by) => self.bot_joined(seq, by.seat),
            Seen::PlayerLeft(left) => self.left(seq, left.seat),
            Seen::SeatsClosed(closed) => self.closed(seq, &closed.seats),
            Seen::SeatReady(shown) => self.ready(seq, shown),
            Seen::LinksDeposited(shown) => self.deposited(seq, shown),
            Seen::DieRolled(rolled) => self.rolled(seq, rolled),
            Seen::GameStarted(started) => self.started(seq, started.first_seat),
            Seen::SeatChainClosed(by) => self.chain_closed(seq, by.seat),
            Seen::TurnPassed(passed) => self.passed(seq, passed),
            Seen::AutomationSet(set) => self.automated(seq, set),
            Seen::SeatAbsent(by) => self.set_hand(seq, by.seat, Hand::Absent),
            Seen::SeatReturned(by) => self.set_hand(seq, by.seat, Hand::Player),
            Seen::OrdersEnded(Passed { seat, .. }) => self.plays(seq, *seat),
            Seen::GamePaused {} | Seen::GameResumed {} => self.in_play(seq),
            Seen::PieceMoved(by)
            | Seen::OrdersSet(by)
            | Seen::DeadlineSet(by)
            | Seen::TurnTimedOut(by)
            | Seen::VacationTaken(by)
            | Seen::PauseWished(by)
            | Seen::BonusDeclined(by)
            | Seen::BonusForfeited(by)
            | Seen::PointsScored(by)
            | Seen::PenaltyChosen(by)
            | Seen::PiecesSentHome(by)
            | Seen::PlayerFinished(by)
            | Seen::PlayerResigned(by) => self.plays(seq, by.seat),
            Seen::GameEnded {} => {
                self.in_play(seq);
                self.stage = Stage::Over;
            }
            Seen::GameAborted {} => {
                if self.in_lobby(seq) {
                    self.stage = Stage::Aborted;
                }
            }
        }
    }

    /// Something that a seat does in play, and no more is known of it here.
    fn plays(&mut self, seq: u64, seat: Int) {
        self.in_play(seq);
        self.sitter(seq, seat);
    }

    /// Whether the table is still being set; told if not.
    pub(super) fn in_lobby(&mut self, seq: u64) -> bool {
        let lobby = self.stage == Stage::Lobby;
        if !lobby {
            self.find(Reason::Order, seq, "this comes before the start".into());
        }
        lobby
    }

    /// Tells when this is not the time to play; then takes the log at its word.
    pub(super) fn in_play(&mut self, seq: u64) {
        let why = match self.stage {
            Stage::Playing | Stage::Nowhere | Stage::Empty => return,
            Stage::Lobby => "this comes after the start",
            Stage::Over | Stage::Aborted => "the game is over",
        };
        self.find(Reason::Order, seq, why.into());
        if self.stage == Stage::Lobby {
            self.stage = Stage::Playing;
        }
    }

    /// A skipped turn burns a link of a chained seat (PC-DICE/1, 3.9).
    fn passed(&mut self, seq: u64, passed: &Passed) {
        self.in_play(seq);
        let Some(index) = self.sitter(seq, passed.seat) else {
            return;
        };
        if let Some(Contribution::Sealed { chain, use_of, .. }) = self.seats[index].contribution()
            && *use_of != ChainUse::Closed
            && passed.reason == "skipped"
        {
            *chain = chain.burn();
        }
    }
}
