//! Accounts in memory: the reference for tests, and a server without a database.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::{Account, AccountStore, Arrival, Session, Swap, Unavailable, Vitality};
use crate::app::tokens::SessionId;
use crate::game::PlayerId;

#[derive(Default)]
struct Tables {
    accounts: HashMap<PlayerId, Account>,
    devices: HashMap<[u8; 32], PlayerId>,
    sessions: HashMap<SessionId, Session>,
}

/// See [`AccountStore`].
#[derive(Default)]
pub struct MemoryAccounts(Mutex<Tables>);

impl MemoryAccounts {
    /// Every change below is whole before it can panic.
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl AccountStore for MemoryAccounts {
    async fn enter(
        &self,
        account: Account,
        device: Option<[u8; 32]>,
    ) -> Result<(Account, Arrival), Unavailable> {
        let mut tables = self.tables();
        let known = device.and_then(|device| tables.devices.get(&device));
        if let Some(known) = known.and_then(|player| tables.accounts.get(player)) {
            return Ok((known.clone(), Arrival::Known));
        }
        if let Some(device) = device {
            tables.devices.insert(device, account.player);
        }
        tables.accounts.insert(account.player, account.clone());
        Ok((account, Arrival::New))
    }

    async fn account(&self, player: PlayerId) -> Result<Option<Account>, Unavailable> {
        Ok(self.tables().accounts.get(&player).cloned())
    }

    async fn open(&self, session: Session) -> Result<(), Unavailable> {
        self.tables().sessions.insert(session.id, session);
        Ok(())
    }

    async fn session(&self, id: SessionId) -> Result<Option<Session>, Unavailable> {
        Ok(self.tables().sessions.get(&id).cloned())
    }

    async fn swap(&self, current: [u8; 32], session: Session) -> Result<Swap, Unavailable> {
        let mut tables = self.tables();
        let kept = tables.sessions.get_mut(&session.id);
        let kept = kept.filter(|kept| kept.current == current);
        let kept = kept.filter(|kept| kept.vitality == Vitality::Alive);
        Ok(match kept {
            Some(kept) => {
                *kept = session;
                Swap::Done
            }
            None => Swap::Lost,
        })
    }

    async fn revoke(&self, id: SessionId) -> Result<(), Unavailable> {
        if let Some(session) = self.tables().sessions.get_mut(&id) {
            session.vitality = Vitality::Revoked;
        }
        Ok(())
    }
}
