//! Replacement with data: what is held for it from the first step on, the change of places at its end, and the way back.
//!
//! A row of `transfers` holds a phone of the stock and names a backup, as long as the operation runs or its migration failed.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::codes;
use domain::operations::{Destination, Kind, OperationChoice, State, Step, Transfer};
use domain::phones::Status;

use super::disclaimer::{agreed_before, agreed_of};
use super::line::Line;
use super::replacement::exchange;
use super::request::Refused;
use super::row::{Row, from_text};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{operations, phones, transfers};
use crate::error::StoreError;
use crate::phones::{self as phone_stock, Phone};
use crate::secrets::new_id;

/// A replacement with data that is on its way, or whose migration failed.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = transfers)]
#[expect(clippy::struct_field_names, reason = "the columns are ids")]
pub(super) struct PendingTransfer {
    backup_id: i64,
    member_id: i64,
    pub(super) new_phone_id: i64,
    operation_id: i64,
}

/// The phones in stock that failed migrations hold for these.
pub(super) fn held_for(
    tx: &mut AnyConn,
    phone_ids: &[i64],
) -> Result<HashMap<i64, i64>, StoreError> {
    Ok(transfers::table
        .filter(among(transfers::phone_id, phone_ids))
        .select((transfers::phone_id, transfers::new_phone_id))
        .load::<(i64, i64)>(tx)?
        .into_iter()
        .collect())
}

pub(super) fn held(tx: &mut AnyConn, phone_id: i64) -> Result<Option<PendingTransfer>, StoreError> {
    Ok(transfers::table
        .filter(transfers::phone_id.eq(phone_id))
        .select(PendingTransfer::as_select())
        .first(tx)
        .optional()?)
}

/// Puts the operation in line and takes both phones: this one, and one of the stock, which is held as one under maintenance is. After a failed
/// migration the same phone and the same backup are used again.
pub(super) fn accept(tx: &mut AnyConn, line: &Line<'_>) -> Result<Result<(), Refused>, StoreError> {
    let Some(new_phone_id) = line.successor else {
        // A phone that an operation holds is chosen no successor.
        let busy: Option<i64> = phones::table
            .find(line.phone_id)
            .select(phones::operation_id)
            .first(tx)?;
        let code = busy.map_or(codes::REPLACEMENT_NONE, |_| codes::PHONE_BUSY);
        return Ok(Err(Refused::bare(line.phone_id, code)));
    };
    let before = held(tx, line.phone_id)?;
    let failed = match &before {
        Some(before) => Some(
            operations::table
                .find(before.operation_id)
                .select(Row::as_select())
                .first::<Row>(tx)?,
        ),
        None => None,
    };
    let input = if let Some(failed) = &failed {
        from_text(&failed.input)?
    } else {
        OperationChoice::Transfer(Transfer {
            bytes: asked_bytes(line.input),
            agreed: match agreed_of(line.input) {
                Some(agreed) => Some(agreed),
                None => agreed_before(tx, line.phone_id)?,
            },
            to: Some(Destination {
                backup_id: new_id(),
                phone_id: new_phone_id,
                data_id: format!("{:016x}", new_id()),
            }),
        })
    };
    let OperationChoice::Transfer(Transfer { to: Some(to), .. }) = &input else {
        return Err(StoreError::Corrupt("transfer"));
    };
    let id = new_id();
    let taken = diesel::update(
        phones::table
            .find(line.phone_id)
            .filter(phones::operation_id.is_null()),
    )
    .set(phones::operation_id.eq(id))
    .execute(tx)?;
    if taken == 0 {
        return Ok(Err(Refused::bare(line.phone_id, codes::PHONE_BUSY)));
    }
    if failed.is_none() && !hold_new(tx, new_phone_id)? {
        diesel::update(phones::table.find(line.phone_id))
            .set(phones::operation_id.eq(None::<i64>))
            .execute(tx)?;
        return Ok(Err(Refused::bare(line.phone_id, codes::REPLACEMENT_NONE)));
    }
    line.with_input(&input).write(tx, id, State::Queued, None)?;
    match &failed {
        Some(failed) => {
            // The backup is whole: the operation goes on where the other one failed.
            let steps = Kind::Transfer.steps();
            let at = steps.iter().position(|step| *step == Step::Migrate);
            diesel::update(operations::table.find(id))
                .set((
                    operations::step.eq(at.and_then(|at| i16::try_from(at).ok()).unwrap_or(0)),
                    operations::before.eq(&failed.before),
                ))
                .execute(tx)?;
            diesel::update(transfers::table.find(to.backup_id))
                .set(transfers::operation_id.eq(id))
                .execute(tx)?;
        }
        None => {
            diesel::insert_into(transfers::table)
                .values((
                    transfers::backup_id.eq(to.backup_id),
                    transfers::phone_id.eq(line.phone_id),
                    transfers::member_id.eq(line.member_id),
                    transfers::new_phone_id.eq(new_phone_id),
                    transfers::operation_id.eq(id),
                ))
                .execute(tx)?;
        }
    }
    Ok(Ok(()))
}

/// Size of the data when the replacement was asked for, as far as it was known.
const fn asked_bytes(input: &OperationChoice) -> i64 {
    match input {
        OperationChoice::Transfer(asked) => asked.bytes,
        OperationChoice::None
        | OperationChoice::Dpi(_)
        | OperationChoice::Alias(_)
        | OperationChoice::Delivery(_)
        | OperationChoice::Apps(_)
        | OperationChoice::NewDevice(_) => 0,
    }
}

/// Holds a phone of the stock, if it is free.
fn hold_new(tx: &mut AnyConn, new_phone_id: i64) -> Result<bool, StoreError> {
    let held = diesel::update(
        phones::table
            .find(new_phone_id)
            .filter(phones::owner_id.is_null())
            .filter(phones::maintenance.eq(false))
            .filter(phones::reserved_by.is_null())
            .filter(phones::operation_id.is_null()),
    )
    .set(phones::maintenance.eq(true))
    .execute(tx)?;
    Ok(held == 1)
}

/// Changes the places of both phones, in the transaction that ends the operation: the new one has the data. False when the old one changed
/// hands meanwhile.
pub(super) fn change_places(tx: &mut AnyConn, row: &Row, now_ms: i64) -> Result<bool, StoreError> {
    let Some(held) = held(tx, row.phone_id)? else {
        return Ok(false);
    };
    phone_stock::lock(tx, &[row.phone_id, held.new_phone_id])?;
    let old: Phone = phones::table
        .find(row.phone_id)
        .select(Phone::as_select())
        .first(tx)?;
    if old.owner_id.is_none() || old.operation_id != Some(row.id) {
        return Ok(false);
    }
    diesel::update(phones::table.find(held.new_phone_id))
        .set((
            phones::maintenance.eq(false),
            phones::dpi.eq(old.dpi),
            phones::power_on.eq(true),
            phones::status_since_ms.eq(now_ms),
        ))
        .execute(tx)?;
    let Some(exchange) = exchange(tx, old, held.new_phone_id, now_ms)? else {
        return Err(StoreError::Corrupt("held phone"));
    };
    exchange.record(tx, row.id, now_ms)?;
    diesel::delete(transfers::table.find(held.backup_id)).execute(tx)?;
    Ok(true)
}

/// Ends the hold after an operation that did not end well, unless its migration failed: that one is tried again, or given up.
pub(super) fn release_after(
    tx: &mut AnyConn,
    row: &Row,
    after: Option<Status>,
    now_ms: i64,
) -> Result<(), StoreError> {
    if after == Some(Status::MigrationFailed) {
        return Ok(());
    }
    release(tx, row.phone_id, now_ms)
}

/// Gives up the backup, and gives the held phone back: to be wiped, where data may lie on it.
pub(super) fn release(tx: &mut AnyConn, phone_id: i64, now_ms: i64) -> Result<(), StoreError> {
    let Some(held) = held(tx, phone_id)? else {
        return Ok(());
    };
    let last: Row = operations::table
        .find(held.operation_id)
        .select(Row::as_select())
        .first(tx)?;
    let touched = matches!(
        last.progress(now_ms)?.current(),
        Some(Step::Migrate | Step::Verify) | None
    );
    diesel::delete(transfers::table.find(held.backup_id)).execute(tx)?;
    diesel::update(
        phones::table
            .find(held.new_phone_id)
            .filter(phones::owner_id.is_null()),
    )
    .set((
        phones::maintenance.eq(touched),
        phones::left_by.eq(touched.then_some(held.member_id)),
        phones::status_since_ms.eq(now_ms),
    ))
    .execute(tx)?;
    Ok(())
}

/// Whether a phone is free and shows a failed backup: its provider may have left it switched off.
pub async fn backup_failed(store: &Store, phone_id: i64) -> Result<bool, StoreError> {
    store
        .run(move |conn| {
            let failed: Option<i16> = phones::table
                .find(phone_id)
                .filter(phones::operation_id.is_null())
                .select(phones::failed_code)
                .first(conn)
                .optional()?
                .flatten();
            Ok(failed == Some(Status::BackupFailed.code()))
        })
        .await
}

/// Releases what is held without use: for a phone that has neither the running operation nor a failed migration any more. Answers the ids of the
/// backups that are still needed.
pub async fn sweep_transfers(store: &Store, now_ms: i64) -> Result<Vec<i64>, StoreError> {
    store
        .write(move |tx| {
            let all: Vec<(i64, i64, i64)> = transfers::table
                .select((
                    transfers::backup_id,
                    transfers::phone_id,
                    transfers::operation_id,
                ))
                .load(tx)?;
            let mut needed = Vec::new();
            for (backup_id, phone_id, operation_id) in all {
                let (owner, running, failed): (Option<i64>, Option<i64>, Option<i16>) =
                    phones::table
                        .find(phone_id)
                        .select((phones::owner_id, phones::operation_id, phones::failed_code))
                        .first(tx)?;
                let failed = owner.is_some() && failed == Some(Status::MigrationFailed.code());
                if failed || running == Some(operation_id) {
                    needed.push(backup_id);
                } else {
                    release(tx, phone_id, now_ms)?;
                }
            }
            Ok(needed)
        })
        .await
}
