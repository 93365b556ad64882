//! What can be wrong with a game, each with a code that stays.

/// Why a game is not what it has to be. The codes are for ever: scripts branch on them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The evidence pack contradicts itself or cannot be read.
    Pack,
    /// The first event does not found a game.
    Creation,
    /// Bytes that are not canonical.
    Canonical,
    /// An event that cannot be read.
    Format,
    /// An event out of its place.
    Order,
    /// An anchor that no table accepts.
    Anchor,
    /// Roll numbers that are not 1, 2, 3 …
    RollNumber,
    /// A seat's link that does not continue its chain.
    SeatChain,
    /// A server's link that does not continue its chain.
    ServerChain,
    /// A die that the links do not give.
    Formula,
    /// An action that the key of its seat did not sign.
    PlayerSignature,
    /// A move or a consequence that the rules do not allow.
    Rules,
    /// A receipt for an event that the log does not have.
    Truncation,
    /// A receipt for another history.
    Fork,
    /// A receipt that its key did not sign.
    Signature,
    /// A receipt of a key that is not published.
    UnknownKey,
    /// Two receipts for one event number with different heads.
    Equivocation,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 17] = [
        Reason::Pack,
        Reason::Creation,
        Reason::Canonical,
        Reason::Format,
        Reason::Order,
        Reason::Anchor,
        Reason::RollNumber,
        Reason::SeatChain,
        Reason::ServerChain,
        Reason::Formula,
        Reason::PlayerSignature,
        Reason::Rules,
        Reason::Truncation,
        Reason::Fork,
        Reason::Signature,
        Reason::UnknownKey,
        Reason::Equivocation,
    ];

    /// The code that a program branches on.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Reason::Pack => "pack",
            Reason::Creation => "creation",
            Reason::Canonical => "canonical",
            Reason::Format => "format",
            Reason::Order => "order",
            Reason::Anchor => "anchor",
            Reason::RollNumber => "roll_number",
            Reason::SeatChain => "seat_chain",
            Reason::ServerChain => "server_chain",
            Reason::Formula => "formula",
            Reason::PlayerSignature => "player_signature",
            Reason::Rules => "rules",
            Reason::Truncation => "truncation",
            Reason::Fork => "fork",
            Reason::Signature => "signature",
            Reason::UnknownKey => "unknown_key",
            Reason::Equivocation => "equivocation",
        }
    }

    /// Whether the log alone shows it.
    pub(super) fn is_of_the_log(self) -> bool {
        match self {
            Reason::Creation
            | Reason::Canonical
            | Reason::Format
            | Reason::Order
            | Reason::Anchor
            | Reason::RollNumber
            | Reason::SeatChain
            | Reason::ServerChain
            | Reason::Formula
            | Reason::PlayerSignature
            | Reason::Rules => true,
            Reason::Pack
            | Reason::Truncation
            | Reason::Fork
            | Reason::Signature
            | Reason::UnknownKey
            | Reason::Equivocation => false,
        }
    }
}

/// One defect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What kind of defect.
    pub reason: Reason,
    /// The number of the event at fault; none if it is not about one event.
    pub event: Option<u64>,
    /// What was found, for people.
    pub detail: String,
}

impl Finding {
    /// A defect of an event.
    #[must_use]
    pub fn new(reason: Reason, event: u64, detail: impl Into<String>) -> Finding {
        Finding {
            reason,
            event: Some(event),
            detail: detail.into(),
        }
    }
}
