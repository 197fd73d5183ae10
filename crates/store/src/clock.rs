//! The latest time that this database has seen, so that no server tells an earlier one.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use crate::Store;
use crate::db::schema::meta;
use crate::error::StoreError;

/// Name of the row in `meta`.
pub(crate) const SEEN: &str = "seen_ms";

/// Stores the time in the database; answers the latest time that was ever stored, by this or another server.
pub async fn advance(store: &Store, now_ms: i64) -> Result<i64, StoreError> {
    store
        .write(move |tx| {
            // The condition is part of the statement: of two servers the one that is behind writes nothing.
            diesel::sql_query(
                "UPDATE meta SET value = $1 WHERE name = $2 AND CAST(value AS BIGINT) < $3",
            )
            .bind::<Text, _>(now_ms.to_string())
            .bind::<Text, _>(SEEN)
            .bind::<BigInt, _>(now_ms)
            .execute(tx)?;
            let kept: String = meta::table.find(SEEN).select(meta::value).first(tx)?;
            kept.parse().map_err(|_| StoreError::Corrupt("latest time"))
        })
        .await
}
