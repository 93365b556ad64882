//! Players and their sessions: guests by device, and the exchange of refresh tokens.
//!
//! A guest is made by one request without a password. A client that sends a device secret with it
//! is the same player whenever it sends the same secret, so a retry never makes a second player.
//!
//! What a refresh token is worth when it is shown ([`judge`]):
//! - the current one is exchanged for its successor;
//! - the one before, at once after that: a race or a quick retry; it gets the *same* successor;
//! - the one before, later: the answer was lost and its successor never used; it gets a new one and
//!   the lost one is worth nothing;
//! - any older one: it was stolen or copied; the whole session ends (RFC 9700, 4.14.2).

mod name;
mod session;

use std::sync::Arc;

use super::keys::Secret;
use super::tokens::{RefreshToken, Tokens};
use super::writer::Writer;
use super::{App, AppError, random};
use crate::game::PlayerId;
use crate::store::{AccountWrite, AccountWritten, Player, Session, SessionId, Store, StoreError};

pub use name::{AppName, AppNameError, DeviceError, DeviceSecret, NameError, PlayerName};
pub use session::{Verdict, judge};

/// Whether a guest was known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// A player was made.
    New,
    /// The device secret belongs to a player.
    Known,
}

/// What a client needs to speak for its player.
pub struct TokenPair {
    /// The signed token for requests.
    pub access: String,
    /// The token for the next pair, good once.
    pub refresh: RefreshToken,
}

impl std::fmt::Debug for TokenPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenPair(..)")
    }
}

/// Why a request about accounts fails.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// The refresh token is unknown, used, expired or revoked.
    #[error("the refresh token is not good, or no longer")]
    Refused,
    /// The store or the writer did not do its part.
    #[error(transparent)]
    App(#[from] AppError),
    /// The operating system gave no randomness for a token.
    #[error("the operating system gave no randomness for a token")]
    NoRandomness(#[from] getrandom::Error),
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> Self {
        Self::App(error.into())
    }
}

/// How often a refresh is judged again when another request changed the session first.
const ATTEMPTS: usize = 3;

/// Guests, sessions and token pairs.
pub struct Accounts {
    store: Arc<dyn Store>,
    writer: Writer,
    tokens: Arc<Tokens>,
    successors: Secret,
}

impl Accounts {
    /// The accounts of a service.
    #[must_use]
    pub fn new(app: &App, tokens: Arc<Tokens>) -> Self {
        let (store, writer) = (Arc::clone(&app.store), app.writer.clone());
        let successors = app.keys.derive("petits-chevaux/refresh-successor/v1");
        Self {
            store,
            writer,
            tokens,
            successors,
        }
    }

    /// Lets a guest in: the player of `device`, or a new one. The name and the app are given once.
    ///
    /// # Errors
    /// When the store or the operating system fails.
    pub async fn enter(
        &self,
        name: PlayerName,
        device: Option<DeviceSecret>,
        app: Option<AppName>,
        now_us: i64,
    ) -> Result<(Player, Arrival, TokenPair), AccountError> {
        let id = random::player_id();
        let player = Player {
            id,
            name: name.into(),
            created_at_us: now_us,
        };
        let device = device.map(|device| device.hash());
        let write = AccountWrite::Guest {
            player,
            device,
            app: app.map(String::from),
        };
        let (player, arrival) = match self.writer.account(write).await? {
            AccountWritten::Added(player) => (player, Arrival::New),
            AccountWritten::Found(player) => (player, Arrival::Known),
            AccountWritten::Done | AccountWritten::Stale => return Err(NO_ANSWER.into()),
        };
        let pair = self.open_session(player.id, now_us).await?;
        Ok((player, arrival, pair))
    }

    async fn open_session(&self, player: PlayerId, now_us: i64) -> Result<TokenPair, AccountError> {
        let id = random::session_id();
        let refresh = RefreshToken::random(id)?;
        let session = session::open(id, player, refresh.hash(), now_us);
        match self.writer.account(AccountWrite::Open(session)).await? {
            AccountWritten::Done => Ok(self.pair(player, refresh, now_us)),
            AccountWritten::Added(_) | AccountWritten::Found(_) | AccountWritten::Stale => {
                Err(NO_ANSWER.into())
            }
        }
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
            if let Some(next) = self.exchange(&shown, &session, now_us).await? {
                return Ok(self.pair(session.player, next, now_us));
            }
        }
        Err(AccountError::Refused)
    }

    /// The token that follows, or `None` when another request came first.
    async fn exchange(
        &self,
        shown: &RefreshToken,
        session: &Session,
        now_us: i64,
    ) -> Result<Option<RefreshToken>, AccountError> {
        let next = shown.successor(&self.successors);
        let next = match judge(session, shown.hash(), next.hash(), now_us) {
            Verdict::Exchange => next,
            Verdict::Repeat => return Ok(Some(next)),
            Verdict::Replace => RefreshToken::random(session.id)?,
            Verdict::Dead => return Err(AccountError::Refused),
            Verdict::Stolen => {
                self.revoke(session.id).await?;
                return Err(AccountError::Refused);
            }
        };
        let rotation = AccountWrite::Rotate {
            session: session.id,
            expected: session.tokens.current,
            tokens: session::tokens(next.hash(), Some(shown.hash()), now_us),
        };
        match self.writer.account(rotation).await? {
            AccountWritten::Done => Ok(Some(next)),
            AccountWritten::Stale => Ok(None),
            AccountWritten::Added(_) | AccountWritten::Found(_) => Err(NO_ANSWER.into()),
        }
    }

    /// Ends a session: its refresh tokens are worth nothing from now on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn revoke(&self, session: SessionId) -> Result<(), AppError> {
        self.writer
            .account(AccountWrite::Revoke(session))
            .await
            .map(|_| ())
    }

    /// The player with that id, if this server knows one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn player(&self, player: PlayerId) -> Result<Option<Player>, AppError> {
        Ok(self.store.player(player).await?)
    }
}

/// Each kind of write has its own answers; another one is a mistake of the store.
const NO_ANSWER: StoreError = StoreError::Corrupt("an answer to another write to the accounts");

#[cfg(test)]
mod tests;
