//! The seats of a snapshot.

use serde::{Deserialize, Serialize};

use super::{SnapshotError, link};
use crate::dice::SeatChain;
use crate::game::calendar::Calendar;
use crate::game::contribution::{ChainUse, Contribution};
use crate::game::event::{Level, MoveMode, RollMode};
use crate::game::holder::{Absence, Holder, OrdersMark, Sitter};
use crate::game::state::SeatState;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "most seats are taken")]
pub(super) enum SavedSeat {
    Open,
    Closed,
    Taken {
        sitter: SavedSitter,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        #[serde(default)]
        rolls: RollMode,
        #[serde(default)]
        moves: MoveMode,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        calendar: Option<Calendar>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        orders: Option<OrdersMark>,
        #[serde(default)]
        absence: Absence,
        dice: SavedDice,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SavedSitter {
    Player(String),
    Bot(Level),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SavedDice {
    None,
    Seeded(String),
    Sealed {
        anchor: String,
        last: String,
        no: u32,
        burnt: u32,
        chain: SavedUse,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deposit: Option<(u32, String)>,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SavedUse {
    NotReady,
    Ready,
    Closed,
}

impl SavedSeat {
    pub(super) fn write(seat: &SeatState) -> SavedSeat {
        match seat {
            SeatState::Open => SavedSeat::Open,
            SeatState::Closed => SavedSeat::Closed,
            SeatState::Taken(holder) => SavedSeat::Taken {
                sitter: match &holder.sitter {
                    Sitter::Player(player) => SavedSitter::Player(player.clone()),
                    Sitter::Bot(level) => SavedSitter::Bot(*level),
                },
                key: holder.key.clone(),
                rolls: holder.rolls,
                moves: holder.moves,
                calendar: holder.calendar.clone(),
                orders: holder.orders.clone(),
                absence: holder.absence,
                dice: SavedDice::write(&holder.contribution),
            },
        }
    }

    pub(super) fn read(self) -> Result<SeatState, SnapshotError> {
        Ok(match self {
            SavedSeat::Open => SeatState::Open,
            SavedSeat::Closed => SeatState::Closed,
            SavedSeat::Taken {
                sitter,
                key,
                rolls,
                moves,
                calendar,
                orders,
                absence,
                dice,
            } => SeatState::Taken(Holder {
                sitter: match sitter {
                    SavedSitter::Player(player) => Sitter::Player(player),
                    SavedSitter::Bot(level) => Sitter::Bot(level),
                },
                contribution: dice.read()?,
                key,
                rolls,
                moves,
                calendar,
                orders,
                absence,
            }),
        })
    }
}

impl SavedDice {
    fn write(contribution: &Contribution) -> SavedDice {
        match contribution {
            Contribution::None => SavedDice::None,
            Contribution::Seeded(seed) => SavedDice::Seeded(seed.to_string()),
            Contribution::Sealed {
                chain,
                use_of,
                deposit,
            } => SavedDice::Sealed {
                deposit: deposit.map(|(no, link)| (no, link.to_string())),
                anchor: chain.anchor.to_string(),
                last: chain.last.to_string(),
                no: chain.last_no,
                burnt: chain.burnt,
                chain: match use_of {
                    ChainUse::NotReady => SavedUse::NotReady,
                    ChainUse::Ready => SavedUse::Ready,
                    ChainUse::Closed => SavedUse::Closed,
                },
            },
        }
    }

    fn read(self) -> Result<Contribution, SnapshotError> {
        Ok(match self {
            SavedDice::None => Contribution::None,
            SavedDice::Seeded(seed) => Contribution::Seeded(link(&seed)?),
            SavedDice::Sealed {
                anchor,
                last,
                no,
                burnt,
                chain,
                deposit,
            } => Contribution::Sealed {
                deposit: match deposit {
                    Some((no, text)) => Some((no, link(&text)?)),
                    None => None,
                },
                chain: SeatChain {
                    anchor: link(&anchor)?,
                    last: link(&last)?,
                    last_no: no,
                    burnt,
                },
                use_of: match chain {
                    SavedUse::NotReady => ChainUse::NotReady,
                    SavedUse::Ready => ChainUse::Ready,
                    SavedUse::Closed => ChainUse::Closed,
                },
            },
        })
    }
}
