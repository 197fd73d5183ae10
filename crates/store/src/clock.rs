//! The latest time that this database has seen, so that no server tells an earlier one.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use crate::Store;
use crate::error::StoreError;
use crate::schema::meta;

/// Its name in `meta`.
pub(crate) const SEEN: &str = "seen_ms";

/// Tells the database the time; answers the latest that it was ever told, by this or another server.
pub async fn seen(store: &Store, now_ms: i64) -> Result<i64, StoreError> {
    store
        .write(move |tx| {
            // The condition stands in the statement: of two servers the one that is behind writes nothing.
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
