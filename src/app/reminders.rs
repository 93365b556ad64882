//! Reminders: so long before a deadline as the player wants, once a turn, and none after the move.
//!
//! Deadlines are kept by time, so those that come near a threshold since the last look are a short
//! range of an index for each threshold. What is found there is judged by the state of the game.

use std::sync::atomic::Ordering;

use super::{App, AppError};
use crate::game::{Game, PlayerId, Time};
use crate::store::{Nearing, Nearness, PeopleWrite, PeopleWritten, Reminder};

/// How long before a deadline a player may be reminded, in seconds: 15 minutes to 2 days.
pub const BEFORE_S: [u32; 8] = [900, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400, 172_800];

/// How often it is looked for what comes near, and what has expired.
const EACH_LOOK_US: i64 = 10 * SECOND_US;
/// How far each look overlaps the one before, for turns that were committed late.
const OVERLAP_US: i64 = 60 * SECOND_US;
/// How long it is remembered of what players were reminded: longer than any turn.
const MEMORY_US: i64 = 180 * 86_400 * SECOND_US;
const SECOND_US: i64 = 1_000_000;
/// Players that are found at once.
const AT_ONCE: u32 = 256;

/// When a player wants to be reminded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan(i64);

impl Plan {
    /// The plan with these thresholds, in seconds before the deadline; `None` if one of them is not
    /// among [`BEFORE_S`].
    #[must_use]
    pub fn of(before_s: &[u32]) -> Option<Plan> {
        let bit = |wanted: &u32| BEFORE_S.iter().position(|before_s| before_s == wanted);
        let wanted = before_s.iter().map(bit);
        let set = |bits, bit: Option<usize>| Some(bits | (1 << bit?));
        wanted.into_iter().try_fold(0, set).map(Plan)
    }

    /// Its thresholds, the longest first.
    #[must_use]
    pub fn before_s(self) -> Vec<u32> {
        let all = BEFORE_S.iter().enumerate().rev();
        all.filter(|(bit, _)| self.0 & (1 << bit) != 0)
            .map(|(_, before_s)| *before_s)
            .collect()
    }
}

impl App {
    /// When a player wants to be reminded.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn plan(&self, player: PlayerId) -> Result<Plan, AppError> {
        Ok(Plan(self.store.plan(player).await?))
    }

    /// Changes when a player wants to be reminded.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn set_plan(&self, player: PlayerId, plan: Plan) -> Result<(), AppError> {
        let Plan(reminders) = plan;
        let write = PeopleWrite::Plan { player, reminders };
        self.writer.people(write).await.map(drop)
    }

    /// Reminds whoever is to be reminded, and lets old invitations expire; every ten seconds.
    pub(super) async fn look_around(&self) -> Result<(), AppError> {
        let now_us = self.clock.now_us();
        let looked_us = self.looked_us.load(Ordering::Relaxed);
        if now_us.saturating_sub(looked_us) < EACH_LOOK_US {
            return Ok(());
        }
        self.expire_invitations(now_us).await?;
        self.remind(now_us).await?;
        self.looked_us.store(now_us, Ordering::Relaxed);
        Ok(())
    }

    async fn remind(&self, now_us: i64) -> Result<(), AppError> {
        let last_us = self.store.reminded().await?.unwrap_or(now_us);
        let from_us = last_us.min(now_us).saturating_sub(OVERLAP_US);
        for (bit, before_s) in BEFORE_S.into_iter().enumerate() {
            let before_us = i64::from(before_s) * SECOND_US;
            let nearness = Nearness {
                after_us: from_us.saturating_add(before_us).max(now_us),
                upto_us: now_us.saturating_add(before_us),
                wanted: 1 << bit,
            };
            self.remind_all(nearness, before_s).await?;
        }
        let keep_us = now_us.saturating_sub(MEMORY_US);
        let upto_us = now_us;
        let write = PeopleWrite::Reminded { upto_us, keep_us };
        self.writer.people(write).await.map(drop)
    }

    async fn remind_all(&self, nearness: Nearness, before_s: u32) -> Result<(), AppError> {
        let mut after = None;
        loop {
            let page = self.store.nearing(nearness, after, AT_ONCE).await?;
            for nearing in &page {
                self.remind_one(*nearing, before_s).await?;
            }
            after = page.last().copied();
            if after.is_none() {
                return Ok(());
            }
        }
    }

    async fn remind_one(&self, nearing: Nearing, before_s: u32) -> Result<(), AppError> {
        let game = match self.state(nearing.game).await {
            Ok(game) => game,
            Err(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(game = %nearing.game, error, "nobody was reminded");
                return Ok(());
            }
        };
        let pseudonym = self.pseudonym(nearing.game, nearing.player);
        let Some(reminder) = due(&game, &pseudonym, nearing, before_s) else {
            return Ok(());
        };
        let written = self.writer.people(PeopleWrite::Remind(reminder)).await?;
        if written == PeopleWritten::Done {
            self.news.player(nearing.player);
        }
        Ok(())
    }
}

/// The reminder, if the game still waits for that player until then, and did before the threshold:
/// who has just got the turn needs none.
fn due(game: &Game, pseudonym: &str, nearing: Nearing, before_s: u32) -> Option<Reminder> {
    let deadline = game.deadline()?;
    let awaited = game.holder(deadline.seat)?.is(pseudonym);
    let same = deadline.by == Time::from_us(nearing.due_us);
    let longer = deadline.by.seconds_since(deadline.since) > before_s;
    (awaited && same && longer).then_some(Reminder {
        player: nearing.player,
        game: nearing.game,
        roll: i64::from(deadline.roll),
        before_s: i64::from(before_s),
        due_us: nearing.due_us,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_a_set_of_the_known_thresholds() {
        let plan = Plan::of(&[3_600, 86_400, 3_600]).unwrap();
        assert_eq!(plan.before_s(), [86_400, 3_600]);
        assert_eq!(Plan::of(&[]), Some(Plan::default()));
        assert_eq!(Plan::of(&[3_600, 61]), None);
        let mut all = BEFORE_S;
        all.reverse();
        assert_eq!(Plan::of(&BEFORE_S).unwrap().before_s(), all);
    }
}
