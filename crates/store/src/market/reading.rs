//! The market as members and operators see it. Operators fill it by hand, so that its apps are compared one by one.

use std::collections::HashMap;

use diesel::prelude::*;

use super::{App, AppRow, Version, VersionRow};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{market_apps, market_versions};
use crate::db::search::Part;
use crate::error::StoreError;

/// Query of the market.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// Words in a name, a description or the package; all when empty.
    pub words: String,
    /// Whether apps and versions that were taken down are wanted, too.
    pub all: bool,
    /// Rows to skip.
    pub offset: i64,
    /// Limit of rows.
    pub limit: i64,
}

/// A page of the market.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Apps, the last changed first.
    pub list: Vec<App>,
    /// Number of apps of the query.
    pub total: usize,
}

/// Apps of the market.
pub async fn page(store: &Store, query: Query) -> Result<Page, StoreError> {
    store
        .run(move |conn| {
            let mut versions = versions(conn, query.all)?;
            let rows: Vec<AppRow> = market_apps::table
                .order((market_apps::changed_ms.desc(), market_apps::id.desc()))
                .select(AppRow::as_select())
                .load(conn)?;
            let part = Part::of(query.words.trim());
            let found: Vec<AppRow> = rows
                .into_iter()
                .filter(|row| query.all || row.down_ms.is_none())
                .filter(|row| versions.contains_key(&row.id))
                .filter(|row| {
                    part.is_in(&[
                        &row.name_zh,
                        &row.name_en,
                        &row.description_zh,
                        &row.description_en,
                        &row.package,
                    ])
                })
                .collect();
            let total = found.len();
            let [offset, limit] =
                [query.offset, query.limit].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
            let shown = found.into_iter().skip(offset).take(limit);
            let list = shown
                .map(|row| {
                    let versions = versions.remove(&row.id).unwrap_or_default();
                    let icon = match versions.first() {
                        Some(newest) => icon(conn, newest.id)?,
                        None => None,
                    };
                    Ok(App {
                        id: row.id,
                        listing: row.listing(),
                        package: row.package,
                        icon,
                        changed_ms: row.changed_ms,
                        down_ms: row.down_ms,
                        versions,
                    })
                })
                .collect::<Result<_, StoreError>>()?;
            Ok(Page { list, total })
        })
        .await
}

/// Versions by their apps, the newest first.
fn versions(conn: &mut AnyConn, all: bool) -> Result<HashMap<i64, Vec<Version>>, StoreError> {
    let rows: Vec<VersionRow> = market_versions::table
        .order(market_versions::version_code.desc())
        .select(VersionRow::as_select())
        .load(conn)?;
    let mut by_app: HashMap<i64, Vec<Version>> = HashMap::new();
    for row in rows {
        if all || row.down_ms.is_none() {
            by_app.entry(row.app_id).or_default().push(row.version()?);
        }
    }
    Ok(by_app)
}

fn icon(conn: &mut AnyConn, version_id: i64) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(market_versions::table
        .find(version_id)
        .select(market_versions::icon)
        .first(conn)?)
}
