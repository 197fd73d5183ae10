//! Announcements as operators see them.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;

use super::{Announcement, AnnouncementError, Row};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{announcement_reads, announcements};
use crate::error::StoreError;

/// An announcement with the number of members who saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub announcement: Announcement,
    /// Number of members who saw the announcement.
    pub seen: i64,
}

/// A page of announcements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Announcements, the last changed first.
    pub list: Vec<Listed>,
    /// Total number of announcements.
    pub total: i64,
}

/// A page of every announcement; `limit` rows after `offset`.
pub async fn page(store: &Store, (offset, limit): (i64, i64)) -> Result<Page, StoreError> {
    store
        .run(move |conn| {
            let rows: Vec<Row> = announcements::table
                .order((announcements::changed_ms.desc(), announcements::id.desc()))
                .offset(offset)
                .limit(limit)
                .select(Row::as_select())
                .load(conn)?;
            Ok(Page {
                total: announcements::table.count().get_result(conn)?,
                list: with_counts(conn, rows)?,
            })
        })
        .await
}

/// A single announcement.
pub async fn get(store: &Store, id: i64) -> Result<Listed, AnnouncementError> {
    store.run(move |conn| listed(conn, id)).await
}

pub(super) fn listed(conn: &mut AnyConn, id: i64) -> Result<Listed, AnnouncementError> {
    let row: Option<Row> = announcements::table
        .find(id)
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    let found = with_counts(conn, row.into_iter().collect())?;
    found.into_iter().next().ok_or(AnnouncementError::Unknown)
}

fn with_counts(conn: &mut AnyConn, rows: Vec<Row>) -> Result<Vec<Listed>, StoreError> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let seen: HashMap<i64, i64> = announcement_reads::table
        .filter(among(announcement_reads::announcement_id, ids))
        .group_by(announcement_reads::announcement_id)
        .select((announcement_reads::announcement_id, count_star()))
        .load::<(i64, i64)>(conn)?
        .into_iter()
        .collect();
    rows.into_iter()
        .map(|row| {
            Ok(Listed {
                seen: seen.get(&row.id).copied().unwrap_or_default(),
                announcement: row.try_into()?,
            })
        })
        .collect()
}
