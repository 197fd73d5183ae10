//! Counting tries: one conditional statement each, so that many at once never pass a limit, whichever node they come to.
//!
//! A name that is counted holds a keyed hash, never a number or an address. Whoever spends from several limits in one transaction does so
//! in one order: the narrow one first, the one of all last.

use std::net::IpAddr;

use diesel::OptionalExtension;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::limits;
use crate::secrets::Secret;

/// When counting begins anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Renewal {
    /// A window after the first try: a steady trickle never fills it.
    AfterFirst,
    /// A window after the last counted try: no window whatsoever holds more than the limit.
    AfterLast,
}

/// How many in which time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) most: i64,
    pub(crate) window_ms: i64,
    pub(crate) renewal: Renewal,
}

/// Nothing is left; more after so many milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted {
    pub(crate) retry_after_ms: i64,
}

/// `$3`: now. `$4`: later than any clock of the nodes could have set; a clock went back since. `$5`: whether a try prolongs the window.
/// They are named in the order in which they appear, as SQLite counts them.
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

/// Spends one try; how many are spent with it.
pub(crate) fn spend(
    tx: &mut AnyConn,
    name: &str,
    limit: Limit,
    now_ms: i64,
) -> Result<Result<i64, Exhausted>, diesel::result::Error> {
    let prolongs = i64::from(limit.renewal == Renewal::AfterLast);
    let spent: Option<Spent> = diesel::sql_query(SPEND)
        .bind::<Text, _>(name)
        .bind::<BigInt, _>(now_ms + limit.window_ms)
        .bind::<BigInt, _>(now_ms)
        .bind::<BigInt, _>(now_ms + 2 * limit.window_ms)
        .bind::<BigInt, _>(prolongs)
        .bind::<BigInt, _>(limit.most)
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

/// How many tries are spent.
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

/// Gives one try back: it was none.
pub(crate) fn give_back(tx: &mut AnyConn, name: &str) -> Result<(), diesel::result::Error> {
    diesel::update(limits::table.find(name).filter(limits::spent.gt(0)))
        .set(limits::spent.eq(limits::spent - 1))
        .execute(tx)
        .map(drop)
}

/// Begins counting anew.
pub(crate) fn forget(tx: &mut AnyConn, name: &str) -> Result<(), diesel::result::Error> {
    diesel::delete(limits::table.find(name))
        .execute(tx)
        .map(drop)
}

/// What is counted for an address: an IPv6 network counts as one, for a household has all of its addresses.
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

/// Drops counts that are over. Called now and then by the engine; how many.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            Ok(diesel::delete(limits::table.filter(limits::ends_ms.le(now_ms))).execute(tx)?)
        })
        .await
}
