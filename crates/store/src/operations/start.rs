//! Beginning operations, trying failed ones again, taking waiting ones back.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::access::Level;
use domain::codes::{self, Code};
use domain::operations::{Input, Kind, Reason, State};
use domain::phones::{Action, BATCH_MAX, Refusal, Situation, Status};
use thiserror::Error;

use super::advance::{free_phone, keep_choice};
use super::row::{Row, from_text, to_text};
use crate::Store;
use crate::access::{self, ClaimError, Granted, View};
use crate::conn::AnyConn;
use crate::fault::{Fault, faults};
use crate::phones::Phone;
use crate::schema::{grants, operation_batches, operations, phones};
use crate::secrets::new_id;
use crate::session::Actor;

/// What a member asks for: one kind for many phones, a choice for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What to do.
    pub kind: Kind,
    /// Which phones, each with its choice; in the order of the receipt.
    pub phones: Vec<(i64, Input)>,
}

/// A batch that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// Its receipt is found by it.
    pub batch_id: i64,
    /// Phones that are on their way.
    pub accepted: Vec<i64>,
    /// Phones that are not, each with its reason, in order.
    pub refused: Vec<Refused>,
}

/// A phone that was refused at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// As it was named.
    pub phone_id: i64,
    /// The row of the table of codes.
    pub code: Code,
    /// The status that forbids it, where one does.
    pub status: Option<Status>,
}

/// Why a whole call was refused.
#[derive(Debug, Error)]
pub enum StartError {
    /// No phone, or more than [`BATCH_MAX`].
    #[error("the number of phones is not allowed")]
    Count,
    /// The same phone twice.
    #[error("a phone is named twice")]
    Duplicate,
    /// A batch reboot with a shared phone in it.
    #[error("a shared phone is in the batch")]
    Shared,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] Fault),
}
faults!(StartError);

/// Why a batch could not be retried or cancelled.
#[derive(Debug, Error)]
pub enum ManageError {
    /// Unknown, or somebody else's.
    #[error("no such batch")]
    Unknown,
    /// Nothing in it can be.
    #[error("nothing to do")]
    Nothing,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] Fault),
}
faults!(ManageError);

impl Refused {
    fn of(phone_id: i64, refusal: Refusal) -> Self {
        let status = match refusal {
            Refusal::Status(status) => Some(status),
            Refusal::Off => Some(Status::Abnormal),
            Refusal::On => Some(Status::Running),
            Refusal::Expired | Refusal::Right => None,
        };
        Self {
            phone_id,
            code: refusal.code(),
            status,
        }
    }

    const fn bare(phone_id: i64, code: Code) -> Self {
        Self {
            phone_id,
            code,
            status: None,
        }
    }
}

/// What a kind asks of the rule that also disables buttons.
const fn action_of(kind: Kind) -> Action {
    match kind {
        Kind::PowerOn => Action::PowerOn,
        Kind::PowerOff => Action::PowerOff,
        Kind::Reboot => Action::Reboot,
        Kind::FactoryReset => Action::FactoryReset,
        Kind::Density => Action::Density,
        Kind::Rename => Action::Rename,
        Kind::EnterDirectly => Action::EnterDirectly,
        Kind::Probe => Action::Probe,
        Kind::UpgradeImage => Action::UpgradeImage,
    }
}

/// Begins an operation on each phone that allows it. One bad phone makes only its own row fail, except a shared one in a batch reboot.
pub async fn start(
    store: &Store,
    actor: &Actor,
    ask: Ask,
    now_ms: i64,
) -> Result<Started, StartError> {
    let actor = actor.clone();
    store
        .write(move |tx| begin(tx, &actor, &ask, None, now_ms))
        .await
}

fn begin(
    tx: &mut AnyConn,
    actor: &Actor,
    ask: &Ask,
    retry_of: Option<i64>,
    now_ms: i64,
) -> Result<Started, StartError> {
    let ids: Vec<i64> = ask.phones.iter().map(|(id, _)| *id).collect();
    if ids.is_empty() || ids.len() > BATCH_MAX {
        return Err(StartError::Count);
    }
    if ids.iter().collect::<HashSet<_>>().len() != ids.len() {
        return Err(StartError::Duplicate);
    }
    let claimed = match ask.kind.permission() {
        Some(permission) => access::claim_permitted(tx, actor, permission, &ids)?,
        None => access::claim_each::<View>(tx, actor, &ids, now_ms)?,
    };
    if ask.kind == Kind::Reboot && ids.len() > 1 && any_shared(tx, &claimed, now_ms)? {
        return Err(StartError::Shared);
    }
    let batch_id = new_id();
    let total = i32::try_from(ids.len()).map_err(|_| StartError::Count)?;
    diesel::insert_into(operation_batches::table)
        .values((
            operation_batches::id.eq(batch_id),
            operation_batches::member_id.eq(actor.member_id()),
            operation_batches::kind.eq(ask.kind.name()),
            operation_batches::created_ms.eq(now_ms),
            operation_batches::total.eq(total),
            operation_batches::retry_of.eq(retry_of),
        ))
        .execute(tx)?;
    let mut started = Started {
        batch_id,
        accepted: Vec::new(),
        refused: Vec::new(),
    };
    for (position, (claim, (phone_id, input))) in (0..).zip(claimed.into_iter().zip(&ask.phones)) {
        let line = Line {
            batch_id,
            position,
            member_id: actor.member_id(),
            phone_id: *phone_id,
            kind: ask.kind,
            input,
            now_ms,
        };
        let judged = judge(ask.kind, *phone_id, claim, now_ms)?;
        let outcome = match judged {
            Ok(()) => line.accept(tx)?,
            Err(refused) => Err(refused),
        };
        match outcome {
            Ok(()) => started.accepted.push(*phone_id),
            Err(refused) => {
                line.refuse(tx, refused)?;
                started.refused.push(refused);
            }
        }
    }
    Ok(started)
}

/// Granted to me or by me.
fn any_shared(
    tx: &mut AnyConn,
    claimed: &[Result<Granted<Phone, View>, ClaimError>],
    now_ms: i64,
) -> Result<bool, Fault> {
    let seen: Vec<&Granted<Phone, View>> = claimed.iter().flatten().collect();
    if seen.iter().any(|phone| phone.level() != Level::Owner) {
        return Ok(true);
    }
    let ids: Vec<i64> = seen.iter().map(|phone| phone.id).collect();
    let granted: i64 = grants::table
        .filter(grants::phone_id.eq_any(ids))
        .filter(grants::ended_ms.is_null())
        .filter(grants::expire_ms.gt(now_ms))
        .count()
        .get_result(tx)?;
    Ok(granted > 0)
}

/// Whether the rule allows it now.
fn judge(
    kind: Kind,
    phone_id: i64,
    claim: Result<Granted<Phone, View>, ClaimError>,
    now_ms: i64,
) -> Result<Result<(), Refused>, Fault> {
    let phone = match claim {
        Ok(phone) => phone,
        Err(ClaimError::Unknown) => return Ok(Err(Refused::bare(phone_id, codes::PHONE_ABSENT))),
        Err(ClaimError::Right) => return Ok(Err(Refused::bare(phone_id, codes::RIGHT_MISSING))),
        Err(ClaimError::Fault(fault)) => return Err(fault),
    };
    let action = action_of(kind);
    let situation = Situation {
        status: phone.status(),
        power: phone.power(),
        level: phone.level_for(action),
        expired: phone.expire_ms <= now_ms,
    };
    if let Err(refusal) = action.check(situation) {
        return Ok(Err(Refused::of(phone_id, refusal)));
    }
    Ok(Ok(()))
}

/// A row about to be written.
pub(super) struct Line<'a> {
    pub(super) batch_id: i64,
    pub(super) position: i32,
    pub(super) member_id: i64,
    pub(super) phone_id: i64,
    pub(super) kind: Kind,
    pub(super) input: &'a Input,
    pub(super) now_ms: i64,
}

impl Line<'_> {
    /// Takes the phone and gets in line, unless something else has the phone. Renaming is done at once.
    pub(super) fn accept(&self, tx: &mut AnyConn) -> Result<Result<(), Refused>, Fault> {
        let id = new_id();
        if self.kind.steps().is_empty() {
            self.write(tx, id, State::Done, None)?;
            let row: Row = operations::table
                .find(id)
                .select(Row::as_select())
                .first(tx)?;
            keep_choice(tx, &row, self.kind)?;
            return Ok(Ok(()));
        }
        let busy = self.kind.running_status().map(Status::code);
        let taken = diesel::update(
            phones::table
                .find(self.phone_id)
                .filter(phones::operation_id.is_null()),
        )
        .set((phones::operation_id.eq(id), phones::busy_code.eq(busy)))
        .execute(tx)?;
        if taken == 0 {
            return Ok(Err(Refused::bare(self.phone_id, codes::PHONE_BUSY)));
        }
        if busy.is_some() {
            diesel::update(phones::table.find(self.phone_id))
                .set(phones::status_since_ms.eq(self.now_ms))
                .execute(tx)?;
        }
        self.write(tx, id, State::Queued, None)?;
        Ok(Ok(()))
    }

    fn refuse(&self, tx: &mut AnyConn, refused: Refused) -> Result<(), Fault> {
        self.write(tx, new_id(), State::Failed, Some(refused))
    }

    fn write(
        &self,
        tx: &mut AnyConn,
        id: i64,
        state: State,
        refused: Option<Refused>,
    ) -> Result<(), Fault> {
        let over = state.is_over();
        diesel::insert_into(operations::table)
            .values((
                (
                    operations::id.eq(id),
                    operations::batch_id.eq(self.batch_id),
                    operations::position.eq(self.position),
                    operations::member_id.eq(self.member_id),
                    operations::phone_id.eq(self.phone_id),
                    operations::kind.eq(self.kind.name()),
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
                    operations::refusal_status.eq(refused.and_then(|r| r.status).map(Status::code)),
                ),
            ))
            .execute(tx)?;
        Ok(())
    }
}

/// Rows of a batch of the actor.
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

/// Tries the failed phones of a batch again, and only those: a batch of its own.
pub async fn retry(
    store: &Store,
    actor: &Actor,
    batch_id: i64,
    only: Option<Vec<i64>>,
    now_ms: i64,
) -> Result<Started, ManageError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let rows = own_rows(tx, &actor, batch_id)?;
            let kind = rows.first().ok_or(ManageError::Unknown)?.kind()?;
            let mut phones = Vec::new();
            for row in &rows {
                let wanted = only.as_ref().is_none_or(|ids| ids.contains(&row.phone_id));
                if wanted && row.state()? == State::Failed && can_retry(row) {
                    phones.push((row.phone_id, from_text(&row.input)?));
                }
            }
            if phones.is_empty() {
                return Err(ManageError::Nothing);
            }
            let ask = Ask { kind, phones };
            begin(tx, &actor, &ask, Some(batch_id), now_ms).map_err(|error| match error {
                StartError::Fault(fault) => ManageError::Fault(fault),
                StartError::Count | StartError::Duplicate | StartError::Shared => {
                    ManageError::Nothing
                }
            })
        })
        .await
}

pub(super) fn can_retry(row: &Row) -> bool {
    match (&row.reason, row.refusal) {
        (Some(reason), _) => Reason::from_name(reason).is_some_and(Reason::retryable),
        (None, Some(code)) => {
            code == codes::STATE_FORBIDS.number || code == codes::PHONE_BUSY.number
        }
        (None, None) => false,
    }
}

/// Takes back what has not changed its phone yet. Answers how many.
pub async fn cancel(
    store: &Store,
    actor: &Actor,
    batch_id: i64,
    now_ms: i64,
) -> Result<usize, ManageError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let mut taken_back = 0;
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
                if ended == 1 {
                    free_phone(tx, &row)?;
                    diesel::update(phones::table.find(row.phone_id))
                        .set(phones::status_since_ms.eq(now_ms))
                        .execute(tx)?;
                    taken_back += 1;
                }
            }
            if taken_back == 0 {
                return Err(ManageError::Nothing);
            }
            Ok(taken_back)
        })
        .await
}
