//! Redeem codes: batches that operators make, and the single use of each code.
//!
//! `batches` is what operators make and void, `listing` what they see, `using` the one place where a code is spent, `looking` what a member is told
//! of codes before and after. A code is stored as a keyed hash with its first four characters; the whole of it is shown once, to its maker.

mod batches;
mod guesses;
mod keys;
mod listing;
mod looking;
mod using;

use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::redeem::{Code, CodeStatus, Gift, Gives, Refusal};
use thiserror::Error;

pub(crate) use batches::put;
pub use batches::{BatchError, MadeBatch, create, void_batch, void_code};
pub use guesses::Guesser;
pub(crate) use keys::refresh_redeem_keys;
pub use listing::{
    BatchCode, BatchCodePage, BatchFilter, BatchPage, FoundCode, Listed, Summary, Use, codes, find,
    page,
};
pub use looking::{History, HistoryPage, Preview, history, preview};
pub use using::{Redeemed, redeem};

use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, redeem_batches, redeem_codes};
use crate::error::{StoreError, faults};
use crate::secrets::Secret;

/// Reason why a code was not used.
#[derive(Debug, Error)]
pub enum RedeemError {
    /// A rule refused the code, which stays as it was.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(RedeemError);

/// Keyed hash by which a code is stored; the key protects an operator's own codes, which may be short.
fn hashed(secret: &Secret, code: &Code) -> String {
    secret.keyed("redeem", &[code.as_str()])
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = redeem_codes)]
struct CodeRow {
    id: i64,
    batch_id: i64,
    used_ms: Option<i64>,
    used_by: Option<i64>,
    voided_ms: Option<i64>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = redeem_batches)]
struct GiftRow {
    gives: i16,
    configuration_id: Option<i64>,
    days: i64,
    from_ms: i64,
    until_ms: i64,
    per_account: Option<i64>,
}

/// A code with the gift, validity and limit of its batch.
struct RedeemableCode {
    id: i64,
    batch_id: i64,
    gift: Gift,
    status: CodeStatus,
    per_account: Option<i64>,
}

/// Finds the code with this hash.
fn found(conn: &mut AnyConn, code_hash: &str) -> Result<Option<RedeemableCode>, StoreError> {
    let rows: Option<(CodeRow, GiftRow)> = redeem_codes::table
        .inner_join(redeem_batches::table)
        .filter(redeem_codes::code_hash.eq(code_hash))
        .select((CodeRow::as_select(), GiftRow::as_select()))
        .first(conn)
        .optional()?;
    rows.map(|(code, batch)| {
        Ok(RedeemableCode {
            id: code.id,
            batch_id: code.batch_id,
            gift: gift_of(batch.gives, batch.configuration_id, batch.days)?,
            status: CodeStatus {
                from_ms: batch.from_ms,
                until_ms: batch.until_ms,
                used: code.used_by.zip(code.used_ms),
                is_voided: code.voided_ms.is_some(),
            },
            per_account: batch.per_account,
        })
    })
    .transpose()
}

/// Whether the member used as many codes of the batch as an account may.
fn is_at_limit(
    conn: &mut AnyConn,
    code: &RedeemableCode,
    member_id: i64,
) -> Result<bool, StoreError> {
    let Some(most) = code.per_account else {
        return Ok(false);
    };
    let used: i64 = redeem_codes::table
        .filter(redeem_codes::batch_id.eq(code.batch_id))
        .filter(redeem_codes::used_by.eq(member_id))
        .count()
        .get_result(conn)?;
    Ok(used >= most)
}

fn gift_of(gives: i16, configuration_id: Option<i64>, days: i64) -> Result<Gift, StoreError> {
    Ok(Gift {
        gives: Gives::from_stored(gives).ok_or(StoreError::Corrupt("what a redeem code gives"))?,
        configuration_id,
        days,
    })
}

/// Name of a configuration; none where any is meant.
fn name_of(
    conn: &mut AnyConn,
    configuration_id: Option<i64>,
) -> Result<Option<LocalizedName>, StoreError> {
    let Some(id) = configuration_id else {
        return Ok(None);
    };
    let name: Option<(String, String)> = configurations::table
        .find(id)
        .select((configurations::name, configurations::name_en))
        .first(conn)
        .optional()?;
    Ok(name.map(|(zh, en)| LocalizedName { zh, en }))
}
