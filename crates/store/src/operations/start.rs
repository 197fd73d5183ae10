//! Starting operations.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::access::Level;
use domain::codes;
use domain::operations::{Kind, OperationChoice, State};
use domain::phones::{Action, BATCH_MAX, GROUP_MAX, Unable, refuses_shared};

use super::advance::store_choice;
use super::line::Line;
use super::records::file_keys;
use super::request::{OperationRequest, Refused, StartError, Started, judge};
use super::row::Row;
use super::{disclaimer, new_device, replacement, transfer};
use crate::Store;
use crate::access::{self, ClaimError, Claims, Granted, View};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{grants, operation_batches, operations, phones};
use crate::error::StoreError;
use crate::phones::Phone;
use crate::secrets::new_id;
use crate::session::Actor;
use crate::uploads;

/// Starts an operation on each phone that allows it. A refused phone fails alone, except a shared one in a batch reboot. `unable` tells why
/// a phone's provider cannot do an action: the store knows phones, not their providers.
pub async fn start(
    store: &Store,
    actor: &Actor,
    ask: OperationRequest,
    unable: impl Fn(i64, Action) -> Option<Unable> + Send + 'static,
    now_ms: i64,
) -> Result<Started, StartError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let started = begin(tx, &actor, &ask, &unable, None, now_ms)?;
            disclaimer::record(tx, &actor, &ask, &started, now_ms)?;
            Ok(started)
        })
        .await
}

pub(super) fn begin(
    tx: &mut AnyConn,
    actor: &Actor,
    ask: &OperationRequest,
    unable: &dyn Fn(i64, Action) -> Option<Unable>,
    retry_of: Option<i64>,
    now_ms: i64,
) -> Result<Started, StartError> {
    let ids = named(ask)?;
    if !mark_files_used(tx, actor, ask, now_ms)? {
        return Err(StartError::Upload);
    }
    let claimed = match ask.kind.permission() {
        Some(permission) => access::claim_permitted(tx, actor, permission, &ids)?,
        None => access::claim_each::<View>(tx, actor, &ids, now_ms)?,
    };
    if refuses_shared(ask.kind, ids.len()) && any_shared(tx, &claimed, now_ms)? {
        return Err(StartError::Shared);
    }
    let batch_id = new_id();
    let total = i32::try_from(ids.len()).map_err(|_| StartError::Count)?;
    diesel::insert_into(operation_batches::table)
        .values((
            operation_batches::id.eq(batch_id),
            operation_batches::member_id.eq(actor.member_id()),
            operation_batches::kind.eq(ask.kind.into_str()),
            operation_batches::created_ms.eq(now_ms),
            operation_batches::total.eq(total),
            operation_batches::retry_of.eq(retry_of),
            operation_batches::file_key.eq(file_key(ask)),
        ))
        .execute(tx)?;
    let mut started = Started {
        batch_id,
        accepted: Vec::new(),
        refused: Vec::new(),
        successors: Vec::new(),
    };
    let judged = judge_each(tx, ask.kind, (&ids, claimed), unable, now_ms)?;
    let allowed = ids.iter().zip(&judged);
    let allowed: Vec<i64> = allowed
        .filter_map(|(id, judged)| judged.is_ok().then_some(*id))
        .collect();
    let successors = successors(tx, ask.kind, &allowed)?;
    for (position, (judged, (phone_id, input))) in (0..).zip(judged.into_iter().zip(&ask.phones)) {
        let line = Line {
            batch_id,
            position,
            member_id: actor.member_id(),
            phone_id: *phone_id,
            kind: ask.kind,
            input,
            successor: successors.get(phone_id).copied(),
            now_ms,
        };
        let outcome = match judged {
            Ok(()) => accept(&line, tx)?,
            Err(refused) => Err(refused),
        };
        match outcome {
            Ok(()) => {
                started.accepted.push(*phone_id);
                started
                    .successors
                    .extend(line.successor.filter(|_| ask.kind == Kind::Replace));
            }
            Err(refused) => {
                refuse(&line, tx, refused)?;
                started.refused.push(refused);
            }
        }
    }
    Ok(started)
}

/// Ids of the named phones: at least one, not too many, each once.
fn named(ask: &OperationRequest) -> Result<Vec<i64>, StartError> {
    let ids: Vec<i64> = ask.phones.iter().map(|(id, _)| *id).collect();
    let most = if ask.group { GROUP_MAX } else { BATCH_MAX };
    if ids.is_empty() || ids.len() > most {
        return Err(StartError::Count);
    }
    if ids.iter().collect::<HashSet<_>>().len() != ids.len() {
        return Err(StartError::Duplicate);
    }
    Ok(ids)
}

/// Begins an operation of the server's own on one phone, under the name of a member; answers the batch. None while another operation has
/// the phone.
pub(crate) fn start_by_server(
    tx: &mut AnyConn,
    (member_id, phone_id): (i64, i64),
    (kind, input): (Kind, &OperationChoice),
    now_ms: i64,
) -> Result<Option<i64>, StoreError> {
    let batch_id = new_id();
    diesel::insert_into(operation_batches::table)
        .values((
            operation_batches::id.eq(batch_id),
            operation_batches::member_id.eq(member_id),
            operation_batches::kind.eq(kind.into_str()),
            operation_batches::created_ms.eq(now_ms),
            operation_batches::total.eq(1),
        ))
        .execute(tx)?;
    let line = Line {
        batch_id,
        position: 0,
        member_id,
        phone_id,
        kind,
        input,
        successor: None,
        now_ms,
    };
    if accept(&line, tx)?.is_ok() {
        return Ok(Some(batch_id));
    }
    // The phone was taken meanwhile: the batch without an operation is deleted.
    diesel::delete(operation_batches::table.find(batch_id)).execute(tx)?;
    Ok(None)
}

/// The phones that take the places of these. After a failed migration one is held already.
fn successors(
    tx: &mut AnyConn,
    kind: Kind,
    allowed: &[i64],
) -> Result<HashMap<i64, i64>, StoreError> {
    match kind {
        Kind::Replace => replacement::choose(tx, allowed),
        Kind::Transfer => {
            let held = transfer::held_for(tx, allowed)?;
            let others: Vec<i64> = (allowed.iter().copied())
                .filter(|id| !held.contains_key(id))
                .collect();
            let mut all = replacement::choose(tx, &others)?;
            all.extend(held);
            Ok(all)
        }
        _ => Ok(HashMap::new()),
    }
}

/// Marks the files to be sent as used, so that they are kept; false when one of them cannot be sent.
fn mark_files_used(
    tx: &mut AnyConn,
    actor: &Actor,
    ask: &OperationRequest,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let files = ask.phones.iter().flat_map(|(_, input)| match input {
        OperationChoice::Delivery(delivery) => delivery.files.as_slice(),
        OperationChoice::None
        | OperationChoice::Dpi(_)
        | OperationChoice::Alias(_)
        | OperationChoice::Apps(_)
        | OperationChoice::NewDevice(_)
        | OperationChoice::Transfer(_) => &[],
    });
    let files: Vec<_> = files.collect();
    uploads::mark_used(tx, actor.member_id(), &files, now_ms)
}

/// Names of the files that are sent, by which upload records are found; none for other kinds.
fn file_key(ask: &OperationRequest) -> Option<String> {
    let Some((_, OperationChoice::Delivery(delivery))) = ask.phones.first() else {
        return None;
    };
    Some(file_keys(delivery))
}

/// Whether a phone is granted to the actor or by the actor.
fn any_shared(
    tx: &mut AnyConn,
    claimed: &[Result<Granted<Phone, View>, ClaimError>],
    now_ms: i64,
) -> Result<bool, StoreError> {
    let seen: Vec<&Granted<Phone, View>> = claimed.iter().flatten().collect();
    if seen.iter().any(|phone| phone.level() != Level::Owner) {
        return Ok(true);
    }
    let ids: Vec<i64> = seen.iter().map(|phone| phone.id).collect();
    let granted: i64 = grants::table
        .filter(among(grants::phone_id, ids))
        .filter(grants::ended_ms.is_null())
        .filter(grants::expire_ms.gt(now_ms))
        .count()
        .get_result(tx)?;
    Ok(granted > 0)
}

/// Whether each phone allows the operation now, in the order of the phones.
fn judge_each(
    tx: &mut AnyConn,
    kind: Kind,
    (ids, claimed): (&[i64], Claims<View>),
    unable: &dyn Fn(i64, Action) -> Option<Unable>,
    now_ms: i64,
) -> Result<Vec<Result<(), Refused>>, StoreError> {
    let alone = if kind == Kind::NewDevice {
        new_device::alone(tx, ids)?
    } else {
        HashSet::new()
    };
    let mut judged = Vec::with_capacity(claimed.len());
    for (claim, phone_id) in claimed.into_iter().zip(ids) {
        let unable = unable(*phone_id, kind.action());
        let verdict = judge(kind, *phone_id, claim, unable, now_ms)?;
        judged.push(verdict.and_then(|()| {
            if alone.contains(phone_id) {
                return Err(Refused::bare(*phone_id, codes::NEW_DEVICE_ALONE));
            }
            Ok(())
        }));
    }
    Ok(judged)
}

/// Takes the phone and puts the operation in line, unless another operation has the phone. Renaming and
/// replacing are done at once.
fn accept(line: &Line<'_>, tx: &mut AnyConn) -> Result<Result<(), Refused>, StoreError> {
    let id = new_id();
    if line.kind == Kind::Replace {
        let replaced = replacement::replace(tx, line)?;
        if let Ok(replaced) = &replaced {
            line.write(tx, id, State::Done, None)?;
            replaced.record(tx, id, line.now_ms)?;
        }
        return Ok(replaced.map(|_| ()));
    }
    if line.kind == Kind::Transfer {
        return transfer::accept(tx, line);
    }
    if line.kind.steps().is_empty() {
        line.write(tx, id, State::Done, None)?;
        let row: Row = operations::table
            .find(id)
            .select(Row::as_select())
            .first(tx)?;
        store_choice(tx, &row, line.kind)?;
        return Ok(Ok(()));
    }
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
    line.write(tx, id, State::Queued, None)?;
    Ok(Ok(()))
}

fn refuse(line: &Line<'_>, tx: &mut AnyConn, refused: Refused) -> Result<(), StoreError> {
    line.write(tx, new_id(), State::Failed, Some(refused))
}
