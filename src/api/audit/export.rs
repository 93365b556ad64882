//! All games that are over, one after the other.

use std::collections::VecDeque;
use std::ops::Range;

use actix_web::web::Bytes;

use crate::api::evidence::EvidenceView;
use crate::api::history::{LogBody, Wrapping};
use crate::api::state::Api;
use crate::api::stream::Pieces;
use crate::app::AppError;
use crate::game::GameId;

/// Games that are looked up at once.
const PAGE: u32 = 100;

/// What is still to be exported.
pub(super) struct Export {
    api: Api,
    /// The leaves that were not looked at.
    leaves: Range<u64>,
    /// How many more games were asked for.
    left: u32,
    games: VecDeque<(u64, GameId)>,
    /// The game under way.
    game: Option<LogBody>,
}

impl Export {
    pub(super) fn new(api: Api, leaves: Range<u64>, left: u32) -> Self {
        Self {
            api,
            leaves,
            left,
            games: VecDeque::new(),
            game: None,
        }
    }

    /// The next game, if there is one.
    async fn next_game(&mut self) -> Result<Option<LogBody>, AppError> {
        if self.games.is_empty() {
            self.look_up().await?;
        }
        let Some((leaf, id)) = self.games.pop_front() else {
            return Ok(None);
        };
        self.left -= 1;
        let game = self.api.app.state(id).await?;
        let fields = EvidenceView::new(&self.api, &game, None).fields();
        let wrapping = Wrapping::Field {
            name: "log",
            before: format!("\"leaf\":{leaf},{fields}"),
        };
        let app = self.api.app.clone();
        Ok(Some(LogBody::new(app, id, game.version, wrapping)))
    }

    async fn look_up(&mut self) -> Result<(), AppError> {
        let limit = PAGE.min(self.left);
        if limit == 0 {
            return Ok(());
        }
        let found = self.api.app.final_leaves(self.leaves.start, limit).await?;
        for (index, leaf) in found {
            if self.leaves.contains(&index) {
                self.games.push_back((index, leaf.game));
                self.leaves.start = index + 1;
            }
        }
        Ok(())
    }
}

impl Pieces for Export {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, AppError> {
        let game = match self.game.take() {
            Some(game) => Some(game),
            None => self.next_game().await?,
        };
        let Some(game) = game else { return Ok(None) };
        let piece = match game.next().await? {
            Some((piece, rest)) => {
                self.game = Some(rest);
                piece
            }
            None => Bytes::from_static(b"\n"),
        };
        Ok(Some((piece, self)))
    }
}
