//! Codes by SMS and mail: who may be sent one, and whether one that comes back is right.
//!
//! All of it is decided by conditional statements: the row of `sendings` says whether a number may be sent another, the row of `codes`
//! how often one may still be tried. A code is kept as a keyed hash together with its number, purpose and request.

mod ask;
mod check;

use diesel::prelude::*;
use domain::auth::{DAILY_CODES, PhoneNumber, Target};

use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::{codes, members, sendings};
use crate::secrets::Secret;

pub use ask::{Ask, AskError, Granted, ask, not_sent};
pub use check::{Check, CodeError, Shown, Typed, check};
pub(crate) use check::{prove, spend, weigh};

/// What messages are counted under: one letter box, however it is written.
fn key_of(secret: &Secret, target: &Target) -> String {
    secret.keyed("sending", &[&target.counted_as()])
}

/// What a code belongs to.
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

/// How many codes a number or address may still be sent today. The same whether or not anybody has it.
pub async fn left(store: &Store, target: Target, day: i64) -> Result<i64, StoreError> {
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
            Ok((DAILY_CODES - sent).max(0))
        })
        .await
}

/// Drops codes that are over, and counts of numbers that were sent nothing for two days. Called now and then by the engine; how many.
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
