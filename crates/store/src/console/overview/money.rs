//! Money at the wallets by hour, orders of today by kind, and how many phones were sold lately.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, SmallInt};
use domain::orders::Kind;
use domain::orders::pace::PACE_MS;
use domain::orders::takings::{HOUR_MS, Hour, Takings, Times};
use domain::zone::Zone;

use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::error::StoreError;

/// Money of today and of the month, with what it is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Money {
    /// Sums by hour and by day.
    pub takings: Takings,
    /// Yesterday until this time of the day, in fen.
    pub before_fen: i64,
    /// The month before until this time of this day, in fen.
    pub month_before_fen: i64,
    /// Orders that were paid today, by kind.
    pub kinds: Vec<KindSum>,
}

/// Paid orders of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindSum {
    pub kind: Kind,
    /// Number of orders.
    pub orders: i64,
    /// Amount that was paid, in fen.
    pub paid_fen: i64,
}

/// Phones of a configuration that were sold within [`domain::orders::pace::PACE_DAYS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sold {
    pub configuration_id: i64,
    /// Number of phones.
    pub phones: i64,
}

#[derive(QueryableByName)]
struct HourRow {
    #[diesel(sql_type = BigInt)]
    hour: i64,
    #[diesel(sql_type = BigInt)]
    taken_fen: i64,
    #[diesel(sql_type = BigInt)]
    returned_fen: i64,
    #[diesel(sql_type = BigInt)]
    returned: i64,
}

/// The accounts of the wallets (1, 2) are written out: only so does SQLite see that the ledger's index answers alone.
const HOURS: &str = "SELECT (created_ms - $1) / 3600000 AS hour, \
    CAST(sum(CASE WHEN amount_fen > 0 THEN amount_fen ELSE 0 END) AS BIGINT) AS taken_fen, \
    CAST(sum(CASE WHEN amount_fen < 0 THEN -amount_fen ELSE 0 END) AS BIGINT) AS returned_fen, \
    count(CASE WHEN amount_fen < 0 THEN 1 END) AS returned \
    FROM ledger_entries WHERE account IN (1, 2) AND created_ms >= $1 AND created_ms <= $2 GROUP BY 1";

#[derive(QueryableByName)]
struct Sum {
    #[diesel(sql_type = BigInt)]
    fen: i64,
}

const PART: &str = "SELECT CAST(coalesce(sum(amount_fen), 0) AS BIGINT) AS fen FROM ledger_entries \
    WHERE account IN (1, 2) AND created_ms >= $1 AND created_ms <= $2";

#[derive(QueryableByName)]
struct KindRow {
    #[diesel(sql_type = SmallInt)]
    kind: i16,
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = BigInt)]
    fen: i64,
}

const KINDS: &str = "SELECT kind, count(*) AS n, CAST(sum(paid_fen) AS BIGINT) AS fen FROM orders \
    WHERE paid_ms >= $1 AND paid_ms <= $2 GROUP BY kind ORDER BY kind";

#[derive(QueryableByName)]
struct SoldRow {
    #[diesel(sql_type = BigInt)]
    configuration_id: i64,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Purchases and upgrades (1, 3) take phones out of stock, unless all was refunded (5) or nothing was left (7).
const SOLD: &str = "SELECT configuration_id, CAST(sum(quantity) AS BIGINT) AS n FROM orders \
    WHERE paid_ms >= $1 AND kind IN (1, 3) AND state NOT IN (5, 7) AND configuration_id IS NOT NULL GROUP BY configuration_id";

pub(super) fn money(conn: &mut AnyConn, zone: Zone, now_ms: i64) -> Result<Money, StoreError> {
    let times = Times::of(zone, now_ms);
    let rows: Vec<HourRow> = prepared(
        diesel::sql_query(HOURS)
            .bind::<BigInt, _>(times.month_before_ms)
            .bind::<BigInt, _>(now_ms),
    )
    .load(conn)?;
    let hours = rows.into_iter().map(|row| Hour {
        at_ms: times.month_before_ms + row.hour * HOUR_MS,
        taken_fen: row.taken_fen,
        returned_fen: row.returned_fen,
        returned: row.returned,
    });
    let takings = Takings::of(zone, &times, hours);
    let rows: Vec<KindRow> = prepared(
        diesel::sql_query(KINDS)
            .bind::<BigInt, _>(times.day_ms)
            .bind::<BigInt, _>(now_ms),
    )
    .load(conn)?;
    let kind = |row: KindRow| {
        Ok(KindSum {
            kind: Kind::from_code(row.kind).ok_or(StoreError::Corrupt("order kind"))?,
            orders: row.n,
            paid_fen: row.fen,
        })
    };
    Ok(Money {
        before_fen: takings.before_fen + begun(conn, &times, times.at_this_time_yesterday())?,
        month_before_fen: takings.month_before_fen
            + begun(conn, &times, times.at_this_time_last_month())?,
        kinds: (rows.into_iter().map(kind)).collect::<Result<_, StoreError>>()?,
        takings,
    })
}

/// Money of the hour that has a moment, until that moment.
fn begun(conn: &mut AnyConn, times: &Times, until_ms: i64) -> Result<i64, StoreError> {
    let part: Sum = prepared(
        diesel::sql_query(PART)
            .bind::<BigInt, _>(times.hour_of(until_ms))
            .bind::<BigInt, _>(until_ms),
    )
    .get_result(conn)?;
    Ok(part.fen)
}

pub(super) fn sold(conn: &mut AnyConn, now_ms: i64) -> Result<Vec<Sold>, StoreError> {
    let rows: Vec<SoldRow> =
        prepared(diesel::sql_query(SOLD).bind::<BigInt, _>(now_ms - PACE_MS)).load(conn)?;
    Ok(rows
        .into_iter()
        .map(|row| Sold {
            configuration_id: row.configuration_id,
            phones: row.n,
        })
        .collect())
}
