//! Writes to the accounts go through the same task, one at a time.

use super::job::Reply;
use super::{AppError, Tools};
use crate::store::{AccountWrite, AccountWritten};

pub(super) async fn write(tools: &Tools, write: AccountWrite, reply: Reply<AccountWritten>) {
    let written = tools.store.write_account(&write).await;
    drop(reply.send(written.map_err(AppError::Store)));
}
