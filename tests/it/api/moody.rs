//! A store that can be told to fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use async_trait::async_trait;
use petits_chevaux::game::{GameId, PlayerId};
use petits_chevaux::store::{
    AccountWrite, AccountWritten, Answer, AuditStep, AuditStore, Awaiting, CatalogueRow,
    ChangedGame, Changes, Commit, Committed, Counts, DiceAudit, DueGame, Found, GameFilter,
    GameRow, Grown, Growth, Horizon, Invitation, InvitationKey, Listing, Nearing, Nearness, Outage,
    Page, Pending, PeopleStore, PeopleWrite, PeopleWritten, Placed, Player, Record, Reminder,
    Search, Session, SessionId, Side, Snapshot, Status, Stepped, Store, StoreError, Tallied,
    TallyOf, TallyScope, TallyStore, TimeStore, TreeHead, TreeNode, Vault,
};

/// How a store behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Mood {
    /// It does its part.
    Good = 0,
    /// It is out of reach.
    Away = 1,
    /// It answers nonsense.
    Corrupt = 2,
    /// It panics.
    Panic = 3,
}

#[derive(Debug)]
pub(super) struct Moody {
    inner: Arc<dyn Store>,
    mood: AtomicU8,
}

impl Moody {
    pub(super) fn new(inner: Arc<dyn Store>) -> Moody {
        Moody {
            inner,
            mood: AtomicU8::new(Mood::Good as u8),
        }
    }

    pub(super) fn set(&self, mood: Mood) {
        self.mood.store(mood as u8, Ordering::SeqCst);
    }

    fn check(&self) -> Result<(), StoreError> {
        let mood = self.mood.load(Ordering::SeqCst);
        let is = |other: Mood| mood == other as u8;
        assert!(!is(Mood::Panic), "this store was told to panic");
        if is(Mood::Away) {
            return Err(StoreError::Unavailable(Arc::new(sqlx::Error::PoolTimedOut)));
        }
        if is(Mood::Corrupt) {
            return Err(StoreError::Corrupt("this store was told to be corrupt"));
        }
        Ok(())
    }
}

macro_rules! pass_on {
    ($trait:ident: $($name:ident($($arg:ident: $type:ty),*) -> $answer:ty;)+) => {
        #[async_trait]
        impl $trait for Moody {
            $(async fn $name(&self, $($arg: $type),*) -> Result<$answer, StoreError> {
                self.check()?;
                self.inner.$name($($arg),*).await
            })+
        }
    };
}

pass_on! {
    AuditStore:
    pending(after: Option<GameId>) -> Vec<Pending>;
    grow(growth: &Growth) -> Grown;
    tree_heads(upto: i64, limit: u32) -> Vec<TreeHead>;
    nodes(positions: &[i64]) -> Vec<TreeNode>;
    leaves(first: i64, last: i64) -> Vec<Placed>;
    leaf_of(game: GameId, size: i64) -> Option<Placed>;
    final_leaves(first: i64, limit: u32) -> Vec<Placed>;
    catalogue(
        status: Option<Status>, after: Option<GameId>, limit: u32
    ) -> Vec<CatalogueRow>;
    totals() -> Vec<(Status, i64)>;
}

pass_on! {
    PeopleStore:
    horizon() -> Horizon;
    changed_games(player: PlayerId, since: &Horizon) -> Changes<ChangedGame>;
    changed_invitations(player: PlayerId, since: &Horizon) -> Changes<Invitation>;
    changed_reminders(player: PlayerId, since: &Horizon) -> Changes<Reminder>;
    seated(game: GameId) -> Vec<PlayerId>;
    invitation(key: InvitationKey) -> Option<Invitation>;
    invitations(
        player: PlayerId, side: Side, before: Option<InvitationKey>, limit: u32
    ) -> Vec<Invitation>;
    expiring(by_us: i64) -> bool;
    invited(game: GameId) -> Vec<Invitation>;
    rematch(game: GameId) -> Option<GameId>;
    counts(player: PlayerId, now_us: i64) -> Counts;
    mark(player: PlayerId) -> Option<Horizon>;
    plan(player: PlayerId) -> i64;
    reminded() -> Option<i64>;
    nearing(nearness: Nearness, after: Option<Nearing>, limit: u32) -> Vec<Nearing>;
    search(search: &Search, page: Page) -> Found;
    write_people(write: &PeopleWrite) -> PeopleWritten;
}

pass_on! {
    TimeStore:
    now_us() -> Option<i64>;
    due(by_us: i64, after: Option<DueGame>, limit: u32) -> Vec<DueGame>;
    orders(game: GameId) -> Option<String>;
    awaiting(player: PlayerId, after: Option<DueGame>, limit: u32) -> Vec<Awaiting>;
    beat(now_us: i64, gap_us: i64) -> ();
    outages(from_us: i64, until_us: i64) -> Vec<Outage>;
}

pass_on! {
    TallyStore:
    grown_from(size: i64) -> Option<TreeHead>;
    dice_audit() -> Option<DiceAudit>;
    step_audit(step: &AuditStep) -> Stepped;
    tally(of: &TallyOf) -> Option<Tallied>;
    rich_tallies(scope: TallyScope) -> Vec<i64>;
    app_of(game: GameId) -> Option<String>;
}

pass_on! {
    Store:
    players_at(game: GameId) -> Vec<Player>;
    load(games: &[GameId]) -> Vec<(GameId, Snapshot)>;
    commit(round: &[Commit]) -> Vec<Committed>;
    write_account(write: &AccountWrite) -> AccountWritten;
    forget_answers(before_us: i64) -> u64;
    forget_sessions(before_us: i64) -> u64;
    migrate() -> ();
    snapshot(game: GameId) -> Option<Snapshot>;
    listing(game: GameId) -> Option<Listing>;
    vault(game: GameId) -> Option<Vault>;
    events(game: GameId, first: i64, last: i64) -> Vec<Record>;
    event_of_roll(game: GameId, roll: i64) -> Option<Record>;
    answer(principal: PlayerId, key: &str) -> Option<(GameId, Answer)>;
    games(filter: GameFilter, page: Page) -> Vec<GameRow>;
    player(player: PlayerId) -> Option<Player>;
    session(session: SessionId) -> Option<Session>;
    ping() -> ();
}
