//! Who asks: the bearer of an access token (RFC 6750), in the header and nowhere else.

use std::future::{Ready, ready};

use actix_web::http::header::{self, HeaderValue};
use actix_web::{FromRequest, HttpRequest, dev, web};

use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::app::tokens::{Access, TokenError};
use crate::game::{GameId, PlayerId};
use crate::store::SessionId;

/// The player who sent the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Player {
    /// Who.
    pub(super) id: PlayerId,
    /// In which session.
    pub(super) session: SessionId,
    /// Until when the token counts, in microseconds since 1970 UTC.
    pub(super) expires_at_us: i64,
}

impl FromRequest for Player {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        ready(match identify(request) {
            Ok(Bearer::Player(player)) => Ok(player),
            Ok(Bearer::Auditor) => Err(ProblemType::ReadOnlyToken.into()),
            Err(problem) => Err(problem),
        })
    }
}

/// Somebody who audits this server, and may read what concerns every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Auditor;

impl FromRequest for Auditor {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        ready(match identify(request) {
            Ok(Bearer::Auditor) => Ok(Self),
            Ok(Bearer::Player(_)) => Err(ProblemType::AuditorOnly.into()),
            Err(problem) => Err(problem),
        })
    }
}

/// Whoever reads: a player, or anybody; an auditor is anybody. A token that is sent must be good
/// all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Viewer(Option<Player>);

impl FromRequest for Viewer {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        let named = request.headers().contains_key(header::AUTHORIZATION);
        ready(if named {
            identify(request).map(|bearer| match bearer {
                Bearer::Player(player) => Self(Some(player)),
                Bearer::Auditor => Self(None),
            })
        } else {
            Ok(Self(None))
        })
    }
}

impl From<Player> for Viewer {
    fn from(player: Player) -> Self {
        Self(Some(player))
    }
}

impl Viewer {
    /// The reader's pseudonym in a game; nobody has the empty one.
    pub(super) fn pseudonym(self, api: &Api, game: GameId) -> String {
        self.0
            .map(|player| api.app.pseudonym(game, player.id))
            .unwrap_or_default()
    }
}

/// Who brings a token.
enum Bearer {
    Player(Player),
    Auditor,
}

fn identify(request: &HttpRequest) -> Result<Bearer, Problem> {
    let api = request.app_data::<web::Data<Api>>();
    let api = api.ok_or_else(|| Problem::new(ProblemType::Internal))?;
    let token = bearer(request).ok_or_else(|| refuse(ProblemType::Unauthenticated, "Bearer"))?;
    let now_us = api.app.now_us();
    let player = |access: Access| {
        Bearer::Player(Player {
            id: access.player,
            session: access.session,
            expires_at_us: access.expires_at_us(),
        })
    };
    let bearer = match api.tokens.check_access(token, now_us) {
        // Players are many, auditors are few.
        Err(TokenError::Invalid) => api
            .tokens
            .check_auditor(token, now_us)
            .map(|_| Bearer::Auditor),
        checked => checked.map(player),
    };
    match bearer {
        Ok(bearer) => Ok(bearer),
        Err(TokenError::Expired) => Err(refuse(ProblemType::TokenExpired, INVALID)),
        Err(TokenError::Invalid) => Err(refuse(ProblemType::Unauthenticated, INVALID)),
    }
}

const INVALID: &str = "Bearer error=\"invalid_token\"";

fn refuse(kind: ProblemType, challenge: &'static str) -> Problem {
    Problem::new(kind).header(
        header::WWW_AUTHENTICATE,
        HeaderValue::from_static(challenge),
    )
}

/// The scheme is compared without case (RFC 9110, 11.1).
fn bearer(request: &HttpRequest) -> Option<&str> {
    let value = request
        .headers()
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
