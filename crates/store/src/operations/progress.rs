//! Progress of running transfers: stored beside the facts that decide, and without a new generation.

use diesel::prelude::*;

use crate::Store;
use crate::db::schema::operations;
use crate::error::StoreError;

/// Progress of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progressed {
    /// Operation's id.
    pub id: i64,
    /// Generation of the operation that sends.
    pub generation: i64,
    /// Bytes that the phone acknowledged.
    pub sent: i64,
    /// Index of the present file, or of the one that the phone did not take.
    pub item: i16,
}

/// Stores the progress of transfers. An operation that moved on meanwhile stays as it is.
pub async fn progress(store: &Store, all: Vec<Progressed>) -> Result<(), StoreError> {
    if all.is_empty() {
        return Ok(());
    }
    store
        .write(move |tx| {
            for one in &all {
                diesel::update(
                    operations::table
                        .find(one.id)
                        .filter(operations::generation.eq(one.generation))
                        .filter(operations::ended_ms.is_null()),
                )
                .set((
                    operations::sent_bytes.eq(one.sent),
                    operations::item.eq(one.item),
                ))
                .execute(tx)?;
            }
            Ok(())
        })
        .await
}

/// Whether an operation still runs at this generation.
pub async fn is_current(store: &Store, id: i64, generation: i64) -> Result<bool, StoreError> {
    store
        .run(move |conn| {
            let same: i64 = operations::table
                .find(id)
                .filter(operations::generation.eq(generation))
                .filter(operations::ended_ms.is_null())
                .count()
                .get_result(conn)?;
            Ok(same == 1)
        })
        .await
}
