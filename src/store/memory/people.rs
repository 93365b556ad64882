//! People in memory.

mod read;

use std::collections::BTreeMap;

use super::Tables;
use crate::game::{GameId, PlayerId};
use crate::store::{
    Commit, Guard, Horizon, Invitation, InvitationKey, InvitationState, InvitesFate, Opening,
    PeopleWrite, PeopleWritten, Reminder,
};

/// There is one memory.
const ERA: i64 = 0;

/// What is known about people.
#[derive(Default)]
pub(super) struct People {
    stamp: i64,
    changed: BTreeMap<GameId, i64>,
    /// The stamp of the end of a game, for who had a seat in it then.
    ended: BTreeMap<(PlayerId, GameId), i64>,
    openings: BTreeMap<GameId, Opening>,
    invitations: BTreeMap<InvitationKey, (i64, Invitation)>,
    rematches: BTreeMap<GameId, GameId>,
    reminders: BTreeMap<(PlayerId, GameId, i64, i64), (i64, i64)>,
    plans: BTreeMap<PlayerId, i64>,
    marks: BTreeMap<PlayerId, Horizon>,
    reminded_us: Option<i64>,
}

impl People {
    pub(super) fn write(&mut self, commit: &Commit) {
        self.stamp += 1;
        self.changed.insert(commit.game, self.stamp);
        if let Guard::Create { opening, .. } = &commit.guard {
            self.openings.insert(commit.game, opening.clone());
            if let Some(before) = opening.follows {
                self.rematches.insert(before, commit.game);
            }
            for invitation in &opening.invitations {
                self.invite(invitation);
            }
        }
        for (player, _) in &commit.joined {
            let (game, player) = (commit.game, *player);
            self.settle(InvitationKey { game, player }, InvitationState::Accepted);
        }
        match commit.invites {
            InvitesFate::Keep => {}
            InvitesFate::Close => self.close(commit.game),
        }
    }

    /// After the seats were written.
    pub(super) fn end(&mut self, commit: &Commit, seats: &BTreeMap<(PlayerId, GameId), i64>) {
        self.ended.retain(|key, _| seats.contains_key(key));
        if commit.ends() {
            let held = seats.keys().filter(|(_, game)| *game == commit.game);
            let stamp = self.stamp;
            self.ended.extend(held.map(|key| (*key, stamp)));
        }
    }

    pub(super) fn has_ended(&self, player: PlayerId, game: GameId) -> bool {
        self.ended.contains_key(&(player, game))
    }

    fn close(&mut self, game: GameId) {
        let stamp = self.stamp;
        for (at, invitation) in self.invitations.values_mut() {
            if invitation.game == game && invitation.state == InvitationState::Open {
                invitation.state = InvitationState::Closed;
                *at = stamp;
            }
        }
    }

    fn invite(&mut self, invitation: &Invitation) -> PeopleWritten {
        let known = self.invitations.get(&invitation.key());
        let open = known.is_some_and(|(_, known)| {
            let lasts = known.expires_at_us > invitation.created_at_us;
            known.state == InvitationState::Open && lasts
        });
        if open {
            return PeopleWritten::Stale;
        }
        let stamped = (self.stamp, invitation.clone());
        self.invitations.insert(invitation.key(), stamped);
        PeopleWritten::Done
    }

    fn settle(&mut self, key: InvitationKey, state: InvitationState) -> PeopleWritten {
        match self.invitations.get_mut(&key) {
            Some((stamp, invitation)) if invitation.state == InvitationState::Open => {
                *stamp = self.stamp;
                invitation.state = state;
                PeopleWritten::Done
            }
            Some(_) | None => PeopleWritten::Stale,
        }
    }

    fn expire(&mut self, by_us: i64) -> PeopleWritten {
        let due = self.invitations.values().filter(|(_, invitation)| {
            invitation.state == InvitationState::Open && invitation.expires_at_us <= by_us
        });
        let mut due: Vec<_> = due
            .map(|(_, invitation)| (invitation.expires_at_us, invitation.key()))
            .collect();
        due.sort_unstable();
        due.truncate(256);
        let mut expired = Vec::new();
        for (_, key) in due {
            self.settle(key, InvitationState::Expired);
            expired.extend(self.invitations.get(&key).map(|(_, one)| one.clone()));
        }
        PeopleWritten::Expired(expired)
    }

    fn remind(&mut self, reminder: &Reminder) -> PeopleWritten {
        let key = (
            reminder.player,
            reminder.game,
            reminder.roll,
            reminder.before_s,
        );
        if self.reminders.contains_key(&key) {
            return PeopleWritten::Stale;
        }
        self.reminders.insert(key, (self.stamp, reminder.due_us));
        PeopleWritten::Done
    }

    fn reminded(&mut self, upto_us: i64, keep_us: i64) -> PeopleWritten {
        self.reminders.retain(|_, (_, due_us)| *due_us >= keep_us);
        if self.reminded_us.is_some_and(|known| known >= upto_us) {
            return PeopleWritten::Stale;
        }
        self.reminded_us = Some(upto_us);
        PeopleWritten::Done
    }
}

impl Tables {
    fn write_people(&mut self, write: &PeopleWrite) -> PeopleWritten {
        let people = &mut self.people;
        people.stamp += 1;
        match write {
            PeopleWrite::Invite(invitation) => people.invite(invitation),
            PeopleWrite::Settle(key, state) => people.settle(*key, *state),
            PeopleWrite::Expire { by_us } => people.expire(*by_us),
            PeopleWrite::Plan { player, .. } if !self.players.contains_key(player) => {
                PeopleWritten::Stale
            }
            PeopleWrite::Plan { player, reminders } => {
                people.plans.insert(*player, *reminders);
                PeopleWritten::Done
            }
            PeopleWrite::Remind(reminder) => people.remind(reminder),
            PeopleWrite::Reminded { upto_us, keep_us } => people.reminded(*upto_us, *keep_us),
            PeopleWrite::Mark { player, horizon } => {
                people.marks.insert(*player, horizon.clone());
                PeopleWritten::Done
            }
        }
    }
}
