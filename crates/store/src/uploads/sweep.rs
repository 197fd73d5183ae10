//! Deleting files: by their member, or after their time.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::uploads::{UNFINISHED_MS, UploadRules};

use super::{UploadError, own};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{operations, sessions, share_links, uploads};
use crate::error::StoreError;
use crate::market;
use crate::session::Actor;

/// Rows that one sweep deletes: a database has a limit of values in a statement.
const AT_ONCE: usize = 1000;

/// Deletes a file of the actor, unless an operation sends it, or an open link shows it.
pub async fn remove(store: &Store, actor: &Actor, id: i64, now_ms: i64) -> Result<(), UploadError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let upload = own(tx, member_id, id)?;
            // Running operations of the member are few. Their inputs name the contents that they send.
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
                if shown(tx, now_ms)?.contains(&(member_id, Some(sha256))) {
                    return Err(UploadError::Shared);
                }
            }
            diesel::delete(uploads::table.find(id)).execute(tx)?;
            Ok(())
        })
        .await
}

/// Members and contents of the clips that open links show.
fn shown(tx: &mut AnyConn, now_ms: i64) -> Result<HashSet<(i64, Option<String>)>, StoreError> {
    let rows: Vec<(i64, Option<String>)> = share_links::table
        .inner_join(sessions::table)
        .filter(share_links::sha256.is_not_null())
        .filter(sessions::ended_ms.is_null())
        .filter(sessions::until_ms.gt(now_ms))
        .select((share_links::member_id, share_links::sha256))
        .load(tx)?;
    Ok(rows.into_iter().collect())
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

/// Deletes files whose time is over, but for those that an open link shows. Answers their number.
pub async fn sweep(store: &Store, rules: UploadRules, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let over = uploads::used_ms
                .le(now_ms - rules.kept_ms())
                .or(uploads::ready_ms
                    .is_null()
                    .and(uploads::used_ms.le(now_ms - UNFINISHED_MS)));
            let shown = shown(tx, now_ms)?;
            let rows: Vec<(i64, i64, Option<String>)> = uploads::table
                .filter(over)
                .select((uploads::id, uploads::member_id, uploads::sha256))
                .load(tx)?;
            let gone = rows
                .into_iter()
                .filter(|(_, member_id, sha256)| !shown.contains(&(*member_id, sha256.clone())))
                .map(|(id, _, _)| id)
                .take(AT_ONCE);
            let gone: Vec<i64> = gone.collect();
            Ok(diesel::delete(uploads::table.filter(uploads::id.eq_any(gone))).execute(tx)?)
        })
        .await
}

/// Files and contents that have rows: any other bytes on the disk may be removed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NeededFiles {
    /// Files that are not complete, by their ids.
    pub unfinished: HashSet<i64>,
    /// Complete files, by their ids, each with its content.
    pub complete: HashMap<i64, String>,
    /// Contents by their SHA-256, each with the time of its last use.
    pub contents: HashMap<String, i64>,
}

/// Lists the files and contents that have rows.
pub async fn known(store: &Store) -> Result<NeededFiles, StoreError> {
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
            let mut known = NeededFiles::default();
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
