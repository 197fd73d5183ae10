//! Actions of a sub-account on the phones that it was given, from the audit log and from its operations.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use domain::subaccounts::ACTIVITY_MAX;

use super::{SubAccountError, of_parent};
use crate::Store;
use crate::db::prepared::prepared;
use crate::error::StoreError;
use crate::play::{CONTROLLED, DELETED, WATCHED};
use crate::session::Actor;
pub use crate::sharing::GuestAction;

/// An action of a sub-account: when, on which phone, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivityEntry {
    /// Id of the record.
    pub id: i64,
    /// Time of the action, Unix milliseconds.
    pub at_ms: i64,
    /// Name of the phone; empty when it is no longer the parent's.
    pub phone: String,
    /// Action of the sub-account.
    pub doing: GuestAction,
}

#[derive(QueryableByName)]
struct ActivityRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = BigInt)]
    at_ms: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    alias: String,
}

/// Records about a phone, while the sub-account had it.
const RECORDED: &str = "SELECT a.id, a.at_ms, a.kind, CASE WHEN p.owner_id = $1 THEN p.alias ELSE '' END AS alias \
    FROM audit a JOIN allotments t ON a.object = 'phone:' || t.phone_id JOIN phones p ON p.id = t.phone_id \
    WHERE t.owner_id = $1 AND t.member_id = $2 AND a.member_id = $2 AND a.kind IN ($3, $4, $5) \
    AND a.at_ms >= t.created_ms AND (t.ended_ms IS NULL OR a.at_ms < t.ended_ms) \
    ORDER BY a.at_ms DESC, a.id DESC LIMIT $6";

/// Operations on a phone that the sub-account began while it had it.
const BEGUN: &str = "SELECT o.id, o.created_ms AS at_ms, o.kind, CASE WHEN p.owner_id = $1 THEN p.alias ELSE '' END AS alias \
    FROM operations o JOIN allotments t ON t.phone_id = o.phone_id JOIN phones p ON p.id = t.phone_id \
    WHERE t.owner_id = $1 AND t.member_id = $2 AND o.member_id = $2 \
    AND o.created_ms >= t.created_ms AND (t.ended_ms IS NULL OR o.created_ms < t.ended_ms) \
    ORDER BY o.created_ms DESC, o.id DESC LIMIT $3";

/// The newest actions of a sub-account on phones of the actor, at most [`ACTIVITY_MAX`].
pub async fn activity(
    store: &Store,
    actor: &Actor,
    member_id: i64,
) -> Result<Vec<ActivityEntry>, SubAccountError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            of_parent(conn, me, member_id)?;
            let recorded: Vec<ActivityRow> = prepared(
                diesel::sql_query(RECORDED)
                    .bind::<BigInt, _>(me)
                    .bind::<BigInt, _>(member_id)
                    .bind::<Text, _>(WATCHED)
                    .bind::<Text, _>(CONTROLLED)
                    .bind::<Text, _>(DELETED)
                    .bind::<BigInt, _>(ACTIVITY_MAX),
            )
            .load(conn)?;
            let begun: Vec<ActivityRow> = prepared(
                diesel::sql_query(BEGUN)
                    .bind::<BigInt, _>(me)
                    .bind::<BigInt, _>(member_id)
                    .bind::<BigInt, _>(ACTIVITY_MAX),
            )
            .load(conn)?;
            let mut actions = Vec::with_capacity(recorded.len() + begun.len());
            for found in recorded {
                let doing = match found.kind.as_str() {
                    WATCHED => GuestAction::Watched,
                    CONTROLLED => GuestAction::Controlled,
                    _ => GuestAction::DeletedFiles,
                };
                actions.push(action(found, doing));
            }
            for found in begun {
                let kind =
                    (found.kind.parse()).map_err(|_| StoreError::Corrupt("operation kind"))?;
                actions.push(action(found, GuestAction::Began(kind)));
            }
            actions.sort_by_key(|action| std::cmp::Reverse(action.at_ms));
            actions.truncate(usize::try_from(ACTIVITY_MAX).unwrap_or(usize::MAX));
            Ok(actions)
        })
        .await
}

fn action(found: ActivityRow, doing: GuestAction) -> ActivityEntry {
    ActivityEntry {
        id: found.id,
        at_ms: found.at_ms,
        phone: found.alias,
        doing,
    }
}
