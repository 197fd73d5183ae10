//! Codes by SMS and mail: requests, and checks of returned codes.
//!
//! Conditional statements decide: the row of `sendings` whether a number may be sent another code, the row of `codes` how often a code may
//! still be tried. A code is stored as a keyed hash together with its number, purpose and request.

mod ask;
mod check;

use diesel::prelude::*;
use domain::auth::{CodeRules, PhoneNumber, Target};

use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{codes, members, sendings};
use crate::error::StoreError;
use crate::secrets::Secret;

pub use ask::{CodeRequest, CodeRequestError, OutgoingCode, ask, not_sent};
pub use check::{Check, CodeError, PresentedCode, TypedCode, check};
pub(crate) use check::{check_and_count, prove, spend};

/// Key under which messages to a target are counted: the same for each spelling of a mailbox.
fn key_of(secret: &Secret, target: &Target) -> String {
    secret.keyed("sending", &[&target.counted_as()])
}

/// Key of the exact target that a code belongs to.
fn exact_key_of(secret: &Secret, target: &Target) -> String {
    secret.keyed("target", &[target.as_str()])
}

fn answer_of(secret: &Secret, uuid: &str, code: &str) -> String {
    secret.keyed("code", &[uuid, code])
}

fn own_number(tx: &mut AnyConn, member_id: i64) -> Result<Option<Target>, diesel::result::Error> {
    let stored: Option<String> = members::table
        .find(member_id)
        .select(members::phone)
        .first(tx)?;
    Ok(stored
        .and_then(|phone| PhoneNumber::parse(&phone).ok())
        .map(Target::Phone))
}

/// Number of codes that a number or address may still be sent today. The same whether or not an account has it.
pub async fn left(
    store: &Store,
    target: Target,
    rules: CodeRules,
    day: i64,
) -> Result<i64, StoreError> {
    let secret = store.secret().clone();
    store
        .run(move |conn| {
            let row: Option<(i64, i64)> = sendings::table
                .find(key_of(&secret, &target))
                .select((sendings::day, sendings::sent))
                .first(conn)
                .optional()?;
            let sent = row
                .filter(|(last, _)| *last >= day)
                .map_or(0, |(_, sent)| sent);
            Ok((rules.daily() - sent).max(0))
        })
        .await
}

/// Drops codes that are over, and counts of numbers that were sent nothing for two days; answers their number. Called now and
/// then by the engine.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    const TWO_DAYS_MS: i64 = 2 * 24 * 60 * 60 * 1000;
    store
        .write(move |tx| {
            let ended =
                diesel::delete(codes::table.filter(codes::expires_ms.le(now_ms))).execute(tx)?;
            let quiet =
                diesel::delete(sendings::table.filter(sendings::last_ms.le(now_ms - TWO_DAYS_MS)))
                    .execute(tx)?;
            Ok(ended + quiet)
        })
        .await
}
