//! Actions of a guest on an authorized phone, from the audit log and from its operations.

use diesel::prelude::*;
use domain::lang::Words;
use domain::operations::Kind;
use domain::sharing::ACTIVITY_MAX;

use super::SharingError;
use crate::Store;
use crate::db::among::among;
use crate::db::schema::{audit, grants, operations};
use crate::error::StoreError;
use crate::play::{CONTROLLED, DELETED, WATCHED};
use crate::session::Actor;

/// An action of a guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuestAction {
    /// Opened the phone to view it.
    Watched,
    /// Opened the phone to control it.
    Controlled,
    /// Removed files of the phone.
    DeletedFiles,
    /// Began an operation.
    Began(Kind),
}

impl GuestAction {
    /// The action in words.
    pub const fn words(self) -> Words {
        match self {
            Self::Watched => Words::new("查看画面", "Viewed the screen"),
            Self::Controlled => Words::new("进入操作", "Opened it to operate"),
            Self::DeletedFiles => Words::new("删除文件", "Deleted files"),
            Self::Began(kind) => kind.words(),
        }
    }
}

/// An action of a guest and its moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActivityEntry {
    /// Id of the record.
    pub id: i64,
    /// Time of the action, Unix milliseconds.
    pub at_ms: i64,
    /// Action of the guest on the phone.
    pub doing: GuestAction,
}

/// The newest actions under an authorization of one of the actor's phones, at most [`ACTIVITY_MAX`]; for one that has ended, too.
pub async fn activity(
    store: &Store,
    actor: &Actor,
    relation_id: i64,
) -> Result<Vec<ActivityEntry>, SharingError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let found: Option<(i64, i64, i64, i64, Option<i64>)> = grants::table
                .find(relation_id)
                .filter(grants::owner_id.eq(me))
                .select((
                    grants::phone_id,
                    grants::member_id,
                    grants::created_ms,
                    grants::expire_ms,
                    grants::ended_ms,
                ))
                .first(conn)
                .optional()?;
            let (phone_id, guest_id, from_ms, expire_ms, ended_ms) =
                found.ok_or(SharingError::Unknown)?;
            let until_ms = ended_ms.unwrap_or(expire_ms);
            let mut actions = Vec::new();
            let recorded: Vec<(i64, i64, String)> = audit::table
                .filter(audit::member_id.eq(guest_id))
                .filter(audit::object.eq(format!("phone:{phone_id}")))
                .filter(among(audit::kind, [WATCHED, CONTROLLED, DELETED]))
                .filter(audit::at_ms.between(from_ms, until_ms))
                .order((audit::at_ms.desc(), audit::id.desc()))
                .limit(ACTIVITY_MAX)
                .select((audit::id, audit::at_ms, audit::kind))
                .load(conn)?;
            for (id, at_ms, kind) in recorded {
                let doing = match kind.as_str() {
                    WATCHED => GuestAction::Watched,
                    CONTROLLED => GuestAction::Controlled,
                    _ => GuestAction::DeletedFiles,
                };
                actions.push(ActivityEntry { id, at_ms, doing });
            }
            let begun: Vec<(i64, i64, String)> = operations::table
                .filter(operations::phone_id.eq(phone_id))
                .filter(operations::member_id.eq(guest_id))
                .filter(operations::created_ms.between(from_ms, until_ms))
                .order((operations::created_ms.desc(), operations::id.desc()))
                .limit(ACTIVITY_MAX)
                .select((operations::id, operations::created_ms, operations::kind))
                .load(conn)?;
            for (id, at_ms, kind) in begun {
                let kind = (kind.parse()).map_err(|_| StoreError::Corrupt("operation kind"))?;
                actions.push(ActivityEntry {
                    id,
                    at_ms,
                    doing: GuestAction::Began(kind),
                });
            }
            actions.sort_by_key(|action| std::cmp::Reverse(action.at_ms));
            actions.truncate(usize::try_from(ACTIVITY_MAX).unwrap_or(usize::MAX));
            Ok(actions)
        })
        .await
}
