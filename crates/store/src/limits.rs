//! Counting tries: one conditional statement each, so that many at once never pass a limit, whichever node they come to.
//!
//! The name of a count holds a keyed hash, never a number or an address. A transaction that spends from several limits does so in one
//! order: the narrow one first, the limit of all callers last.

use std::net::IpAddr;

use diesel::OptionalExtension;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::limits;
use crate::error::StoreError;
use crate::secrets::Secret;

/// End of a window, after which the count begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Renewal {
    /// A window ends a fixed time after its first try: slow tries, fewer than the limit in each window, are never refused.
    AfterFirst,
    /// Each counted try prolongs the window: no span of that length ever holds more tries than the limit.
    AfterLast,
}

/// Number of tries in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) most: i64,
    pub(crate) window_ms: i64,
    pub(crate) renewal: Renewal,
}

/// The limit is used up; more tries come after `retry_after_ms` milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted {
    pub(crate) retry_after_ms: i64,
}

/// `$3`: now. `$4`: a time later than any clock of the nodes could have set, unless a clock went back since. `$5`: whether a try prolongs
/// the window. The parameters are numbered in the order in which they appear, as SQLite counts them.
const SPEND: &str = "INSERT INTO limits (name, spent, ends_ms) VALUES ($1, 1, $2) \
    ON CONFLICT (name) DO UPDATE SET \
    spent = CASE WHEN limits.ends_ms <= $3 OR limits.ends_ms > $4 THEN 1 ELSE limits.spent + 1 END, \
    ends_ms = CASE WHEN limits.ends_ms <= $3 OR limits.ends_ms > $4 OR $5 = 1 THEN $2 ELSE limits.ends_ms END \
    WHERE limits.ends_ms <= $3 OR limits.ends_ms > $4 OR limits.spent < $6 RETURNING spent";

#[derive(QueryableByName)]
struct Spent {
    #[diesel(sql_type = BigInt)]
    spent: i64,
}

/// Spends one try; answers the number spent with it.
pub(crate) fn spend(
    tx: &mut AnyConn,
    name: &str,
    limit: Limit,
    now_ms: i64,
) -> Result<Result<i64, Exhausted>, diesel::result::Error> {
    let prolongs = i64::from(limit.renewal == Renewal::AfterLast);
    let spent: Option<Spent> = prepared(
        diesel::sql_query(SPEND)
            .bind::<Text, _>(name)
            .bind::<BigInt, _>(now_ms + limit.window_ms)
            .bind::<BigInt, _>(now_ms)
            .bind::<BigInt, _>(now_ms + 2 * limit.window_ms)
            .bind::<BigInt, _>(prolongs)
            .bind::<BigInt, _>(limit.most),
    )
    .get_result(tx)
    .optional()?;
    if let Some(Spent { spent }) = spent {
        return Ok(Ok(spent));
    }
    let ends_ms: i64 = limits::table.find(name).select(limits::ends_ms).first(tx)?;
    Ok(Err(Exhausted {
        retry_after_ms: (ends_ms - now_ms).max(1),
    }))
}

/// Number of tries spent.
pub(crate) fn spent(
    conn: &mut AnyConn,
    name: &str,
    now_ms: i64,
) -> Result<i64, diesel::result::Error> {
    limits::table
        .find(name)
        .filter(limits::ends_ms.gt(now_ms))
        .select(limits::spent)
        .first(conn)
        .optional()
        .map(Option::unwrap_or_default)
}

/// Gives one try back.
pub(crate) fn give_back(tx: &mut AnyConn, name: &str) -> Result<(), diesel::result::Error> {
    diesel::update(limits::table.find(name).filter(limits::spent.gt(0)))
        .set(limits::spent.eq(limits::spent - 1))
        .execute(tx)
        .map(drop)
}

/// Resets a count.
pub(crate) fn forget(tx: &mut AnyConn, name: &str) -> Result<(), diesel::result::Error> {
    diesel::delete(limits::table.find(name))
        .execute(tx)
        .map(drop)
}

/// Name of a count for an address: an IPv6 network counts as one, because a household has every address of it.
pub(crate) fn of_address(secret: &Secret, what: &'static str, address: Option<IpAddr>) -> String {
    let counted = match address.map(|address| address.to_canonical()) {
        Some(IpAddr::V4(v4)) => v4.to_string(),
        Some(IpAddr::V6(v6)) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        None => "nowhere".to_owned(),
    };
    format!("{what}:{}", secret.keyed(what, &[&counted]))
}

/// Drops counts that are over and answers their number. Called now and then by the engine.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            Ok(diesel::delete(limits::table.filter(limits::ends_ms.le(now_ms))).execute(tx)?)
        })
        .await
}
