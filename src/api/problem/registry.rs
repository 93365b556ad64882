//! Every kind of problem this API answers with: one row each, and the only list of them.
//!
//! A slug is part of the contract and is never changed or reused once released.

use actix_web::http::StatusCode;

macro_rules! registry {
    ($($variant:ident $slug:literal $status:ident $title:literal $describe:literal)+) => {
        /// A kind of problem. Its slug is the `code` of the answer and the end of its `type`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ProblemType {
            $(#[doc = $title] $variant,)+
        }

        impl ProblemType {
            /// Every kind, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The stable name, for programs.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)+ }
            }

            /// The HTTP status that it is answered with.
            #[must_use]
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status,)+ }
            }

            /// A short sentence, the same for every occurrence.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)+ }
            }

            /// When it happens and what a client can do.
            #[must_use]
            pub const fn describe(self) -> &'static str {
                match self { $(Self::$variant => $describe,)+ }
            }
        }
    };
}

registry! {
    MalformedBody "malformed-body" BAD_REQUEST
        "The body is not JSON"
        "The body is missing, cut or not JSON by RFC 8259. Send one JSON object in UTF-8."
    InvalidParameter "invalid-parameter" BAD_REQUEST
        "A query parameter or header is not usable"
        "`errors` names the parameter or header and says what it should look like."
    IdempotencyKeyInvalid "idempotency-key-invalid" BAD_REQUEST
        "The Idempotency-Key is not usable"
        "The header takes 1 to 255 visible ASCII characters, bare or in double quotes. A UUID is \
         a good one."
    Unauthenticated "unauthenticated" UNAUTHORIZED
        "The request needs a valid access token"
        "Send `Authorization: Bearer <access token>`. A new pair of tokens comes from \
         `POST /v1/tokens`, a new guest from `POST /v1/guests`."
    TokenExpired "token-expired" UNAUTHORIZED
        "The access token has expired"
        "Exchange the refresh token at `POST /v1/tokens` and send the request again, with the \
         same Idempotency-Key."
    RefreshRefused "refresh-refused" UNAUTHORIZED
        "The refresh token is worth nothing"
        "It is unknown, was revoked, was not used for 180 days, or an older one of its session was \
         shown, which ends the session. Enter again at `POST /v1/guests` with the same device \
         secret to be the same player."
    Forbidden "forbidden" FORBIDDEN
        "This is not yours to do"
        "The action belongs to another player, such as the owner of the game."
    NotYourSeat "not-your-seat" FORBIDDEN
        "You do not sit in this game, or not on this seat"
        "Only the player of a seat acts for it. Take a free seat while the game is in its lobby."
    InviteRefused "invite-refused" FORBIDDEN
        "The invite does not open this game"
        "It has expired, belongs to another game, or is missing for a private one. Ask the owner \
         of the game for a new one."
    ReadOnlyToken "read-only-token" FORBIDDEN
        "An auditor does not play"
        "The token is an auditor's: it reads what concerns every game. Send the access token of a \
         player."
    AuditorOnly "auditor-only" FORBIDDEN
        "This is for auditors"
        "The token is a player's. The operator makes one for an auditor with \
         `petits-chevaux keys auditor`."
    AdviceOff "advice-off" FORBIDDEN
        "Nobody is given advice in this game"
        "The game is rated: each player decides alone. `GET /v1/games/{id}/moves` lists the legal \
         moves."
    NotFound "not-found" NOT_FOUND
        "There is nothing at this address"
        "The path is not part of this API. The routes are listed at `/openapi.json`."
    GameNotFound "game-not-found" NOT_FOUND
        "There is no such game"
        "The id names no game, or one that you may not see."
    SeatNotFound "seat-not-found" NOT_FOUND
        "The game has no such seat"
        "Seats are numbered from 1 to the number of seats of the game."
    PlayerNotFound "player-not-found" NOT_FOUND
        "There is no such player"
        "A player's id is at `GET /v1/me`; ask for it whom you want to play with."
    InvitationNotFound "invitation-not-found" NOT_FOUND
        "There is no open invitation like that"
        "It never was, or was answered, taken back, or has expired. `GET /v1/me/invitations` lists \
         them with their states."
    EventNotFound "event-not-found" NOT_FOUND
        "The game has no such event yet"
        "Events are numbered from 0 to the `version` of the game."
    NotInLog "not-in-log" NOT_FOUND
        "The transparency log has no such leaf or tree"
        "The log never had that size, or the game is not in it yet: a game comes in with the next \
         checkpoint."
    MethodNotAllowed "method-not-allowed" METHOD_NOT_ALLOWED
        "The method is not allowed here"
        "The `Allow` header lists the methods of this address."
    RequestTimeout "request-timeout" REQUEST_TIMEOUT
        "The request took too long to arrive"
        "A body must arrive within 10 seconds of its head. Send it again, with the same \
         Idempotency-Key."
    UnknownHead "unknown-head" CONFLICT
        "The server does not know this head of the log"
        "The head that the client knows is not in this game's log. Keep the receipts: together \
         with the log they prove that history was rewritten (PC-DICE/1, 3.6)."
    NotYourTurn "not-your-turn" CONFLICT
        "It is another seat's turn"
        "Wait until the game's state names your seat."
    RollNotExpected "roll-not-expected" CONFLICT
        "The die cannot be rolled now"
        "The roll was made already: a move is expected. `legal_moves` lists the choices."
    MoveNotExpected "move-not-expected" CONFLICT
        "No move is expected now"
        "The die must be rolled first."
    WrongRollNumber "wrong-roll-number" CONFLICT
        "Another roll is due"
        "`awaiting.roll` is the number of the roll that is due. A roll that was made is answered \
         again only to the seat that made it, with the same link."
    SeatTaken "seat-taken" CONFLICT
        "The seat is taken"
        "Take another seat, or none by name to get the first free one."
    GameFull "game-full" CONFLICT
        "Every seat is taken"
        "Look for another game or create one."
    GameNotStarted "game-not-started" CONFLICT
        "The game has not started"
        "It waits for players or for seats to be ready."
    GameNotOver "game-not-over" CONFLICT
        "The game is not over"
        "A rematch follows a game that was played to its end."
    TooManyInvitations "too-many-invitations" CONFLICT
        "Too many invitations are open"
        "A game has 32 open invitations at most, a player 100. Take one back, or wait for answers."
    AlreadyStarted "already-started" CONFLICT
        "The game has started"
        "Seats change in the lobby only."
    NotReadyable "not-readyable" CONFLICT
        "There is nothing to be ready for"
        "Only a seat with a chain of its own says ready, once every seat is taken."
    CannotStart "cannot-start" CONFLICT
        "The game cannot start yet"
        "It needs two seats taken, and the first link of every seat that has a chain."
    GamePaused "game-paused" CONFLICT
        "The game is paused"
        "It goes on when every player wants it, or at `paused_until`."
    SeatAbsent "seat-absent" CONFLICT
        "A bot plays for the seat"
        "Its time ran out too often. `POST …/seats/{seat}/return` makes it yours again."
    NotAbsent "not-absent" CONFLICT
        "Nobody plays for the seat but its player"
        "There is nothing to return to: the seat is yours as it is."
    NotAgreed "not-agreed" CONFLICT
        "This table was not set for that"
        "Clocks, quiet hours, vacation and pauses are agreed when a game is created, and for good."
    OrdersStand "orders-stand" CONFLICT
        "These orders stand already"
        "Nothing has changed. `GET …/orders` shows them."
    NoOrders "no-orders" NOT_FOUND
        "The seat has no standing orders"
        "They were never given, were taken back, or have served their turn."
    VacationRefused "vacation-refused" UNPROCESSABLE_ENTITY
        "The vacation cannot be taken"
        "`detail` says why: the days that the table allows a year, one vacation at a time, 30 days \
         at most, beginning now or later."
    AlreadyWished "already-wished" CONFLICT
        "The seat has said so already"
        "The pause begins or ends when every player wants it. A seat that plays no more has no say."
    GameOver "game-over" CONFLICT
        "The game is over"
        "Nothing can be changed any more; everything can be read."
    PreconditionFailed "precondition-failed" PRECONDITION_FAILED
        "The game is not at the version of If-Match"
        "`current_version` is the version now (RFC 9110, 13.1.1): read the game and decide again."
    BodyTooLarge "body-too-large" PAYLOAD_TOO_LARGE
        "The body is too large"
        "A body has at most 16 KiB."
    UnsupportedMediaType "unsupported-media-type" UNSUPPORTED_MEDIA_TYPE
        "The body must be JSON"
        "Send `Content-Type: application/json`, without a content encoding."
    UnknownField "unknown-field" UNPROCESSABLE_ENTITY
        "The body has a field that is not known here"
        "`errors` names it and the fields that are known. Unknown fields are refused so that a \
         misspelt option is never ignored."
    InvalidField "invalid-field" UNPROCESSABLE_ENTITY
        "A field of the body is missing or not usable"
        "`errors` names each field by JSON Pointer (RFC 6901) and says what was expected."
    UnknownRuleset "unknown-ruleset" UNPROCESSABLE_ENTITY
        "There is no such ruleset"
        "`GET /v1/rulesets` lists them."
    IllegalRuleset "illegal-ruleset" UNPROCESSABLE_ENTITY
        "These rules cannot be played together"
        "`errors` says which choices contradict each other and why."
    InvalidPosition "invalid-position" UNPROCESSABLE_ENTITY
        "The position cannot be read or cannot occur"
        "`errors` says what is wrong with it under the ruleset given."
    IllegalMove "illegal-move" UNPROCESSABLE_ENTITY
        "This move is not legal"
        "`legal_moves` lists every legal one, `blocked` says why each other horse cannot move."
    AmbiguousMove "ambiguous-move" UNPROCESSABLE_ENTITY
        "Several legal moves fit"
        "Name the horse and where it goes: `legal_moves` lists the choices."
    WhichSeat "which-seat" UNPROCESSABLE_ENTITY
        "You hold several seats"
        "Say in `seat` which one is meant."
    InvalidContribution "invalid-contribution" UNPROCESSABLE_ENTITY
        "The seat cannot bring that to the dice"
        "An anchor is 32 bytes of its own, with 4096 links for a chain or 0 for a seed; some games \
         take chains only (PC-DICE/1, 3.3)."
    WrongLink "wrong-link" UNPROCESSABLE_ENTITY
        "The link is missing, unasked for, or not the next one"
        "A seat with a chain brings its next link with each roll: `seats[].next_link` is its \
         number, and its hash is the last accepted link (PC-DICE/1, 3.1). Other seats bring none."
    WrongSignature "wrong-signature" UNPROCESSABLE_ENTITY
        "The action is not signed by the key of its seat"
        "A seat that joined with a `seat_key` signs whatever it does, on the head that the log has \
         now: `current_version` and `current_head` say which. Other seats send no signature \
         (PC-DICE/1, 3.8)."
    IdempotencyKeyReused "idempotency-key-reused" UNPROCESSABLE_ENTITY
        "The Idempotency-Key was used for another request"
        "The same key came with another method, path or body. Use a new key for a new action."
    HeadersTooLarge "headers-too-large" REQUEST_HEADER_FIELDS_TOO_LARGE
        "The head of the request is too large"
        "All headers together have at most 32 KiB."
    Internal "internal" INTERNAL_SERVER_ERROR
        "The server made a mistake"
        "It is logged under the request id in `instance`. Nothing is known about the outcome: send \
         the request again with the same Idempotency-Key."
    StoreUnavailable "store-unavailable" SERVICE_UNAVAILABLE
        "The store does not answer"
        "Send the request again after `Retry-After` seconds, with the same Idempotency-Key."
    Overloaded "overloaded" SERVICE_UNAVAILABLE
        "Too many actions wait"
        "Nothing was done. Send the request again after `Retry-After` seconds, with the same \
         Idempotency-Key."
}

impl ProblemType {
    /// The kind with that slug.
    #[must_use]
    pub fn of_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.slug() == slug)
    }

    /// The kind for a bare HTTP status that came from below, if it is an error.
    #[must_use]
    pub fn of_status(status: StatusCode) -> Option<Self> {
        let status_is = |kind: &Self| kind.status() == status;
        match status.as_u16() {
            0..=399 => None,
            400 => Some(Self::InvalidParameter),
            404 => Some(Self::NotFound),
            500.. => Some(Self::Internal),
            _ => Some(
                Self::ALL
                    .iter()
                    .copied()
                    .find(status_is)
                    .unwrap_or(Self::InvalidParameter),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn slugs_are_unique_kebab_case_and_found_again() {
        let slugs: HashSet<_> = ProblemType::ALL.iter().map(|kind| kind.slug()).collect();
        assert_eq!(slugs.len(), ProblemType::ALL.len());
        for kind in ProblemType::ALL {
            let kebab = |c: char| c.is_ascii_lowercase() || c == '-';
            assert!(kind.slug().chars().all(kebab), "{}", kind.slug());
            assert_eq!(ProblemType::of_slug(kind.slug()), Some(*kind));
            assert!(kind.status().as_u16() >= 400);
            assert!(!kind.title().ends_with('.') && kind.describe().ends_with('.'));
        }
    }
}
