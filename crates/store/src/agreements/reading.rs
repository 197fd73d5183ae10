//! Reading agreements: the version in force, an older one, and the list of versions for operators.

use std::collections::HashMap;

use diesel::dsl::{count_star, max};
use diesel::prelude::*;
use domain::agreements::Kind;

use super::{AgreementError, Row, Version};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::Backend;
use crate::db::schema::{agreement_acceptances, agreements};
use crate::error::StoreError;

/// A published version of an agreement: the named one, else the newest, which is in force.
pub async fn published(
    store: &Store,
    kind: Kind,
    version: Option<i64>,
) -> Result<Version, AgreementError> {
    store
        .run(move |conn| {
            let mut found = agreements::table
                .filter(agreements::kind.eq(kind as i16))
                .filter(agreements::published_ms.is_not_null())
                .order(agreements::version.desc())
                .select(Row::as_select())
                .into_boxed::<Backend>();
            if let Some(version) = version {
                found = found.filter(agreements::version.eq(version));
            }
            let row: Option<Row> = found.first(conn).optional()?;
            Ok(row.ok_or(AgreementError::Unknown)?.try_into()?)
        })
        .await
}

/// A version with the number of members who accepted it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub version: Version,
    /// Whether this is the version that members read and accept now.
    pub in_force: bool,
    /// Number of members who accepted the version.
    pub accepted: i64,
}

/// A page of versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Versions: those being written first, then the last published first.
    pub list: Vec<Listed>,
    /// Total number of versions.
    pub total: i64,
}

/// A page of the versions of every agreement; `limit` rows after `offset`.
pub async fn page(store: &Store, (offset, limit): (i64, i64)) -> Result<Page, StoreError> {
    store
        .run(move |conn| {
            let rows: Vec<Row> = agreements::table
                .order((
                    agreements::published_ms.is_not_null(),
                    agreements::published_ms.desc(),
                    agreements::kind,
                    agreements::version.desc(),
                ))
                .offset(offset)
                .limit(limit)
                .select(Row::as_select())
                .load(conn)?;
            let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
            let accepted: HashMap<i64, i64> = agreement_acceptances::table
                .filter(among(agreement_acceptances::agreement_id, ids))
                .group_by(agreement_acceptances::agreement_id)
                .select((agreement_acceptances::agreement_id, count_star()))
                .load::<(i64, i64)>(conn)?
                .into_iter()
                .collect();
            let newest: HashMap<i16, Option<i64>> = agreements::table
                .filter(agreements::published_ms.is_not_null())
                .group_by(agreements::kind)
                .select((agreements::kind, max(agreements::version)))
                .load::<(i16, Option<i64>)>(conn)?
                .into_iter()
                .collect();
            Ok(Page {
                total: agreements::table.count().get_result(conn)?,
                list: rows
                    .into_iter()
                    .map(|row| {
                        Ok(Listed {
                            in_force: newest.get(&row.kind) == Some(&Some(row.version)),
                            accepted: accepted.get(&row.id).copied().unwrap_or_default(),
                            version: row.try_into()?,
                        })
                    })
                    .collect::<Result<_, StoreError>>()?,
            })
        })
        .await
}
