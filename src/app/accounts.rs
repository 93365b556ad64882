//! Players and their sessions: guests by device, and the exchange of refresh tokens.
//!
//! A guest is made by one request without a password. A client that sends a device secret with it
//! is the same player whenever it sends the same secret, so a retry never makes a second player.
//!
//! What a refresh token is worth when it is shown ([`Session::judge`]):
//! - the current one is exchanged for its successor;
//! - the one before, at once after that: a race or a quick retry; it gets the *same* successor;
//! - the one before, later: the answer was lost and its successor never used; it gets a new one and
//!   the lost one is worth nothing;
//! - any older one: it was stolen or copied; the whole session ends (RFC 9700, 4.14.2).

mod memory;
mod name;
mod session;

use std::sync::Arc;

use async_trait::async_trait;
use uuid::Uuid;

use super::keys::{Keys, Secret};
use super::tokens::{RefreshToken, SessionId, Tokens};
use crate::game::PlayerId;

pub use memory::MemoryAccounts;
pub use name::{DeviceError, DeviceSecret, NameError, PlayerName};
pub use session::{Session, Verdict, Vitality};

/// A player, as he is known to this server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub player: PlayerId,
    /// What others see.
    pub name: PlayerName,
    /// Since when, in microseconds since 1970.
    pub created_at_us: i64,
}

/// Whether a guest was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// A player was made.
    New,
    /// The device secret belongs to a player.
    Known,
}

/// What a client needs to speak for its player.
#[derive(Debug)]
pub struct TokenPair {
    /// The signed token for requests.
    pub access: String,
    /// The token for the next pair, good once.
    pub refresh: RefreshToken,
}

/// Whether a conditional change took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap {
    /// It did.
    Done,
    /// Somebody else changed the session first.
    Lost,
}

/// The store did not answer. The request may be sent again.
#[derive(Debug, thiserror::Error)]
#[error("the store of accounts does not answer")]
pub struct Unavailable(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// Where accounts and sessions are kept.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Keeps `account`, or answers the one that already has this `device`.
    async fn enter(
        &self,
        account: Account,
        device: Option<[u8; 32]>,
    ) -> Result<(Account, Arrival), Unavailable>;

    /// The account of `player`.
    async fn account(&self, player: PlayerId) -> Result<Option<Account>, Unavailable>;

    /// Keeps a new session.
    async fn open(&self, session: Session) -> Result<(), Unavailable>;

    /// The session of that id.
    async fn session(&self, id: SessionId) -> Result<Option<Session>, Unavailable>;

    /// Replaces the session if its current token is still `current`.
    async fn swap(&self, current: [u8; 32], session: Session) -> Result<Swap, Unavailable>;

    /// Ends the session for ever. Ending it twice is no error.
    async fn revoke(&self, id: SessionId) -> Result<(), Unavailable>;
}

/// Why a request about accounts fails.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The refresh token is unknown, used, expired or revoked.
    #[error("the refresh token is not good, or no longer")]
    Refused,
    /// See [`Unavailable`].
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The operating system gave no randomness for a token.
    #[error("the operating system gave no randomness for a token")]
    NoRandomness(#[from] getrandom::Error),
}

/// How often a refresh is judged again when another request changed the session first.
const ATTEMPTS: usize = 3;

/// Guests, sessions and token pairs.
pub struct Accounts {
    store: Arc<dyn AccountStore>,
    tokens: Arc<Tokens>,
    successors: Secret,
}

impl Accounts {
    /// Accounts kept in `store`.
    #[must_use]
    pub fn new(store: Arc<dyn AccountStore>, tokens: Arc<Tokens>, keys: &Keys) -> Self {
        let successors = keys.derive("petits-chevaux/refresh-successor/v1");
        Self {
            store,
            tokens,
            successors,
        }
    }

    /// Lets a guest in: the player of `device`, or a new one. His name is given once.
    ///
    /// # Errors
    /// When the store or the operating system fails.
    pub async fn enter(
        &self,
        name: PlayerName,
        device: Option<DeviceSecret>,
        now_us: i64,
    ) -> Result<(Account, Arrival, TokenPair), AccountError> {
        let player = PlayerId(Uuid::new_v4().into_bytes());
        let account = Account {
            player,
            name,
            created_at_us: now_us,
        };
        let device = device.map(|device| device.hash());
        let (account, arrival) = self.store.enter(account, device).await?;
        let pair = self.open_session(account.player, now_us).await?;
        Ok((account, arrival, pair))
    }

    async fn open_session(&self, player: PlayerId, now_us: i64) -> Result<TokenPair, AccountError> {
        let id = SessionId(Uuid::new_v4().into_bytes());
        let refresh = RefreshToken::random(id)?;
        self.store
            .open(Session::open(id, player, refresh.hash(), now_us))
            .await?;
        Ok(self.pair(player, refresh, now_us))
    }

    fn pair(&self, player: PlayerId, refresh: RefreshToken, now_us: i64) -> TokenPair {
        let access = self.tokens.issue_access(player, refresh.session(), now_us);
        TokenPair { access, refresh }
    }

    /// Exchanges a refresh token for a new pair.
    ///
    /// # Errors
    /// When the token is worth nothing, or the store fails.
    pub async fn refresh(&self, token: &str, now_us: i64) -> Result<TokenPair, AccountError> {
        let shown: RefreshToken = token.parse().map_err(|_| AccountError::Refused)?;
        for _ in 0..ATTEMPTS {
            let session = self.store.session(shown.session()).await?;
            let session = session.ok_or(AccountError::Refused)?;
            let player = session.player;
            if let Some(next) = self.exchange(&shown, session, now_us).await? {
                return Ok(self.pair(player, next, now_us));
            }
        }
        Err(AccountError::Refused)
    }

    /// The token that follows, or `None` when another request came first.
    async fn exchange(
        &self,
        shown: &RefreshToken,
        session: Session,
        now_us: i64,
    ) -> Result<Option<RefreshToken>, AccountError> {
        let next = shown.successor(&self.successors);
        let next = match session.judge(shown.hash(), next.hash(), now_us) {
            Verdict::Exchange => next,
            Verdict::Repeat => return Ok(Some(next)),
            Verdict::Replace => RefreshToken::random(session.id)?,
            Verdict::Dead => return Err(AccountError::Refused),
            Verdict::Stolen => {
                self.store.revoke(session.id).await?;
                return Err(AccountError::Refused);
            }
        };
        let current = session.current;
        let follower = session.followed(shown.hash(), next.hash(), now_us);
        Ok(match self.store.swap(current, follower).await? {
            Swap::Done => Some(next),
            Swap::Lost => None,
        })
    }

    /// Ends a session: its refresh tokens are worth nothing from now on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn revoke(&self, session: SessionId) -> Result<(), Unavailable> {
        self.store.revoke(session).await
    }

    /// The account of `player`, if this server knows him.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn account(&self, player: PlayerId) -> Result<Option<Account>, Unavailable> {
        self.store.account(player).await
    }
}

#[cfg(test)]
mod tests;
