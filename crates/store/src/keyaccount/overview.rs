//! Counts of a member's phones by what they do and by how soon they end.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, SmallInt};
use domain::keyaccount::{END_DAYS, end_borders};
use domain::orders::LINES_MAX;
use domain::phones::{PhoneActivity, Power, Status};
use domain::zone::Zone;

use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::{members, phones};
use crate::error::StoreError;
use crate::play::CONNECTED;
use crate::session::Actor;

/// Phones whose rental ends within the same days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// Days after today within which they end: an element of [`END_DAYS`].
    pub days: i64,
    /// Number of the phones.
    pub phones: i64,
    /// Phones that end first, as many as one order renews.
    pub phone_ids: Vec<i64>,
}

/// A member's phones outside the recycle bin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overview {
    /// Number of the phones.
    pub total: i64,
    /// Number of phones that run within their rental.
    pub running: i64,
    /// Number of phones that are switched off.
    pub off: i64,
    /// Number of phones that are unwell though on, or whose change failed.
    pub failed: i64,
    /// Number of phones that somebody controls now.
    pub in_use: i64,
    /// Number of the member's sub-accounts.
    pub sub_accounts: i64,
    /// Phones that end soon, the nearest first.
    pub ends: Vec<End>,
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = SmallInt)]
    status_code: i16,
    #[diesel(sql_type = Bool)]
    power_on: bool,
    #[diesel(sql_type = Bool)]
    ended: bool,
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = BigInt)]
    in_use: i64,
}

const COUNTS: &str = "SELECT p.status_code, p.power_on, p.expire_ms <= $1 AS ended, count(*) AS n, count(s.phone_id) AS in_use \
    FROM phones p LEFT JOIN seats s ON s.phone_id = p.id AND s.state = $2 \
    WHERE p.owner_id = $3 AND p.recycled_ms IS NULL GROUP BY 1, 2, 3";

/// Counts of the actor's phones, and their ends by days of a zone.
pub async fn overview(
    store: &Store,
    actor: &Actor,
    zone: Zone,
    now_ms: i64,
) -> Result<Overview, StoreError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let counts = diesel::sql_query(COUNTS)
                .bind::<BigInt, _>(now_ms)
                .bind::<SmallInt, _>(CONNECTED)
                .bind::<BigInt, _>(me);
            let rows: Vec<Counted> = prepared(counts).load(conn)?;
            let mut all = Overview {
                total: 0,
                running: 0,
                off: 0,
                failed: 0,
                in_use: 0,
                sub_accounts: members::table
                    .filter(members::parent_id.eq(me))
                    .count()
                    .get_result(conn)?,
                ends: ends(conn, me, zone, now_ms)?,
            };
            for row in rows {
                let count_of = |doing| {
                    let is = doing_of(row.status_code, row.power_on) == Some(doing);
                    if is { row.n } else { 0 }
                };
                all.total += row.n;
                all.running += if row.ended {
                    0
                } else {
                    count_of(PhoneActivity::Running)
                };
                all.off += count_of(PhoneActivity::Off);
                all.failed += count_of(PhoneActivity::Failed);
                all.in_use += row.in_use;
            }
            Ok(all)
        })
        .await
}

/// Activity of a phone by its stored status and switch.
pub(super) fn doing_of(status_code: i16, power_on: bool) -> Option<PhoneActivity> {
    let power = if power_on { Power::On } else { Power::Off };
    Status::from_code(status_code).map(|status| PhoneActivity::of(status, power))
}

fn ends(
    conn: &mut AnyConn,
    owner_id: i64,
    zone: Zone,
    now_ms: i64,
) -> Result<Vec<End>, StoreError> {
    let mut ends = Vec::with_capacity(END_DAYS.len());
    let mut from_ms = now_ms;
    for (days, until_ms) in END_DAYS.into_iter().zip(end_borders(zone, now_ms)) {
        // The last moment of a day is the day's own: a rental ends with it.
        let within = || {
            phones::table
                .filter(phones::owner_id.eq(owner_id))
                .filter(phones::recycled_ms.is_null())
                .filter(phones::expire_ms.gt(from_ms))
                .filter(phones::expire_ms.le(until_ms))
        };
        ends.push(End {
            days,
            phones: within().count().get_result(conn)?,
            phone_ids: within()
                .order((phones::expire_ms, phones::id))
                .limit(i64::try_from(LINES_MAX).unwrap_or(i64::MAX))
                .select(phones::id)
                .load(conn)?,
        });
        from_ms = until_ms;
    }
    Ok(ends)
}
