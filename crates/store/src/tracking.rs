//! Page views: stored as they are reported, a bounded number a minute, deleted after thirty days. Errors of pages are only counted.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::tracking::{ERRORS_PER_MINUTE, KEEP_MS, PageView, RATE_WINDOW_MS, VIEWS_PER_MINUTE};
use thiserror::Error;

use crate::Store;
use crate::db::schema::page_views;
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::secrets::new_id;
use crate::session::Actor;

const PER_MINUTE: Limit = Limit {
    most: VIEWS_PER_MINUTE,
    window_ms: RATE_WINDOW_MS,
    renewal: Renewal::AfterFirst,
};

const ERRORS: Limit = Limit {
    most: ERRORS_PER_MINUTE,
    ..PER_MINUTE
};

/// Why views are not stored, or an error is not counted.
#[derive(Debug, Error)]
pub enum TrackError {
    /// The limit [`VIEWS_PER_MINUTE`] or [`ERRORS_PER_MINUTE`] is reached.
    #[error("too many in a minute")]
    TooOften,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(TrackError);

/// A stored view.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = page_views)]
pub struct Viewed {
    /// The path, without query.
    pub path: String,
    /// The tab's title; may be empty.
    pub title: String,
    /// Time of the view, Unix milliseconds.
    pub at_ms: i64,
}

/// Stores the views of one call: either each of them, or none when they are too many.
pub async fn track(
    store: &Store,
    actor: &Actor,
    views: Vec<PageView>,
    now_ms: i64,
) -> Result<(), TrackError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let counted = format!("page-view:{member_id}");
            for view in &views {
                if limits::spend(tx, &counted, PER_MINUTE, now_ms)?.is_err() {
                    return Err(TrackError::TooOften);
                }
                diesel::insert_into(page_views::table)
                    .values((
                        page_views::id.eq(new_id()),
                        page_views::member_id.eq(member_id),
                        page_views::path.eq(view.path()),
                        page_views::title.eq(view.title()),
                        page_views::at_ms.eq(view.at_ms()),
                    ))
                    .execute(tx)?;
            }
            Ok(())
        })
        .await
}

/// Counts an error that a page at this address reports: within the limit the error may be logged.
pub async fn count_error(
    store: &Store,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<(), TrackError> {
    let counted = limits::of_address(store.secret(), "page-errors", address);
    store
        .write(move |tx| {
            limits::spend(tx, &counted, ERRORS, now_ms)?.map_err(|_| TrackError::TooOften)?;
            Ok(())
        })
        .await
}

/// The member's views, newest first; at most `limit`.
pub async fn of_member(
    store: &Store,
    member_id: i64,
    limit: i64,
) -> Result<Vec<Viewed>, StoreError> {
    store
        .run(move |conn| {
            page_views::table
                .filter(page_views::member_id.eq(member_id))
                .order((page_views::at_ms.desc(), page_views::id.desc()))
                .limit(limit)
                .select(Viewed::as_select())
                .load(conn)
                .map_err(StoreError::from)
        })
        .await
}

/// Deletes views older than thirty days; answers their number.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let old = page_views::table.filter(page_views::at_ms.lt(now_ms - KEEP_MS));
            diesel::delete(old).execute(tx).map_err(StoreError::from)
        })
        .await
}
