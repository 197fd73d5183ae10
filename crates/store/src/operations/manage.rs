//! Retrying failed operations, cancelling waiting ones.

use diesel::prelude::*;
use domain::operations::{Kind, OperationChoice, State};
use domain::phones::{Action, BATCH_MAX, Unable};
use domain::uploads::{Delivery, Existing};
use thiserror::Error;

use super::advance::free_phone;
use super::request::{OperationRequest, StartError, Started};
use super::row::{Row, from_text};
use super::start::begin;
use super::transfer;
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{operation_batches, operations, phones};
use crate::error::{StoreError, faults};
use crate::session::Actor;

/// Why a batch is not retried or cancelled.
#[derive(Debug, Error)]
pub enum ManageError {
    /// The batch is unknown, or another member's.
    #[error("no such batch")]
    Unknown,
    /// No phone of the batch can be retried or cancelled.
    #[error("nothing to do")]
    Nothing,
    /// The batch is a reboot with a phone that was shared meanwhile.
    #[error("a shared phone is in the batch")]
    Shared,
    /// A file of the delivery is gone.
    #[error("a file is gone")]
    Upload,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ManageError);

/// The rows of a batch of the actor.
fn own_rows(tx: &mut AnyConn, actor: &Actor, batch_id: i64) -> Result<Vec<Row>, ManageError> {
    let own: i64 = operation_batches::table
        .find(batch_id)
        .filter(operation_batches::member_id.eq(actor.member_id()))
        .count()
        .get_result(tx)?;
    if own == 0 {
        return Err(ManageError::Unknown);
    }
    Ok(operations::table
        .filter(operations::batch_id.eq(batch_id))
        .order(operations::position)
        .select(Row::as_select())
        .load(tx)?)
}

/// Phones of a batch to try again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Retry {
    /// Phones to try again; all that failed when none are named.
    pub only: Option<Vec<i64>>,
    /// Treatment of files whose names are taken now: phones that refused them for that are tried again, too.
    pub existing: Option<Existing>,
}

/// Retries the failed phones of a batch, and only those, as a batch of its own. `unable` as in [`super::start`].
pub async fn retry(
    store: &Store,
    actor: &Actor,
    batch_id: i64,
    again: Retry,
    unable: impl Fn(i64, Action) -> Option<Unable> + Send + 'static,
    now_ms: i64,
) -> Result<Started, ManageError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let rows = own_rows(tx, &actor, batch_id)?;
            let kind = rows.first().ok_or(ManageError::Unknown)?.kind()?;
            let mut phones = Vec::new();
            for row in &rows {
                let only = again.only.as_ref();
                let wanted = only.is_none_or(|ids| ids.contains(&row.phone_id));
                let may = row.can_retry() || again.existing.is_some() && row.name_is_taken();
                if wanted && row.state()? == State::Failed && may {
                    let input = from_text(&row.input)?;
                    phones.push((row.phone_id, with_existing(input, again.existing)));
                }
            }
            if phones.is_empty() {
                return Err(ManageError::Nothing);
            }
            let group = phones.len() > BATCH_MAX;
            let ask = OperationRequest {
                kind,
                phones,
                group,
            };
            let begun = begin(tx, &actor, &ask, &unable, Some(batch_id), now_ms);
            begun.map_err(|error| match error {
                StartError::Fault(fault) => ManageError::Fault(fault),
                StartError::Shared => ManageError::Shared,
                StartError::Upload => ManageError::Upload,
                StartError::Count | StartError::Duplicate => ManageError::Nothing,
            })
        })
        .await
}

/// The input of a delivery with another treatment of names that are taken; any other input is unchanged.
fn with_existing(input: OperationChoice, existing: Option<Existing>) -> OperationChoice {
    match (input, existing) {
        (OperationChoice::Delivery(delivery), Some(existing)) => {
            OperationChoice::Delivery(Delivery {
                existing,
                ..delivery
            })
        }
        (input, _) => input,
    }
}

/// An operation that was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled {
    /// Operation's id.
    pub id: i64,
    /// Id of the phone, which is free now.
    pub phone_id: i64,
}

/// Cancels operations that have not changed their phone yet, and running transfers.
pub async fn cancel(
    store: &Store,
    actor: &Actor,
    batch_id: i64,
    now_ms: i64,
) -> Result<Vec<Cancelled>, ManageError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let mut cancelled = Vec::new();
            for row in own_rows(tx, &actor, batch_id)? {
                if row.state()?.is_over() || !row.progress(now_ms)?.cancellable() {
                    continue;
                }
                let ended = diesel::update(
                    operations::table
                        .find(row.id)
                        .filter(operations::generation.eq(row.generation)),
                )
                .set((
                    operations::state.eq(State::Cancelled.code()),
                    operations::generation.eq(row.generation + 1),
                    operations::started_ms.eq(row.started_ms.unwrap_or(now_ms)),
                    operations::ended_ms.eq(now_ms),
                    operations::due_ms.eq(None::<i64>),
                ))
                .execute(tx)?;
                if ended == 0 {
                    continue;
                }
                if row.kind()? == Kind::Transfer {
                    transfer::release_after(tx, &row, None, now_ms)?;
                }
                free_phone(tx, &row)?;
                // An operation in line has not changed the phone's status.
                if row.started_ms.is_some() && row.kind()?.running_status().is_some() {
                    diesel::update(phones::table.find(row.phone_id))
                        .set(phones::status_since_ms.eq(now_ms))
                        .execute(tx)?;
                }
                cancelled.push(Cancelled {
                    id: row.id,
                    phone_id: row.phone_id,
                });
            }
            if cancelled.is_empty() {
                return Err(ManageError::Nothing);
            }
            Ok(cancelled)
        })
        .await
}
