//! Starting operations.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::access::Level;
use domain::codes::{self, Code};
use domain::lang::Lang;
use domain::operations::{Kind, OperationChoice, State};
use domain::phones::{
    Action, BATCH_MAX, GROUP_MAX, Refusal, Situation, Status, Unable, refuses_shared,
};
use thiserror::Error;

use super::advance::store_choice;
use super::records::file_keys;
use super::row::{Row, to_text};
use super::{disclaimer, new_device, replacement, transfer};
use crate::Store;
use crate::access::{self, ClaimError, Claims, Granted, View};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{grants, operation_batches, operations, phones};
use crate::error::{StoreError, faults};
use crate::phones::Phone;
use crate::secrets::new_id;
use crate::session::Actor;
use crate::uploads;

/// Request of operations: one kind for many phones, a choice for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationRequest {
    /// Kind of the operations.
    pub kind: Kind,
    /// Ids of the phones, each with its choice; in the order of the receipt.
    pub phones: Vec<(i64, OperationChoice)>,
    /// Whether the phones are a group's: up to [`GROUP_MAX`] of them, else up to [`BATCH_MAX`].
    pub group: bool,
}

/// A batch that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// Batch's id, the key of its receipt.
    pub batch_id: i64,
    /// Phones whose operations were accepted.
    pub accepted: Vec<i64>,
    /// Phones that were refused, each with its reason, in order.
    pub refused: Vec<Refused>,
    /// Phones that took the place of others.
    pub successors: Vec<i64>,
}

/// A phone that was refused at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    pub phone_id: i64,
    /// The row of the table of codes.
    pub code: Code,
    /// Refusal by the rule, where the rule refused.
    pub refusal: Option<Refusal>,
}

/// Why a whole call is refused.
#[derive(Debug, Error)]
pub enum StartError {
    /// The number of phones is zero, or above what the request may have.
    #[error("the number of phones is not allowed")]
    Count,
    /// A phone is named twice.
    #[error("a phone is named twice")]
    Duplicate,
    /// A batch reboot names a shared phone.
    #[error("a shared phone is in the batch")]
    Shared,
    /// A file to be sent is unknown, or neither the actor's nor offered in the app market.
    #[error("no such file")]
    Upload,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(StartError);

impl Started {
    /// The answer where the only phone was refused before anything was begun.
    pub fn refused(refused: Refused) -> Self {
        Self {
            batch_id: 0,
            accepted: Vec::new(),
            refused: vec![refused],
            successors: Vec::new(),
        }
    }
}

impl Refused {
    fn of(phone_id: i64, refusal: Refusal) -> Self {
        Self {
            phone_id,
            code: refusal.code(),
            refusal: Some(refusal),
        }
    }

    /// A refusal without a rule.
    pub const fn bare(phone_id: i64, code: Code) -> Self {
        Self {
            phone_id,
            code,
            refusal: None,
        }
    }

    /// Reason of the refusal, for people.
    pub fn text(&self, lang: Lang) -> String {
        let bare = || self.code.text(lang).to_owned();
        self.refusal.map_or_else(bare, |refusal| refusal.text(lang))
    }
}

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
            Ok(()) => line.accept(tx)?,
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
                line.refuse(tx, refused)?;
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
    if line.accept(tx)?.is_ok() {
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

/// Whether the rule allows the operation now.
pub(super) fn judge(
    kind: Kind,
    phone_id: i64,
    claim: Result<Granted<Phone, View>, ClaimError>,
    unable: Option<Unable>,
    now_ms: i64,
) -> Result<Result<(), Refused>, StoreError> {
    let phone = match claim {
        Ok(phone) => phone,
        Err(ClaimError::Unknown) => return Ok(Err(Refused::bare(phone_id, codes::PHONE_ABSENT))),
        Err(ClaimError::Right) => return Ok(Err(Refused::bare(phone_id, codes::RIGHT_MISSING))),
        Err(ClaimError::Fault(fault)) => return Err(fault),
    };
    let action = kind.action();
    let situation = Situation {
        status: phone.status(),
        power: phone.power(),
        level: phone.level_for(action),
        expired: phone.expire_ms <= now_ms,
        unable,
        trouble: phone.trouble(),
    };
    if let Err(refusal) = action.check(situation) {
        return Ok(Err(Refused::of(phone_id, refusal)));
    }
    Ok(Ok(()))
}

/// A row to be written.
pub(super) struct Line<'a> {
    pub(super) batch_id: i64,
    pub(super) position: i32,
    pub(super) member_id: i64,
    pub(super) phone_id: i64,
    pub(super) kind: Kind,
    pub(super) input: &'a OperationChoice,
    /// Phone that takes the place of this one, for [`Kind::Replace`] and [`Kind::Transfer`].
    pub(super) successor: Option<i64>,
    pub(super) now_ms: i64,
}

impl Line<'_> {
    /// Takes the phone and puts the operation in line, unless another operation has the phone. Renaming and
    /// replacing are done at once.
    pub(super) fn accept(&self, tx: &mut AnyConn) -> Result<Result<(), Refused>, StoreError> {
        let id = new_id();
        if self.kind == Kind::Replace {
            let replaced = replacement::replace(tx, self)?;
            if let Ok(replaced) = &replaced {
                self.write(tx, id, State::Done, None)?;
                replaced.record(tx, id, self.now_ms)?;
            }
            return Ok(replaced.map(|_| ()));
        }
        if self.kind == Kind::Transfer {
            return transfer::accept(tx, self);
        }
        if self.kind.steps().is_empty() {
            self.write(tx, id, State::Done, None)?;
            let row: Row = operations::table
                .find(id)
                .select(Row::as_select())
                .first(tx)?;
            store_choice(tx, &row, self.kind)?;
            return Ok(Ok(()));
        }
        let taken = diesel::update(
            phones::table
                .find(self.phone_id)
                .filter(phones::operation_id.is_null()),
        )
        .set(phones::operation_id.eq(id))
        .execute(tx)?;
        if taken == 0 {
            return Ok(Err(Refused::bare(self.phone_id, codes::PHONE_BUSY)));
        }
        self.write(tx, id, State::Queued, None)?;
        Ok(Ok(()))
    }

    fn refuse(&self, tx: &mut AnyConn, refused: Refused) -> Result<(), StoreError> {
        self.write(tx, new_id(), State::Failed, Some(refused))
    }

    /// This row with another input.
    pub(super) fn with_input<'a>(&'a self, input: &'a OperationChoice) -> Line<'a> {
        Line { input, ..*self }
    }

    pub(super) fn write(
        &self,
        tx: &mut AnyConn,
        id: i64,
        state: State,
        refused: Option<Refused>,
    ) -> Result<(), StoreError> {
        let over = state.is_over();
        let rule = refused.and_then(|refused| refused.refusal);
        diesel::insert_into(operations::table)
            .values((
                (
                    operations::id.eq(id),
                    operations::batch_id.eq(self.batch_id),
                    operations::position.eq(self.position),
                    operations::member_id.eq(self.member_id),
                    operations::phone_id.eq(self.phone_id),
                    operations::kind.eq(self.kind.into_str()),
                    operations::input.eq(to_text(self.input)?),
                    operations::state.eq(state.code()),
                ),
                (
                    operations::step.eq(0),
                    operations::phase.eq(0),
                    operations::generation.eq(0),
                    operations::created_ms.eq(self.now_ms),
                    operations::since_ms.eq(self.now_ms),
                    operations::started_ms.eq(over.then_some(self.now_ms)),
                    operations::ended_ms.eq(over.then_some(self.now_ms)),
                    operations::refusal.eq(refused.map(|r| r.code.number)),
                    operations::refusal_status.eq(rule.and_then(Refusal::status).map(Status::code)),
                    operations::refusal_word.eq(rule.map(Refusal::name)),
                ),
            ))
            .execute(tx)?;
        Ok(())
    }
}
