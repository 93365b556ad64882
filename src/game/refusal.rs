//! Why a command is refused, and why a log does not replay.

use super::Time;
use super::calendar::CalendarError;
use super::event::SeatNo;
use super::orders::OrdersError;
use crate::dice::WrongLink;
use crate::rules::Move;

/// The rules of the table say no. Nothing was changed; this is an answer, not a failure.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// No such seat at this table.
    #[error("this table has no seat {0}")]
    NoSuchSeat(SeatNo),
    /// Somebody sits there.
    #[error("seat {0} is taken")]
    SeatTaken(SeatNo),
    /// No seat is open.
    #[error("every seat is taken")]
    TableFull,
    /// The caller does not hold that seat.
    #[error("seat {0} is not yours")]
    NotYourSeat(SeatNo),
    /// The caller holds no seat.
    #[error("you hold no seat at this table")]
    NotSeated,
    /// The caller holds several seats and has to say which one is meant.
    #[error("you hold several seats: say which one")]
    WhichSeat,
    /// Only the creator may do that.
    #[error("only the creator of the game may do this")]
    NotOwner,
    /// Too late: the game runs.
    #[error("the game has started")]
    AlreadyStarted,
    /// Too early: seats are still being taken.
    #[error("the game has not started")]
    NotStarted,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Another seat's turn.
    #[error("it is the turn of seat {0}")]
    NotYourTurn(SeatNo),
    /// A move is due before the next roll.
    #[error("a move is due before the next roll")]
    RollNotExpected,
    /// A roll is due before the next move.
    #[error("a roll is due before the next move")]
    MoveNotExpected,
    /// Not among the legal moves.
    #[error("that is not one of the legal moves")]
    IllegalMove,
    /// Several legal moves fit.
    #[error("several legal moves fit: name the horse and where it goes")]
    AmbiguousMove(Vec<Move>),
    /// Another roll is due.
    #[error("roll {expected} is due, not roll {given}")]
    RollNumber {
        /// The roll that is due.
        expected: u32,
        /// The roll that was asked for.
        given: u32,
    },
    /// A chained seat has to bring its next link.
    #[error("this seat has a chain of its own: bring link {0}")]
    LinkRequired(u32),
    /// A seat without a chain, or with a closed one, has no link to bring.
    #[error("this seat has no chain to take a link from")]
    LinkUnexpected,
    /// The link is not the next one.
    #[error(transparent)]
    WrongLink(#[from] WrongLink),
    /// An anchor that is zero or already at the table.
    #[error(
        "an anchor is 32 bytes of its own: not zero, and not one that is already at this table"
    )]
    BadAnchor,
    /// `seat_links` does not fit.
    #[error("seat_links is 4096 for a chain, 0 for a seed, and 0 or absent without an anchor")]
    BadLinks,
    /// The table takes chains only.
    #[error("this table takes only seats with a chain of 4096 links")]
    SealedOnly,
    /// Ready is said once, and only by chained seats at a full table.
    #[error("{0}")]
    NotReadyable(&'static str),
    /// Fewer than two seats are taken.
    #[error("a game needs at least {0} seats taken")]
    TooFewPlayers(u8),
    /// Chained seats have not shown their first link.
    #[error("waiting for the first link of seats that have a chain")]
    NotReady(Vec<SeatNo>),
    /// A seat with a key signs what it does, on the log's present head; any other does not.
    #[error("{}", signature_wanted(.0.as_deref()))]
    Signature(Option<String>),
    /// The game is paused.
    #[error("the game is paused until {0}, or until every player wants it to go on")]
    Paused(Time),
    /// A bot plays for the seat.
    #[error("a bot plays for seat {0} since its time ran out: return to it first")]
    Absent(SeatNo),
    /// Nobody plays for the seat but its player.
    #[error("seat {0} is not absent")]
    NotAbsent(SeatNo),
    /// The table was not set for that.
    #[error("{0}")]
    NotAgreed(&'static str),
    /// Quiet hours that cannot be.
    #[error(transparent)]
    BadCalendar(CalendarError),
    /// Standing orders that cannot be.
    #[error(transparent)]
    BadOrders(OrdersError),
    /// These orders stand already.
    #[error("these orders stand already")]
    OrdersStand,
    /// The seat has no standing orders.
    #[error("the seat has no standing orders")]
    NoOrders,
    /// A vacation that cannot be taken.
    #[error("{0}")]
    Vacation(&'static str),
    /// The seat has said so already, or plays no more.
    #[error("seat {0} has said so already, or plays no more")]
    Wished(SeatNo),
    /// Nothing is due by itself yet.
    #[error("nothing is due yet")]
    NotDue,
    /// The decision contradicts itself: a fault of ours, and nothing was written.
    #[error("the decision contradicts itself: {0}")]
    Contradiction(ReplayError),
    /// The server's links in hand do not reach so far; the caller loads others and asks again.
    #[error("server link {0} is out of reach")]
    OutOfReach(u32),
}

fn signature_wanted(action: Option<&str>) -> String {
    match action {
        Some(action) => format!("this seat joined with a key: its signature has to cover {action}"),
        None => "this seat has no key: there is nothing to sign".to_owned(),
    }
}

/// A log that contradicts itself, the rules or the dice.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The first event is not a creation, or its ruleset is unsound.
    #[error("the creation of the game is unsound: {0}")]
    Creation(String),
    /// The event belongs to another stage.
    #[error("the event does not belong to this stage of the game")]
    Stage,
    /// The seat cannot do that.
    #[error("the seat of the event cannot do that now")]
    Seat,
    /// A link does not continue its chain.
    #[error("a link does not continue its chain")]
    Link,
    /// A roll number is skipped or repeated.
    #[error("roll numbers go 1, 2, 3 …")]
    RollNumber,
    /// The die is not the one that the links give.
    #[error("the die is not the one that the links give")]
    Die,
    /// The move is not legal, or its captures are not what they have to be.
    #[error("the move is not what the rules allow")]
    Move,
    /// Something else has to follow here.
    #[error("the event does not follow from the one before")]
    Consequence,
    /// What the event says about time does not fit.
    #[error("the event does not fit the clock of the game")]
    Clock,
    /// A signature is missing, superfluous, or not that of the seat's key.
    #[error("the action is not signed by the key of its seat")]
    Signature,
    /// The payload cannot be read.
    #[error("the payload of event {0} cannot be read")]
    Payload(u64),
}
