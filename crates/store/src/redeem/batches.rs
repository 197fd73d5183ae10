//! Operators' changes to codes: making a batch, voiding what is left of it, voiding one code.

use diesel::prelude::*;
use domain::redeem::batch::NewBatch;
use domain::redeem::{ALPHABET, CODE_CHARS, Code};
use domain::text;
use serde_json::{Value, json};
use thiserror::Error;

use super::hashed;
use crate::Store;
use crate::audit;
use crate::db::conn::{AnyConn, each};
use crate::db::schema::{configurations, redeem_batches, redeem_codes};
use crate::error::{StoreError, faults};
use crate::secrets::{Secret, new_id, picks};
use crate::session::Actor;

/// Most rows in one statement, below every database's limit of variables.
const ROWS_AT_ONCE: usize = 500;
/// Lock that a transaction holds on PostgreSQL while it makes a batch, since batches are numbered one after the other.
const NUMBERING: &str = "SELECT pg_advisory_xact_lock(7340032411)";

/// Reason why a batch was not made, or a batch or code not voided.
#[derive(Debug, Error)]
pub enum BatchError {
    /// The configuration does not exist.
    #[error("no such configuration")]
    Configuration,
    /// The batch or code does not exist.
    #[error("no such batch or code")]
    Absent,
    /// No code of the batch is left to void, or the code was used or voided before.
    #[error("nothing is left to void")]
    NothingLeft,
    /// The code exists already; only codes that an operator wrote can meet this.
    #[error("the code exists already")]
    Exists,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(BatchError);

/// A new batch with its codes, as its maker sees it once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeBatch {
    /// Batch's id, which calls of operators name.
    pub id: i64,
    /// Number for people: 42 is C-0042.
    pub number: i64,
    /// Codes of the batch, which are shown this once.
    pub codes: Vec<Code>,
}

/// Makes a batch with random codes.
pub async fn create(
    store: &Store,
    actor: &Actor,
    new: NewBatch,
    now_ms: i64,
) -> Result<MadeBatch, BatchError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(move |tx| {
            let codes = (0..new.count)
                .map(|_| Code::parse(&picks(ALPHABET, CODE_CHARS)))
                .collect::<Result<Vec<_>, _>>()
                .map_err(|_| StoreError::Corrupt("the alphabet of redeem codes"))?;
            let made = put(tx, &secret, &new, codes, Some(&actor), now_ms)?;
            audit::record_change(
                tx,
                (&actor, now_ms),
                "redeem.create",
                ("redeem_batch", made.id),
                [None, Some(values(&made, &new))],
            )?;
            Ok(made)
        })
        .await
}

/// Stores a batch with the given codes, in the caller's transaction.
pub(crate) fn put(
    tx: &mut AnyConn,
    secret: &Secret,
    new: &NewBatch,
    codes: Vec<Code>,
    by: Option<&Actor>,
    now_ms: i64,
) -> Result<MadeBatch, BatchError> {
    if let Some(id) = new.gift.configuration_id {
        let known: i64 = configurations::table.find(id).count().get_result(tx)?;
        if known == 0 {
            return Err(BatchError::Configuration);
        }
    }
    if let AnyConn::Pg(c) = tx {
        diesel::sql_query(NUMBERING).execute(c)?;
    }
    let last: Option<i64> = redeem_batches::table
        .select(diesel::dsl::max(redeem_batches::number))
        .first(tx)?;
    let (id, number) = (new_id(), last.unwrap_or_default() + 1);
    diesel::insert_into(redeem_batches::table)
        .values((
            redeem_batches::id.eq(id),
            redeem_batches::number.eq(number),
            redeem_batches::note.eq(&new.note),
            redeem_batches::note_key.eq(text::key(&new.note)),
            redeem_batches::gives.eq(new.gift.gives as i16),
            redeem_batches::configuration_id.eq(new.gift.configuration_id),
            redeem_batches::days.eq(new.gift.days),
            redeem_batches::from_ms.eq(new.from_ms),
            redeem_batches::until_ms.eq(new.until_ms),
            redeem_batches::per_account.eq(new.per_account),
            redeem_batches::total.eq(new.count),
            redeem_batches::created_by.eq(by.map(Actor::member_id)),
            redeem_batches::created_ms.eq(now_ms),
        ))
        .execute(tx)?;
    let rows: Vec<_> = (1..)
        .zip(&codes)
        .map(|(position, code): (i32, _)| {
            (
                redeem_codes::id.eq(new_id()),
                redeem_codes::batch_id.eq(id),
                redeem_codes::position.eq(position),
                redeem_codes::code_hash.eq(hashed(secret, code)),
                redeem_codes::head.eq(code.head().to_owned()),
            )
        })
        .collect();
    let mut stored = 0;
    for some in rows.chunks(ROWS_AT_ONCE) {
        stored += each!(tx, |c| diesel::insert_into(redeem_codes::table)
            .values(some.to_vec())
            .on_conflict_do_nothing()
            .execute(c))?;
    }
    if stored != codes.len() {
        return Err(BatchError::Exists);
    }
    Ok(MadeBatch { id, number, codes })
}

/// Voids all codes of a batch that nobody used; returns their number.
pub async fn void_batch(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<i64, BatchError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let before: Option<i64> = redeem_batches::table
                .find(id)
                .select(redeem_batches::voided)
                .first(tx)
                .optional()?;
            let before = before.ok_or(BatchError::Absent)?;
            // The codes are locked before their batch, in the same order as when a code is used.
            let voided = diesel::update(
                redeem_codes::table
                    .filter(redeem_codes::batch_id.eq(id))
                    .filter(redeem_codes::used_ms.is_null())
                    .filter(redeem_codes::voided_ms.is_null()),
            )
            .set(redeem_codes::voided_ms.eq(now_ms))
            .execute(tx)?;
            let voided = i64::try_from(voided).unwrap_or(i64::MAX);
            if voided == 0 {
                return Err(BatchError::NothingLeft);
            }
            diesel::update(redeem_batches::table.find(id))
                .set((
                    redeem_batches::voided.eq(redeem_batches::voided + voided),
                    redeem_batches::voided_ms.eq(now_ms),
                ))
                .execute(tx)?;
            audit::record_change(
                tx,
                (&actor, now_ms),
                "redeem.void",
                ("redeem_batch", id),
                [before, before + voided].map(|voided| Some(json!({ "voided": voided }))),
            )?;
            Ok(voided)
        })
        .await
}

/// Voids one code that nobody used.
pub async fn void_code(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<(), BatchError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let batch_id: Option<i64> = redeem_codes::table
                .find(id)
                .select(redeem_codes::batch_id)
                .first(tx)
                .optional()?;
            let batch_id = batch_id.ok_or(BatchError::Absent)?;
            let voided = diesel::update(
                redeem_codes::table
                    .find(id)
                    .filter(redeem_codes::used_ms.is_null())
                    .filter(redeem_codes::voided_ms.is_null()),
            )
            .set(redeem_codes::voided_ms.eq(now_ms))
            .execute(tx)?;
            if voided == 0 {
                return Err(BatchError::NothingLeft);
            }
            diesel::update(redeem_batches::table.find(batch_id))
                .set(redeem_batches::voided.eq(redeem_batches::voided + 1))
                .execute(tx)?;
            audit::record_change(
                tx,
                (&actor, now_ms),
                "redeem.void",
                ("redeem_code", id),
                [false, true].map(|voided| Some(json!({ "batchId": batch_id, "voided": voided }))),
            )?;
            Ok(())
        })
        .await
}

/// Values of a new batch for the audit; never a code.
fn values(made: &MadeBatch, new: &NewBatch) -> Value {
    json!({
        "number": made.number, "note": new.note, "gives": new.gift.gives as i16, "configurationId": new.gift.configuration_id,
        "days": new.gift.days, "fromMs": new.from_ms, "untilMs": new.until_ms, "perAccount": new.per_account, "total": new.count,
    })
}
