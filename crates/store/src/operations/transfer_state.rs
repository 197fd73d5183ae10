//! How far replacements with data are, for whoever asks.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::operations::{Kind, OperationChoice, State, Step};
use domain::phones::Status;

use super::row::Row;
use super::transfer::held;
use crate::Store;
use crate::access::{self, View};
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{operations, replacements};
use crate::error::StoreError;
use crate::session::Actor;

/// How far a replacement with data is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferState {
    /// The phone whose data moves, or moved.
    pub phone_id: i64,
    /// Batch of the last operation.
    pub batch_id: i64,
    /// State of the last operation.
    pub state: State,
    /// The phone's status by it; running on the new phone once it is done.
    pub status: Status,
    /// Bytes that the present copy has moved.
    pub bytes: i64,
    /// Size of the data.
    pub total: i64,
    /// The phone that gets the data, or got it; none where it was given up.
    pub new_phone_id: Option<i64>,
}

/// States of the replacements with data of these phones. A phone without one is absent, and one that the actor neither sees nor asked for.
pub async fn transfer_states(
    store: &Store,
    actor: &Actor,
    phone_ids: Vec<i64>,
    now_ms: i64,
) -> Result<Vec<TransferState>, StoreError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            let claims = access::claim_each::<View>(conn, &actor, &phone_ids, now_ms)?;
            let mut states = Vec::new();
            for (phone_id, claim) in phone_ids.into_iter().zip(claims) {
                let status = claim.ok().map(|phone| phone.status());
                states.extend(state_of(conn, &actor, phone_id, status, now_ms)?);
            }
            Ok(states)
        })
        .await
}

fn state_of(
    conn: &mut AnyConn,
    actor: &Actor,
    phone_id: i64,
    status: Option<Status>,
    now_ms: i64,
) -> Result<Option<TransferState>, StoreError> {
    let mut last = operations::table
        .filter(operations::phone_id.eq(phone_id))
        .filter(operations::kind.eq(Kind::Transfer.into_str()))
        .filter(operations::refusal.is_null())
        .order((operations::created_ms.desc(), operations::id.desc()))
        .into_boxed::<Backend>();
    if status.is_none() {
        // A phone that was replaced is its member's no more: whoever asked for it may know.
        last = last
            .filter(operations::member_id.eq(actor.member_id()))
            .filter(operations::state.eq(State::Done.code()));
        if actor.delegation().is_some() {
            return Ok(None);
        }
    }
    let Some(row) = last
        .select(Row::as_select())
        .first::<Row>(conn)
        .optional()?
    else {
        return Ok(None);
    };
    let state = row.state()?;
    let done: Option<i64> = replacements::table
        .find(row.id)
        .select(replacements::new_phone_id)
        .first(conn)
        .optional()?;
    let new_phone_id = match done {
        Some(new) => Some(new),
        None => held(conn, phone_id)?.map(|held| held.new_phone_id),
    };
    let progress = row.progress(now_ms)?;
    let (bytes, total) = moved(&row, now_ms)?;
    Ok(Some(TransferState {
        phone_id,
        batch_id: row.batch_id,
        status: match state {
            State::Queued | State::Running => {
                let at = Kind::Transfer.status_at(progress.current());
                at.filter(|_| state == State::Running)
                    .or(status)
                    .unwrap_or(Status::Running)
            }
            State::Done => Status::Running,
            State::Failed | State::Cancelled => status.unwrap_or(Status::Running),
        },
        state,
        bytes,
        total,
        new_phone_id,
    }))
}

/// [`moved`] of those of the operations that are replacements with data, by phone.
pub(crate) fn moved_of(
    conn: &mut AnyConn,
    operation_ids: &[i64],
    now_ms: i64,
) -> Result<HashMap<i64, (i64, i64)>, StoreError> {
    let rows: Vec<Row> = operations::table
        .filter(among(operations::id, operation_ids))
        .select(Row::as_select())
        .load(conn)?;
    rows.iter()
        .map(|row| Ok((row.phone_id, moved(row, now_ms)?)))
        .collect()
}

/// Bytes that the present copy has moved, and the total.
pub(super) fn moved(row: &Row, now_ms: i64) -> Result<(i64, i64), StoreError> {
    let progress = row.progress(now_ms)?;
    let OperationChoice::Transfer(transfer) = &progress.input else {
        return Ok((0, 0));
    };
    let total = transfer.total(progress.before.as_ref());
    let copies = matches!(progress.current(), Some(Step::BackUp | Step::Migrate));
    let bytes = if copies {
        row.sent_bytes.unwrap_or(0).min(total)
    } else {
        total
    };
    Ok((bytes, total))
}
