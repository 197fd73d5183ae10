//! Advancing operations: timers, take-overs, ends.

use diesel::prelude::*;
use domain::operations::{
    Effect, Event, Kind, Next, OperationChoice, Progress, Reason, Reset, State, next,
};

use super::new_device::store_identity;
use super::row::{Row, to_text};
use super::{replacement, transfer};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, operations, phones};
use crate::error::StoreError;
use crate::phones::sort_key;
use crate::{maintenance, recycle};

/// Limit of timers that are answered together.
const DUE_AT_ONCE: i64 = 256;

/// A running operation with its present generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningOperation {
    /// Operation's id.
    pub id: i64,
    pub batch_id: i64,
    /// Member who asked for the operation.
    pub member_id: i64,
    pub phone_id: i64,
    /// Kind of the operation.
    pub kind: Kind,
    /// Generation, which answers must carry.
    pub generation: i64,
}

/// Result of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Advance {
    /// Run the effect, then come back with what it saw.
    Run(RunningOperation, Effect),
    /// The operation waits; [`due`] names it in time.
    Waits(RunningOperation),
    /// The operation ended.
    Ended {
        /// Operation that ended.
        running: RunningOperation,
        /// Reason of the failure; none after success.
        failed: Option<Reason>,
        /// Time from its start, in milliseconds.
        took_ms: i64,
    },
    /// The row moved on meanwhile: the event changed nothing.
    Stale,
}

/// Advances an operation by an event. `generation` is the one that the event belongs to.
pub async fn advance(
    store: &Store,
    id: i64,
    generation: i64,
    event: Event,
    now_ms: i64,
) -> Result<Advance, StoreError> {
    store
        .write(move |tx| {
            let row: Option<Row> = operations::table
                .find(id)
                .filter(operations::generation.eq(generation))
                .filter(operations::ended_ms.is_null())
                .select(Row::as_select())
                .first(tx)
                .optional()?;
            row.map_or(Ok(Advance::Stale), |row| step(tx, &row, event, now_ms))
        })
        .await
}

/// Operations whose timer is due, with the generation to answer for.
pub async fn due(store: &Store, now_ms: i64) -> Result<Vec<RunningOperation>, StoreError> {
    store
        .run(move |conn| {
            let rows: Vec<Row> = operations::table
                .filter(operations::ended_ms.is_null())
                .filter(operations::due_ms.le(now_ms))
                .order(operations::due_ms)
                .limit(DUE_AT_ONCE)
                .select(Row::as_select())
                .load(conn)?;
            rows.iter().map(running_of).collect()
        })
        .await
}

/// Takes over after a start: every running operation of the server that is gone goes on from its stored progress.
pub async fn take_over(store: &Store, now_ms: i64) -> Result<Vec<Advance>, StoreError> {
    store
        .write(move |tx| {
            let rows: Vec<Row> = operations::table
                .filter(operations::state.eq(State::Running.code()))
                .order(operations::id)
                .select(Row::as_select())
                .load(tx)?;
            rows.iter()
                .map(|row| step(tx, row, Event::TakenOver, now_ms))
                .collect()
        })
        .await
}

fn running_of(row: &Row) -> Result<RunningOperation, StoreError> {
    Ok(RunningOperation {
        id: row.id,
        batch_id: row.batch_id,
        member_id: row.member_id,
        phone_id: row.phone_id,
        kind: row.kind()?,
        generation: row.generation,
    })
}

/// Applies one step of the rule and stores it.
pub(super) fn step(
    tx: &mut AnyConn,
    row: &Row,
    event: Event,
    now_ms: i64,
) -> Result<Advance, StoreError> {
    let (dpi, identity) = match &event {
        Event::Seen(seen) => (seen.dpi, seen.identity.clone()),
        Event::Go | Event::TakenOver | Event::Failed(_) => (None, None),
    };
    let mut progress = row.progress(now_ms)?;
    if row.started_ms.is_none() {
        progress.since_ms = now_ms;
    }
    let mut running = running_of(row)?;
    running.generation += 1;
    let took_ms = now_ms
        .saturating_sub(row.started_ms.unwrap_or(now_ms))
        .max(0);
    match next(progress, event, now_ms) {
        Next::Run(progress, effect) => {
            let due_ms = progress.deadline_ms;
            show_step(tx, row, &progress, now_ms)?;
            note(tx, row, &progress, due_ms, now_ms)?;
            Ok(Advance::Run(running, effect))
        }
        Next::Wait(progress, due_ms) => {
            note(tx, row, &progress, due_ms, now_ms)?;
            Ok(Advance::Waits(running))
        }
        Next::Done => {
            if row.kind()? == Kind::Transfer && !transfer::change_places(tx, row, now_ms)? {
                let failed = Some(Reason::NoLongerOwned);
                end(tx, row, failed, now_ms)?;
                return Ok(Advance::Ended {
                    running,
                    failed,
                    took_ms,
                });
            }
            end(tx, row, None, now_ms)?;
            store_density(tx, row, dpi)?;
            if let Some(identity) = &identity {
                store_identity(tx, row, identity)?;
            }
            Ok(Advance::Ended {
                running,
                failed: None,
                took_ms,
            })
        }
        Next::Failed(reason) => {
            end(tx, row, Some(reason), now_ms)?;
            Ok(Advance::Ended {
                running,
                failed: Some(reason),
                took_ms,
            })
        }
    }
}

/// Shows on the phone that its operation is at another step, where that is another status.
fn show_step(
    tx: &mut AnyConn,
    row: &Row,
    progress: &Progress,
    now_ms: i64,
) -> Result<(), StoreError> {
    let (was, is) = (row.progress(now_ms)?.current(), progress.current());
    let status = progress.kind.status_at(is);
    if let Some(status) = status.filter(|_| progress.kind.status_at(was) != status) {
        diesel::update(
            phones::table
                .find(row.phone_id)
                .filter(phones::operation_id.eq(row.id)),
        )
        .set((
            phones::busy_code.eq(status.code()),
            phones::status_since_ms.eq(now_ms),
        ))
        .execute(tx)?;
    }
    Ok(())
}

fn note(
    tx: &mut AnyConn,
    row: &Row,
    progress: &Progress,
    due_ms: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let before = progress.before.as_ref().map(to_text).transpose()?;
    diesel::update(operations::table.find(row.id))
        .set((
            operations::state.eq(State::Running.code()),
            operations::step.eq(i16::try_from(progress.step).unwrap_or(i16::MAX)),
            operations::phase.eq(progress.phase as i16),
            operations::before.eq(before),
            operations::generation.eq(row.generation + 1),
            operations::started_ms.eq(row.started_ms.unwrap_or(now_ms)),
            operations::since_ms.eq(progress.since_ms),
            operations::deadline_ms.eq(progress.deadline_ms),
            operations::due_ms.eq(due_ms),
        ))
        .execute(tx)?;
    Ok(())
}

/// Ends an operation and frees its phone, whose status follows.
fn end(tx: &mut AnyConn, row: &Row, failed: Option<Reason>, now_ms: i64) -> Result<(), StoreError> {
    let kind = row.kind()?;
    let state = if failed.is_some() {
        State::Failed
    } else {
        State::Done
    };
    diesel::update(operations::table.find(row.id))
        .set((
            operations::state.eq(state.code()),
            operations::reason.eq(failed.map(Reason::name)),
            operations::generation.eq(row.generation + 1),
            operations::started_ms.eq(row.started_ms.unwrap_or(now_ms)),
            operations::ended_ms.eq(now_ms),
            operations::due_ms.eq(None::<i64>),
        ))
        .execute(tx)?;
    let shown = status_code(tx, row.phone_id)?;
    let phone = || phones::table.find(row.phone_id);
    if let Some(reason) = failed {
        let after = kind.status_after(row.progress(now_ms)?.current(), reason);
        if kind == Kind::Transfer {
            transfer::release_after(tx, row, after, now_ms)?;
        }
        if let Some(status) = after {
            diesel::update(phone())
                .set((
                    phones::failed_code.eq(status.code()),
                    phones::failed_reason.eq(reason.name()),
                ))
                .execute(tx)?;
        }
    } else {
        if kind.heals() {
            diesel::update(phone())
                .set((
                    phones::failed_code.eq(None::<i16>),
                    phones::failed_reason.eq(None::<String>),
                    phones::power_on.eq(true),
                    phones::healthy.eq(true),
                    phones::reason.eq(None::<String>),
                ))
                .execute(tx)?;
        }
        store_choice(tx, row, kind)?;
    }
    // Freeing comes last: until then the phone shows the operation, so its status changes once.
    free_phone(tx, row)?;
    if status_code(tx, row.phone_id)? != shown {
        diesel::update(phone())
            .set(phones::status_since_ms.eq(now_ms))
            .execute(tx)?;
    }
    Ok(())
}

fn status_code(tx: &mut AnyConn, phone_id: i64) -> Result<i16, StoreError> {
    Ok(phones::table
        .find(phone_id)
        .select(phones::status_code)
        .first(tx)?)
}

/// Stores the effect of a successful operation in the phone's own row.
pub(super) fn store_choice(tx: &mut AnyConn, row: &Row, kind: Kind) -> Result<(), StoreError> {
    let phone = || phones::table.find(row.phone_id);
    match super::row::from_text(&row.input)? {
        OperationChoice::Dpi(dpi) => {
            diesel::update(phone())
                .set(phones::dpi.eq(dpi))
                .execute(tx)?;
        }
        OperationChoice::Alias(alias) => {
            diesel::update(phone())
                .set((
                    phones::alias.eq(&alias),
                    phones::alias_key.eq(domain::text::key(&alias)),
                    phones::sort_key.eq(sort_key(&alias)),
                ))
                .execute(tx)?;
        }
        OperationChoice::None
        | OperationChoice::Delivery(_)
        | OperationChoice::Apps(_)
        | OperationChoice::NewDevice(_)
        | OperationChoice::Transfer(_) => {}
    }
    if kind == Kind::PowerOff {
        diesel::update(phone())
            .set(phones::power_on.eq(false))
            .execute(tx)?;
    }
    if kind.reset() == Some(Reset::Everything) {
        wiped(tx, row)?;
    }
    Ok(())
}

/// Stores the density that a phone was seen to have when its operation ended well. A reset phone has lost its setting: where no density was
/// seen, it is the configuration's.
fn store_density(tx: &mut AnyConn, row: &Row, seen: Option<i32>) -> Result<(), StoreError> {
    let dpi = match (seen, row.kind()?.reset()) {
        (Some(dpi), _) => dpi,
        (None, Some(Reset::Settings | Reset::Everything)) => phones::table
            .inner_join(configurations::table)
            .filter(phones::id.eq(row.phone_id))
            .select(configurations::dpi)
            .first(tx)?,
        (None, None) => return Ok(()),
    };
    diesel::update(phones::table.find(row.phone_id))
        .set(phones::dpi.eq(dpi))
        .execute(tx)?;
    Ok(())
}

/// Frees the phone for the next operation.
pub(super) fn free_phone(tx: &mut AnyConn, row: &Row) -> Result<(), StoreError> {
    diesel::update(
        phones::table
            .find(row.phone_id)
            .filter(phones::operation_id.eq(row.id)),
    )
    .set((
        phones::operation_id.eq(None::<i64>),
        phones::busy_code.eq(None::<i16>),
    ))
    .execute(tx)?;
    Ok(())
}

/// Notes that a phone is empty: if it was left, it is stock like any other.
fn wiped(tx: &mut AnyConn, row: &Row) -> Result<(), StoreError> {
    let is_held = maintenance::is_held(tx, row.phone_id)?;
    let was_left = diesel::update(
        phones::table
            .find(row.phone_id)
            .filter(phones::left_by.is_not_null()),
    )
    .set((
        phones::left_by.eq(None::<i64>),
        phones::maintenance.eq(is_held),
    ))
    .execute(tx)?;
    if was_left == 1 {
        recycle::wiped(tx, row.phone_id, row.id)?;
        replacement::wiped(tx, row.phone_id, row.id)?;
    }
    Ok(())
}
