//! What happens by itself, by the time that it is, in games that nobody looks at.

use std::sync::atomic::Ordering;

use tokio::task::JoinSet;

use super::writer::{CommandJob, Done};
use super::{App, AppError};
use crate::game::{Game, GameId, Refusal, Time};
use crate::store::DueGame;

/// Games that are ticked at once: as many as a round of the writer holds.
const AT_ONCE: u32 = 256;
/// How often the service says that it is there.
const EACH_BEAT_US: i64 = 10 * 1_000_000;
/// How long the service may be silent before it was out of order.
const SILENCE_US: i64 = 60 * 1_000_000;

impl App {
    /// Does what is due in every game: deadlines that have passed, pauses that are over, automatic
    /// play that goes on. How many games moved on.
    ///
    /// Any number of processes may do this at once: whatever is due is an ordinary versioned
    /// append, so it is done once.
    ///
    /// # Errors
    /// [`AppError::Store`] if the store cannot say what is due. What fails in one game is logged,
    /// and tried again the next time.
    pub async fn tick(&self) -> Result<u64, AppError> {
        self.beat().await?;
        let now_us = self.clock.now_us();
        let mut moved = 0;
        let mut after = None;
        loop {
            let page = self.store.due(now_us, after, AT_ONCE).await?;
            after = page.last().copied();
            moved += self.tick_all(&page).await;
            if after.is_none() {
                self.look_around().await?;
                return Ok(moved);
            }
        }
    }

    async fn tick_all(&self, page: &[DueGame]) -> u64 {
        let mut ticking = JoinSet::new();
        for due in page {
            let (app, game) = (self.clone(), due.game);
            ticking.spawn(async move { (game, app.tick_one(game).await) });
        }
        let mut moved = 0;
        while let Some(ticked) = ticking.join_next().await {
            match ticked {
                Ok((_, Ok(Ticked::Moved))) => moved += 1,
                Ok((_, Ok(Ticked::NotDue))) => {}
                Ok((game, Err(error))) => tracing::warn!(
                    %game,
                    error = &error as &dyn std::error::Error,
                    "what is due could not be done"
                ),
                Err(error) => tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "what is due could not be done"
                ),
            }
        }
        moved
    }

    /// Does what is due in one game.
    async fn tick_one(&self, id: GameId) -> Result<Ticked, AppError> {
        let game = self.state(id).await?;
        let outage = self.outage(&game).await?;
        let job = CommandJob::tick(id, outage);
        match self.writer.command(job).await {
            Ok(Done::Fresh(..)) => Ok(Ticked::Moved),
            // Another process did it, or its player.
            Ok(Done::KeyTaken)
            | Err(AppError::Refused {
                refusal: Refusal::NotDue,
                ..
            }) => Ok(Ticked::NotDue),
            Err(error) => Err(error),
        }
    }

    /// Seconds of the running deadline in which the service was out of order.
    async fn outage(&self, game: &Game) -> Result<u32, AppError> {
        let Some(deadline) = game.deadline() else {
            return Ok(0);
        };
        let (from, until) = (deadline.since, deadline.by);
        let outages = self.store.outages(from.us(), until.us()).await?;
        let parts = outages.iter().map(|outage| {
            let begin = Time::from_us(outage.from_us).max(from);
            Time::from_us(outage.until_us).seconds_since(begin)
        });
        Ok(parts.fold(0, u32::saturating_add))
    }

    /// A sign of life, unless there was one just now. If there was none for a minute, the service
    /// was out of order, and whoever had to act in that time gets it back: so it comes before
    /// anything that is due.
    async fn beat(&self) -> Result<(), AppError> {
        let now_us = self.clock.now_us();
        if now_us.saturating_sub(self.beaten_us.load(Ordering::Relaxed)) < EACH_BEAT_US {
            return Ok(());
        }
        self.writer.beat(now_us, SILENCE_US).await?;
        self.beaten_us.store(now_us, Ordering::Relaxed);
        Ok(())
    }
}

/// What became of a game that was due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ticked {
    /// It moved on.
    Moved,
    /// It was not due any more.
    NotDue,
}
