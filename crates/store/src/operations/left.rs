//! Phones that a deleted account left, that their member lost after their rental, or that were replaced: the server wipes them by an operation
//! like any other, under the name of the member whose data they hold.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use domain::operations::{Kind, OperationChoice};

use super::start::start_by_server;
use crate::Store;
use crate::db::schema::{operations, phones};
use crate::error::StoreError;

/// Pause after a failure before the phone is wiped again.
const AGAIN_AFTER_MS: i64 = 10 * 60 * 1000;
/// Limit of resets that are begun together: a large account's phones take their turns.
const AT_ONCE: i64 = 30;

/// Begins a factory reset on each phone that was left and is not held otherwise. Answers the phones' ids.
pub async fn wipe_left(store: &Store, now_ms: i64) -> Result<Vec<i64>, StoreError> {
    store
        .write(move |tx| {
            let lately = operations::table
                .filter(operations::phone_id.eq(phones::id))
                .filter(operations::kind.eq(Kind::FactoryReset.into_str()))
                .filter(operations::ended_ms.gt(now_ms - AGAIN_AFTER_MS))
                .filter(operations::ended_ms.lt(now_ms + AGAIN_AFTER_MS))
                .filter(operations::member_id.nullable().eq(phones::left_by))
                .filter(operations::reason.is_not_null());
            let left: Vec<(i64, Option<i64>)> = phones::table
                .filter(phones::left_by.is_not_null())
                .filter(phones::owner_id.is_null())
                .filter(phones::operation_id.is_null())
                .filter(not(exists(lately)))
                .order(phones::id)
                .limit(AT_ONCE)
                .select((phones::id, phones::left_by))
                .load(tx)?;
            let reset = (Kind::FactoryReset, &OperationChoice::None);
            let mut begun = Vec::new();
            for (phone_id, left_by) in left {
                if let Some(member_id) = left_by
                    && start_by_server(tx, (member_id, phone_id), reset, now_ms)?.is_some()
                {
                    begun.push(phone_id);
                }
            }
            Ok(begun)
        })
        .await
}
