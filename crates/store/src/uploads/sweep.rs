//! Files go: taken away by their member, or by time.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::uploads::{KEPT_MS, UNFINISHED_MS};

use super::{UploadError, own};
use crate::Store;
use crate::error::StoreError;
use crate::schema::{operations, uploads};
use crate::session::Actor;

/// Takes a file of the actor away, unless an operation sends it.
pub async fn remove(store: &Store, actor: &Actor, id: i64) -> Result<(), UploadError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            own(tx, member_id, id)?;
            // The member's own, of which few run: their inputs name what they send.
            let inputs: Vec<String> = operations::table
                .filter(operations::member_id.eq(member_id))
                .filter(operations::ended_ms.is_null())
                .select(operations::input)
                .load(tx)?;
            let named = format!("\"uploadId\":{id},");
            if inputs.iter().any(|input| input.contains(&named)) {
                return Err(UploadError::InUse);
            }
            diesel::delete(uploads::table.find(id)).execute(tx)?;
            Ok(())
        })
        .await
}

/// Forgets a file that is not what it was said to be.
pub async fn drop_damaged(store: &Store, id: i64) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            let damaged = uploads::table.find(id).filter(uploads::ready_ms.is_null());
            diesel::delete(damaged).execute(tx)?;
            Ok(())
        })
        .await
}

/// Forgets files whose time is over. Answers how many.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let over = uploads::used_ms.le(now_ms - KEPT_MS).or(uploads::ready_ms
                .is_null()
                .and(uploads::used_ms.le(now_ms - UNFINISHED_MS)));
            Ok(diesel::delete(uploads::table.filter(over)).execute(tx)?)
        })
        .await
}

/// All files that have a place on the disk.
pub async fn known(store: &Store) -> Result<HashSet<i64>, StoreError> {
    store
        .run(|conn| {
            let ids: Vec<i64> = uploads::table.select(uploads::id).load(conn)?;
            Ok(ids.into_iter().collect())
        })
        .await
}
