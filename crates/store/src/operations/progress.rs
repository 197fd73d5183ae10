//! How far running operations are that send: noted beside what decides, and without another generation.

use diesel::prelude::*;

use crate::Store;
use crate::error::StoreError;
use crate::schema::operations;

/// How far one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progressed {
    /// Which.
    pub id: i64,
    /// The generation that sends.
    pub generation: i64,
    /// Bytes that the phone acknowledged.
    pub sent: i64,
    /// The file that it is at, or that the phone did not take.
    pub item: i16,
}

/// Notes how far they are. What moved on meanwhile stays as it is.
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

/// Whether an operation still stands where it did.
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
