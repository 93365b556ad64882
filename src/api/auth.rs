//! Who asks: the bearer of an access token (RFC 6750), in the header and nowhere else.

use std::future::{Ready, ready};

use actix_web::http::header::{self, HeaderValue};
use actix_web::{FromRequest, HttpRequest, dev, web};

use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::app::tokens::TokenError;
use crate::game::{GameId, PlayerId};
use crate::store::SessionId;

/// The player who sent the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Player {
    /// Who.
    pub(super) id: PlayerId,
    /// In which session.
    pub(super) session: SessionId,
}

impl FromRequest for Player {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        ready(identify(request))
    }
}

/// Whoever reads: a player, or anybody. A token that is sent must be good all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Viewer(Option<Player>);

impl FromRequest for Viewer {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _payload: &mut dev::Payload) -> Self::Future {
        let named = request.headers().contains_key(header::AUTHORIZATION);
        ready(if named {
            identify(request).map(|player| Self(Some(player)))
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

fn identify(request: &HttpRequest) -> Result<Player, Problem> {
    let api = request.app_data::<web::Data<Api>>();
    let api = api.ok_or_else(|| Problem::new(ProblemType::Internal))?;
    let token = bearer(request).ok_or_else(|| refuse(ProblemType::Unauthenticated, "Bearer"))?;
    match api.tokens.check_access(token, api.app.now_us()) {
        Ok(access) => Ok(Player {
            id: access.player,
            session: access.session,
        }),
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
