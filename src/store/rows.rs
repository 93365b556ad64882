//! Rows back into values: the columns in the order in which `sql` lists them.

use super::driver::Driver;
use super::{
    Answer, CatalogueRow, ChangedGame, GameRow, Invitation, InvitationState, Leaf, Listing,
    Nearing, Pending, Placed, Player, Record, Reminder, SecretHash, Session, SessionId,
    SessionState, SessionTokens, Snapshot, Status, StoreError, TokenUse, TreeGames, TreeHead,
    TreeNode, Vault, Visibility,
};
use crate::game::{GameId, PlayerId};

/// Bytes of a known length.
fn array<const N: usize>(bytes: Vec<u8>, what: &'static str) -> Result<[u8; N], StoreError> {
    bytes.try_into().map_err(|_| StoreError::Corrupt(what))
}

pub(super) fn game_id<DB: Driver>(row: &DB::Row, column: usize) -> Result<GameId, StoreError> {
    array(DB::bytes(row, column)?, "a game id").map(GameId)
}

pub(super) fn player_id<DB: Driver>(row: &DB::Row, column: usize) -> Result<PlayerId, StoreError> {
    array(DB::bytes(row, column)?, "a player id").map(PlayerId)
}

fn status<DB: Driver>(row: &DB::Row, column: usize) -> Result<Status, StoreError> {
    Status::from_code(DB::int(row, column)?).ok_or(StoreError::Corrupt("a status"))
}

/// Columns 0 to 4.
pub(super) fn snapshot<DB: Driver>(row: &DB::Row) -> Result<Snapshot, StoreError> {
    Ok(Snapshot {
        version: DB::int(row, 0)?,
        head: array(DB::bytes(row, 1)?, "a head")?,
        status: status::<DB>(row, 2)?,
        state: DB::text(row, 3)?,
        segment: DB::bytes(row, 4)?,
    })
}

/// Columns 5 to 9.
pub(super) fn listing<DB: Driver>(row: &DB::Row) -> Result<Listing, StoreError> {
    Ok(Listing {
        owner: player_id::<DB>(row, 5)?,
        public: Visibility::from_code(DB::int(row, 6)?)
            .ok_or(StoreError::Corrupt("a visibility"))?,
        created_at_us: DB::int(row, 7)?,
        ruleset: DB::text(row, 8)?,
        title: DB::text(row, 9)?,
    })
}

/// Columns 0 to 10.
pub(super) fn game_row<DB: Driver>(row: &DB::Row) -> Result<GameRow, StoreError> {
    Ok(GameRow {
        game: game_id::<DB>(row, 10)?,
        snapshot: snapshot::<DB>(row)?,
        listing: listing::<DB>(row)?,
    })
}

pub(super) fn record<DB: Driver>(row: &DB::Row) -> Result<Record, StoreError> {
    Ok(Record {
        seq: DB::int(row, 0)?,
        roll: DB::maybe_int(row, 1)?,
        payload: DB::text(row, 2)?,
        hash: array(DB::bytes(row, 3)?, "the hash of an event")?,
    })
}

pub(super) fn vault<DB: Driver>(row: &DB::Row) -> Result<Vault, StoreError> {
    Ok(Vault {
        secret: DB::bytes(row, 0)?,
        tops: DB::bytes(row, 1)?,
    })
}

pub(super) fn answer<DB: Driver>(row: &DB::Row) -> Result<(GameId, Answer), StoreError> {
    let answer = Answer {
        principal: player_id::<DB>(row, 1)?,
        key: DB::text(row, 2)?,
        fingerprint: array(DB::bytes(row, 3)?, "a fingerprint")?,
        first_seq: DB::int(row, 4)?,
        last_seq: DB::int(row, 5)?,
        at_us: DB::int(row, 6)?,
    };
    Ok((game_id::<DB>(row, 0)?, answer))
}

pub(super) fn player<DB: Driver>(row: &DB::Row) -> Result<Player, StoreError> {
    Ok(Player {
        id: player_id::<DB>(row, 0)?,
        name: DB::text(row, 1)?,
        created_at_us: DB::int(row, 2)?,
    })
}

pub(super) fn session<DB: Driver>(row: &DB::Row) -> Result<Session, StoreError> {
    let previous = DB::maybe_bytes(row, 3)?;
    let tokens = SessionTokens {
        current: array(DB::bytes(row, 2)?, "a token hash").map(SecretHash)?,
        previous: previous
            .map(|bytes| array(bytes, "a token hash").map(SecretHash))
            .transpose()?,
        current_use: TokenUse::from_code(DB::int(row, 4)?)
            .ok_or(StoreError::Corrupt("a token use"))?,
        expires_at_us: DB::int(row, 5)?,
    };
    Ok(Session {
        id: array(DB::bytes(row, 0)?, "a session id").map(SessionId)?,
        player: player_id::<DB>(row, 1)?,
        tokens,
        state: SessionState::from_code(DB::int(row, 6)?)
            .ok_or(StoreError::Corrupt("a session state"))?,
        created_at_us: DB::int(row, 7)?,
    })
}

/// Columns 0 to 3.
fn leaf<DB: Driver>(row: &DB::Row) -> Result<Leaf, StoreError> {
    Ok(Leaf {
        game: game_id::<DB>(row, 0)?,
        seq: DB::int(row, 1)?,
        hash: array(DB::bytes(row, 2)?, "the head of a leaf")?,
        status: status::<DB>(row, 3)?,
    })
}

pub(super) fn placed<DB: Driver>(row: &DB::Row) -> Result<Placed, StoreError> {
    Ok(Placed {
        leaf: leaf::<DB>(row)?,
        index: DB::int(row, 4)?,
    })
}

/// A game without a leaf has -1 in the place of one.
pub(super) fn pending<DB: Driver>(row: &DB::Row) -> Result<Pending, StoreError> {
    Ok(Pending {
        head: leaf::<DB>(row)?,
        logged: Some(DB::int(row, 4)?).filter(|seq| *seq >= 0),
    })
}

pub(super) fn catalogue_row<DB: Driver>(row: &DB::Row) -> Result<CatalogueRow, StoreError> {
    Ok(CatalogueRow {
        head: leaf::<DB>(row)?,
        ruleset: DB::text(row, 4)?,
        created_at_us: DB::int(row, 5)?,
    })
}

pub(super) fn tree_node<DB: Driver>(row: &DB::Row) -> Result<TreeNode, StoreError> {
    Ok((DB::int(row, 0)?, array(DB::bytes(row, 1)?, "a node")?))
}

pub(super) fn tree_head<DB: Driver>(row: &DB::Row) -> Result<TreeHead, StoreError> {
    Ok(TreeHead {
        size: DB::int(row, 0)?,
        root: array(DB::bytes(row, 1)?, "a root")?,
        at_us: DB::int(row, 2)?,
        games: TreeGames {
            created: DB::int(row, 3)?,
            finished: DB::int(row, 4)?,
            aborted: DB::int(row, 5)?,
        },
    })
}

pub(super) fn changed_game<DB: Driver>(row: &DB::Row) -> Result<(i64, ChangedGame), StoreError> {
    let game = ChangedGame {
        game: game_id::<DB>(row, 1)?,
        version: DB::int(row, 2)?,
        status: status::<DB>(row, 3)?,
        title: DB::text(row, 4)?,
        awaited: DB::int(row, 5)?,
        due_us: DB::maybe_int(row, 6)?,
    };
    Ok((DB::int(row, 0)?, game))
}

/// Columns 1 to 7.
pub(super) fn invitation<DB: Driver>(row: &DB::Row) -> Result<Invitation, StoreError> {
    Ok(Invitation {
        game: game_id::<DB>(row, 1)?,
        player: player_id::<DB>(row, 2)?,
        sender: player_id::<DB>(row, 3)?,
        seats: DB::int(row, 4)?,
        state: InvitationState::from_code(DB::int(row, 5)?)
            .ok_or(StoreError::Corrupt("a state of an invitation"))?,
        created_at_us: DB::int(row, 6)?,
        expires_at_us: DB::int(row, 7)?,
    })
}

pub(super) fn changed_invitation<DB: Driver>(
    row: &DB::Row,
) -> Result<(i64, Invitation), StoreError> {
    Ok((DB::int(row, 0)?, invitation::<DB>(row)?))
}

pub(super) fn changed_reminder<DB: Driver>(row: &DB::Row) -> Result<(i64, Reminder), StoreError> {
    let reminder = Reminder {
        player: player_id::<DB>(row, 1)?,
        game: game_id::<DB>(row, 2)?,
        roll: DB::int(row, 3)?,
        before_s: DB::int(row, 4)?,
        due_us: DB::int(row, 5)?,
    };
    Ok((DB::int(row, 0)?, reminder))
}

pub(super) fn nearing<DB: Driver>(row: &DB::Row) -> Result<Nearing, StoreError> {
    Ok(Nearing {
        player: player_id::<DB>(row, 0)?,
        game: game_id::<DB>(row, 1)?,
        due_us: DB::int(row, 2)?,
    })
}

pub(super) fn total<DB: Driver>(row: &DB::Row) -> Result<(Status, i64), StoreError> {
    Ok((status::<DB>(row, 0)?, DB::int(row, 1)?))
}
