//! How every command is sent and answered.

use actix_web::HttpResponse;
use actix_web::http::header;
use serde::Deserialize;
use utoipa::ToSchema;

use super::auth::Player;
use super::extract::{Guarded, etag};
use super::problem::{Problem, ProblemType};
use super::state::Api;
use super::view::TurnView;
use crate::app::{Ask, Turn};
use crate::dice::Link;
use crate::game::{Command, GameId, PlayerId};

/// Where a command goes and how it is protected.
pub(super) struct Order {
    game: GameId,
    player: Player,
    guard: Guarded,
}

impl Order {
    /// A command of a player to a game.
    pub(super) fn new(game: GameId, player: Player, guard: Guarded) -> Order {
        Order {
            game,
            player,
            guard,
        }
    }

    /// Decides and commits `command`, and shows what it did.
    pub(super) async fn send(self, api: &Api, command: Command) -> Result<HttpResponse, Problem> {
        let caller = self.player.id;
        let turn = api
            .app
            .command(Ask {
                game: self.game,
                caller,
                command,
                signature: self.guard.signature,
                expected: self.guard.expected,
                key: self.guard.key,
            })
            .await?;
        Ok(shown(HttpResponse::Ok(), api, &turn, caller))
    }

    /// Refuses when the client's log is not this one.
    pub(super) async fn check_head(
        &self,
        api: &Api,
        known: Option<&KnownHead>,
    ) -> Result<(), Problem> {
        let Some(known) = known else { return Ok(()) };
        let stored = api.app.events(self.game, known.seq, 1).await?;
        let hash = stored.first().map(|record| hex::encode(record.hash));
        if hash.as_deref() == Some(known.hash.as_str()) {
            return Ok(());
        }
        let detail = format!(
            "event {} of this log has another hash, or is not there",
            known.seq
        );
        Err(Problem::new(ProblemType::UnknownHead).detail(detail))
    }
}

/// The answer that a turn is, with the entity tag of the version that it made.
pub(super) fn shown(
    mut answer: actix_web::HttpResponseBuilder,
    api: &Api,
    turn: &Turn,
    viewer: PlayerId,
) -> HttpResponse {
    let pseudonym = api.app.pseudonym(turn.game.id, viewer);
    let view = TurnView::new(turn, &api.app.receipt(&turn.game), &pseudonym);
    answer
        .insert_header((header::ETAG, etag(turn.game.version)))
        .json(view)
}

/// The last event that the client knows. If it is not in the log, history was rewritten and the
/// command is refused: keep the receipts (PC-DICE/1, 3.6).
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct KnownHead {
    /// Its number.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub(super) seq: u64,
    /// Its hash, 64 hex digits.
    #[schema(min_length = 64, max_length = 64)]
    pub(super) hash: String,
}

/// The link of a seat's chain that a body brings: both fields or none.
pub(super) fn numbered_link(
    number: Option<u32>,
    text: Option<&str>,
) -> Result<Option<(u32, Link)>, Problem> {
    match (number, text) {
        (Some(number), Some(text)) => Ok(Some((number, link(text, "/link")?))),
        (None, None) => Ok(None),
        (Some(_), None) => Err(missing("/link", "link_no comes with its link")),
        (None, Some(_)) => Err(missing("/link_no", "a link comes with its link_no")),
    }
}

fn missing(pointer: &str, what: &str) -> Problem {
    Problem::new(ProblemType::InvalidField).error(pointer, what.to_owned())
}

/// A link or an anchor from its text.
pub(super) fn link(text: &str, pointer: &str) -> Result<Link, Problem> {
    text.parse::<Link>()
        .map_err(|error| Problem::new(ProblemType::InvalidField).error(pointer, error.to_string()))
}
