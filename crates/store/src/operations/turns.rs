//! Turns: which of the waiting operations begin now.

use diesel::dsl::min;
use diesel::prelude::*;
use domain::operations::{
    Claimant, Event, Kind, PLACE_MS, Places, RUNNING_MAX, RUNNING_SPARE, State, turns,
};

use super::advance::{Advance, step};
use super::row::Row;
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{operations, phones};
use crate::error::StoreError;

/// Lines that are read when places are given out: as many as there are places at most.
const LINES_LOOKED_AT: usize = RUNNING_MAX + RUNNING_SPARE;
/// Waiting operations that are read, in equal parts for each line: a long one hides no other.
const WAITING_LOOKED_AT: usize = 4000;

/// The waiting operations of a member of one kind.
struct Line {
    member_id: i64,
    kind: Kind,
    /// Time of the oldest request, Unix milliseconds.
    oldest_ms: i64,
}

/// A waiting operation.
struct Waiting {
    id: i64,
    created_ms: i64,
    position: i32,
    claimant: Claimant,
}

/// Gives free places to waiting operations, by the rule ([`domain::operations::turns`]).
pub async fn take(store: &Store, now_ms: i64) -> Result<Vec<Advance>, StoreError> {
    store
        .write(move |tx| {
            let mut lines = lines(tx)?;
            if lines.is_empty() {
                return Ok(Vec::new());
            }
            let places = held(tx, now_ms)?;
            lines.retain(|line| places.has_room(line.member_id, line.kind));
            lines.sort_by_key(|line| (places.of_member(line.member_id), line.oldest_ms));
            lines.truncate(LINES_LOOKED_AT);
            let waiting = waiting(tx, &lines)?;
            let claimants: Vec<Claimant> = waiting.iter().map(|one| one.claimant).collect();
            let mut rows = Vec::new();
            for at in turns(&claimants, places) {
                let row: Row = operations::table
                    .find(waiting[at].id)
                    .select(Row::as_select())
                    .first(tx)?;
                rows.push(row);
            }
            let begun = rows
                .iter()
                .map(|row| step(tx, row, Event::Go, now_ms))
                .collect::<Result<Vec<Advance>, StoreError>>()?;
            // The order of the phones' ids, as everywhere: no two transactions that want the same phones wait for each other.
            rows.sort_by_key(|row| row.phone_id);
            for row in &rows {
                show(tx, row, now_ms)?;
            }
            Ok(begun)
        })
        .await
}

/// The lines of waiting operations.
fn lines(tx: &mut AnyConn) -> Result<Vec<Line>, StoreError> {
    let rows: Vec<(i64, String, Option<i64>)> = operations::table
        .filter(operations::ended_ms.is_null())
        .filter(operations::state.eq(State::Queued.code()))
        .group_by((operations::member_id, operations::kind))
        .select((
            operations::member_id,
            operations::kind,
            min(operations::created_ms),
        ))
        .load(tx)?;
    rows.into_iter()
        .map(|(member_id, kind, oldest_ms)| {
            Ok(Line {
                member_id,
                kind: kind_of(&kind)?,
                oldest_ms: oldest_ms.unwrap_or_default(),
            })
        })
        .collect()
}

/// The places that running operations hold.
fn held(tx: &mut AnyConn, now_ms: i64) -> Result<Places, StoreError> {
    let sending: Vec<&str> = Kind::ALL
        .into_iter()
        .filter(|kind| kind.sends())
        .map(|kind| kind.into_str())
        .collect();
    let rows: Vec<(i64, i64, String)> = operations::table
        .filter(operations::ended_ms.is_null())
        .filter(operations::state.eq(State::Running.code()))
        .filter(
            operations::started_ms
                .gt(now_ms - PLACE_MS)
                .and(operations::started_ms.lt(now_ms + PLACE_MS))
                .or(among(operations::kind, sending).nullable()),
        )
        .select((
            operations::member_id,
            operations::batch_id,
            operations::kind,
        ))
        .load(tx)?;
    let running = rows
        .into_iter()
        .map(|(member_id, batch_id, kind)| {
            Ok(Claimant {
                member_id,
                batch_id,
                kind: kind_of(&kind)?,
            })
        })
        .collect::<Result<Vec<Claimant>, StoreError>>()?;
    Ok(Places::held_by(running))
}

/// The oldest operations of each line, sorted by age.
fn waiting(tx: &mut AnyConn, lines: &[Line]) -> Result<Vec<Waiting>, StoreError> {
    let each = i64::try_from(WAITING_LOOKED_AT / lines.len().max(1)).unwrap_or(i64::MAX);
    let mut all = Vec::new();
    for line in lines {
        let rows: Vec<(i64, i64, i64, i32)> = operations::table
            .filter(operations::ended_ms.is_null())
            .filter(operations::state.eq(State::Queued.code()))
            .filter(operations::member_id.eq(line.member_id))
            .filter(operations::kind.eq(line.kind.into_str()))
            .order((operations::created_ms, operations::position, operations::id))
            .limit(each)
            .select((
                operations::id,
                operations::batch_id,
                operations::created_ms,
                operations::position,
            ))
            .load(tx)?;
        for (id, batch_id, created_ms, position) in rows {
            let claimant = Claimant {
                member_id: line.member_id,
                batch_id,
                kind: line.kind,
            };
            all.push(Waiting {
                id,
                created_ms,
                position,
                claimant,
            });
        }
    }
    all.sort_by_key(|one| (one.created_ms, one.position, one.id));
    Ok(all)
}

/// Shows on the phone that its operation has begun, and starts the status's clock. In line the phone keeps its status.
fn show(tx: &mut AnyConn, row: &Row, now_ms: i64) -> Result<(), StoreError> {
    let Some(status) = row.kind()?.status_at(row.progress(now_ms)?.current()) else {
        return Ok(());
    };
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
    Ok(())
}

fn kind_of(name: &str) -> Result<Kind, StoreError> {
    (name.parse()).map_err(|_| StoreError::Corrupt("operation kind"))
}
