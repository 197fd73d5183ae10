//! Counts of a member's phones: one grouped query over the member's own rows.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, SmallInt};
use domain::phones::{EXPIRING_MS, PhoneActivity, Power, Rental, Status};

use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::phones;
use crate::error::StoreError;

/// The query of own phones by status, switch and state of the rental.
const COUNTS: &str = "SELECT status_code, power_on, \
    CAST(CASE WHEN expire_ms <= $1 THEN 2 WHEN expire_ms <= $2 THEN 1 ELSE 0 END AS SMALLINT) AS rental, count(*) AS n \
    FROM phones WHERE owner_id = $3 GROUP BY 1, 2, 3";

/// Counts over all phones that a member can see.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Number of visible phones.
    pub total: i64,
    /// Number of phones that run within their rental.
    pub running: i64,
    /// Number of phones whose rental ends soon.
    pub expiring_soon: i64,
    /// Number of phones that are unwell though on, or whose change failed.
    pub abnormal: i64,
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = SmallInt)]
    status_code: i16,
    #[diesel(sql_type = Bool)]
    power_on: bool,
    #[diesel(sql_type = SmallInt)]
    rental: i16,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

impl Summary {
    /// The summary of a member's own phones.
    pub(super) fn of_owner(
        conn: &mut AnyConn,
        owner_id: i64,
        now_ms: i64,
    ) -> Result<Self, StoreError> {
        let rows: Vec<Counted> = prepared(
            diesel::sql_query(COUNTS)
                .bind::<BigInt, _>(now_ms)
                .bind::<BigInt, _>(now_ms + EXPIRING_MS)
                .bind::<BigInt, _>(owner_id),
        )
        .load(conn)?;
        let mut all = Self::default();
        for row in rows {
            let rental = match row.rental {
                2 => Rental::Expired,
                1 => Rental::Expiring,
                _ => Rental::Active,
            };
            all.add(row.status_code, row.power_on, rental, row.n);
        }
        Ok(all)
    }

    /// Counts `n` more phones of one kind.
    pub(super) fn add(&mut self, status_code: i16, power_on: bool, rental: Rental, n: i64) {
        let if_so = |holds: bool| if holds { n } else { 0 };
        let power = if power_on { Power::On } else { Power::Off };
        let failed = Status::from_code(status_code)
            .is_some_and(|status| PhoneActivity::of(status, power) == PhoneActivity::Failed);
        self.total += n;
        self.running += if_so(status_code == Status::Running.code() && !rental.is_over());
        self.expiring_soon += if_so(rental == Rental::Expiring);
        self.abnormal += if_so(failed);
    }
}

/// Number of own phones by group; 0: in none.
pub(crate) fn by_group(conn: &mut AnyConn, owner_id: i64) -> Result<HashMap<i64, i64>, StoreError> {
    let rows: Vec<(Option<i64>, i64)> = phones::table
        .filter(phones::owner_id.eq(owner_id))
        .group_by(phones::group_id)
        .select((phones::group_id, count_star()))
        .load(conn)?;
    let by_id = |(group, n): (Option<i64>, i64)| (group.unwrap_or(0), n);
    Ok(rows.into_iter().map(by_id).collect())
}
