//! Links after their end: deleted once their owner has had time to look at the counts.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::sharing::links::LINK_KEPT_MS;

use crate::Store;
use crate::db::among::among;
use crate::db::schema::{link_trials, sessions, share_links};
use crate::error::StoreError;
use crate::session::{Delegation, delegations_over, forget};

/// Deletes links that ended [`LINK_KEPT_MS`] ago or earlier; answers their number. A link stays as long as a page of it, or a trial whose app was
/// not stopped yet. Called now and then by the engine.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let over = delegations_over(tx, &[Delegation::LINK], now_ms - LINK_KEPT_MS)?;
            let pages: Vec<Option<i64>> = sessions::table
                .filter(sessions::made_by.is_not_null())
                .filter(among(sessions::made_by.assume_not_null(), &over))
                .select(sessions::made_by)
                .load(tx)?;
            let trials: Vec<i64> = link_trials::table.select(link_trials::link_id).load(tx)?;
            let held: HashSet<i64> = pages.into_iter().flatten().chain(trials).collect();
            let over: Vec<i64> = over.into_iter().filter(|id| !held.contains(id)).collect();
            diesel::delete(share_links::table.filter(among(share_links::session_id, &over)))
                .execute(tx)?;
            forget(tx, &over)
        })
        .await
}
