//! Deleting files: by their member, or after their time.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::uploads::{UNFINISHED_MS, UploadRules};

use super::{UploadError, own};
use crate::Store;
use crate::error::StoreError;
use crate::market;
use crate::schema::{operations, uploads};
use crate::session::Actor;

/// Deletes a file of the actor, unless an operation sends it.
pub async fn remove(store: &Store, actor: &Actor, id: i64) -> Result<(), UploadError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let upload = own(tx, member_id, id)?;
            // The member's own running operations, which are few: their inputs name the contents that they send.
            let inputs: Vec<String> = operations::table
                .filter(operations::member_id.eq(member_id))
                .filter(operations::ended_ms.is_null())
                .select(operations::input)
                .load(tx)?;
            if let (Some(_), Some(sha256)) = (upload.ready_ms, upload.sha256) {
                let named = format!("\"sha256\":\"{sha256}\"");
                if inputs.iter().any(|input| input.contains(&named)) {
                    return Err(UploadError::InUse);
                }
            }
            diesel::delete(uploads::table.find(id)).execute(tx)?;
            Ok(())
        })
        .await
}

/// Deletes a file whose content differs from the announced one.
pub async fn drop_damaged(store: &Store, id: i64) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            let damaged = uploads::table.find(id).filter(uploads::ready_ms.is_null());
            diesel::delete(damaged).execute(tx)?;
            Ok(())
        })
        .await
}

/// Deletes files whose time is over. Answers their number.
pub async fn sweep(store: &Store, rules: UploadRules, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let over = uploads::used_ms
                .le(now_ms - rules.kept_ms())
                .or(uploads::ready_ms
                    .is_null()
                    .and(uploads::used_ms.le(now_ms - UNFINISHED_MS)));
            Ok(diesel::delete(uploads::table.filter(over)).execute(tx)?)
        })
        .await
}

/// The bytes that belong to rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Files that are not complete, by their ids.
    pub unfinished: HashSet<i64>,
    /// Complete files, by their ids, each with its content.
    pub complete: HashMap<i64, String>,
    /// Contents by their SHA-256, each with the time of its last use.
    pub contents: HashMap<String, i64>,
}

/// The bytes that belong to rows.
pub async fn known(store: &Store) -> Result<Known, StoreError> {
    store
        .run(|conn| {
            let rows: Vec<(i64, Option<i64>, Option<String>, i64)> = uploads::table
                .select((
                    uploads::id,
                    uploads::ready_ms,
                    uploads::sha256,
                    uploads::used_ms,
                ))
                .load(conn)?;
            let mut known = Known::default();
            for (id, ready, sha256, used) in rows {
                let (Some(_), Some(sha256)) = (ready, sha256) else {
                    known.unfinished.insert(id);
                    continue;
                };
                let last = known.contents.entry(sha256.clone()).or_insert(used);
                *last = used.max(*last);
                known.complete.insert(id, sha256);
            }
            for (sha256, used) in market::contents(conn)? {
                let last = known.contents.entry(sha256).or_insert(used);
                *last = used.max(*last);
            }
            Ok(known)
        })
        .await
}
