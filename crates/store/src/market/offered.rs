//! Versions as deliveries use them: beside the member's own files.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::text;

use super::{VersionRow, market_apps, market_versions};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::error::StoreError;
use crate::uploads::{SentKey, Upload};

/// A version that members can install, as a file to deliver.
pub(crate) fn offered(conn: &mut AnyConn, id: i64) -> Result<Option<Upload>, StoreError> {
    let row: Option<VersionRow> = market_versions::table
        .inner_join(market_apps::table)
        .filter(market_versions::id.eq(id))
        .filter(market_versions::down_ms.is_null())
        .filter(market_apps::down_ms.is_null())
        .select(VersionRow::as_select())
        .first(conn)
        .optional()?;
    row.map(|row| {
        let version = row.version()?;
        Ok(Upload {
            id: version.id,
            set: String::new(),
            name: version.file_name,
            size: version.size,
            received: version.size,
            sha256: Some(version.sha256),
            kind: Some(version.kind),
            app: Some(version.facts),
            icon: None,
            ready_ms: Some(version.added_ms),
            used_ms: version.added_ms,
        })
    })
    .transpose()
}

/// Marks the contents that members can install as used now. Answers which of the contents they are.
pub(crate) fn mark_used(
    tx: &mut AnyConn,
    contents: &HashSet<&str>,
    now_ms: i64,
) -> Result<Vec<String>, StoreError> {
    let offered: Vec<(i64, String)> = market_versions::table
        .inner_join(market_apps::table)
        .filter(among(market_versions::sha256, contents.clone()))
        .filter(market_versions::down_ms.is_null())
        .filter(market_apps::down_ms.is_null())
        .select((market_versions::id, market_versions::sha256))
        .load(tx)?;
    let (ids, contents): (Vec<i64>, Vec<String>) = offered.into_iter().unzip();
    diesel::update(market_versions::table.filter(among(market_versions::id, ids)))
        .set(market_versions::used_ms.eq(now_ms))
        .execute(tx)?;
    Ok(contents)
}

/// Versions that members can install and whose contents were sent, each by the key of its name and its content.
pub(crate) fn rows_of(
    conn: &mut AnyConn,
    contents: &HashSet<&str>,
) -> Result<Vec<(SentKey, i64)>, StoreError> {
    let rows: Vec<(i64, String, String)> = market_versions::table
        .inner_join(market_apps::table)
        .filter(among(market_versions::sha256, contents.clone()))
        .filter(market_versions::down_ms.is_null())
        .filter(market_apps::down_ms.is_null())
        .select((
            market_versions::id,
            market_versions::file_name,
            market_versions::sha256,
        ))
        .load(conn)?;
    let of = |(id, name, sha256): (i64, String, String)| ((text::key(&name), sha256), id);
    Ok(rows.into_iter().map(of).collect())
}

/// SHA-256 of the contents of all versions, each with the time of its last use. The sweep of files keeps these contents.
pub(crate) fn contents(conn: &mut AnyConn) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(market_versions::table
        .select((market_versions::sha256, market_versions::used_ms))
        .load(conn)?)
}
