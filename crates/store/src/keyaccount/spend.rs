//! Money that a member spent by month, from the ledger, and on the phones of which sub-account.
//!
//! An order's money is divided among its phones: a renewal's by its lines, a purchase's equally. A phone counts for the sub-account that has it
//! now, of several for the one that has been a member longest; so the parts add up to the months.

use std::collections::HashMap;

use diesel::dsl::min;
use diesel::prelude::*;
use domain::keyaccount::{MONTHS, Month, divide, months, same_time_before};
use domain::zone::Zone;

use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{allotments, members, order_lines, order_phones};
use crate::error::StoreError;
use crate::member::masked;
use crate::orders::{Sale, sales_of};
use crate::session::Actor;

/// Zone of the months, and window of the rows by sub-account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpendQuery {
    /// Zone in which the months begin.
    pub zone: Zone,
    /// Rows left out before the page.
    pub offset: i64,
    /// Rows of the page.
    pub limit: i64,
}

/// A month's money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthSpend {
    /// The month as `2026-11`.
    pub month: String,
    /// Money that was spent, less what was given back, in fen.
    pub fen: i64,
    /// Money that was given back, in fen.
    pub refunded_fen: i64,
}

/// Money that was spent on the phones of a sub-account, or on those that none has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spender {
    /// The sub-account; none for phones that no sub-account has.
    pub member_id: Option<i64>,
    /// Name that the parent gave.
    pub name: String,
    /// Masked number.
    pub phone: String,
    /// Money by month in fen, the last month last.
    pub fen: Vec<i64>,
}

/// A member's spend of [`MONTHS`] months.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spend {
    /// The months, the one of now last.
    pub months: Vec<MonthSpend>,
    /// Money of the month before until the same time of it, in fen.
    pub before_fen: i64,
    /// Rows of the page, the largest of this month first.
    pub list: Vec<Spender>,
    /// Number of rows.
    pub total: i64,
}

/// The actor's spend.
pub async fn spend(
    store: &Store,
    actor: &Actor,
    query: SpendQuery,
    now_ms: i64,
) -> Result<Spend, StoreError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let months = months(query.zone, now_ms);
            let [.., before, this] = months.as_slice() else {
                return Err(StoreError::Corrupt("months"));
            };
            let same_time_ms = same_time_before(before, this, now_ms);
            let mut sums: Vec<MonthSpend> = months
                .iter()
                .map(|month| MonthSpend {
                    month: month.name.clone(),
                    fen: 0,
                    refunded_fen: 0,
                })
                .collect();
            let mut before_fen = 0;
            let by_holder = divided(conn, me, &months, |at, sale| {
                sums[at].fen += sale.fen;
                sums[at].refunded_fen += (-sale.fen).max(0);
                if at + 2 == MONTHS && sale.at_ms < same_time_ms {
                    before_fen += sale.fen;
                }
            })?;
            let (list, total) = page(conn, by_holder, query)?;
            Ok(Spend {
                months: sums,
                before_fen,
                list,
                total,
            })
        })
        .await
}

/// Money of the month of now that was spent on the phones of each sub-account of a member, in fen.
pub(crate) fn this_month(
    conn: &mut AnyConn,
    owner_id: i64,
    zone: Zone,
    now_ms: i64,
) -> Result<HashMap<i64, i64>, StoreError> {
    let mut months = months(zone, now_ms);
    months.drain(..months.len().saturating_sub(1));
    let by_holder = divided(conn, owner_id, &months, |_, _| {})?;
    let sum = |(holder, fen): (Option<i64>, Vec<i64>)| Some((holder?, fen.iter().sum()));
    Ok(by_holder.into_iter().filter_map(sum).collect())
}

/// A member's money by month, divided among the sub-accounts that have the phones. `each` sees every sale, with the number of its month.
fn divided(
    conn: &mut AnyConn,
    owner_id: i64,
    months: &[Month],
    mut each: impl FnMut(usize, &Sale),
) -> Result<HashMap<Option<i64>, Vec<i64>>, StoreError> {
    let Some(first) = months.first() else {
        return Ok(HashMap::new());
    };
    let sales = sales_of(conn, owner_id, first.from_ms)?;
    let weights = weights(conn, sales.iter().map(|sale| sale.order_id))?;
    let holders = holders(conn, owner_id)?;
    let mut by_holder: HashMap<Option<i64>, Vec<i64>> = HashMap::new();
    for sale in sales {
        let Some(at) = month_at(months, sale.at_ms) else {
            continue;
        };
        each(at, &sale);
        let unknown = vec![(None, 1)];
        let phones = weights.get(&sale.order_id).unwrap_or(&unknown);
        let shares: Vec<i64> = phones.iter().map(|(_, weight)| *weight).collect();
        for ((phone_id, _), fen) in phones.iter().zip(divide(sale.fen, &shares)) {
            let holder = phone_id.and_then(|id| holders.get(&id).copied());
            let row = by_holder
                .entry(holder)
                .or_insert_with(|| vec![0; months.len()]);
            row[at] += fen;
        }
    }
    Ok(by_holder)
}

fn month_at(months: &[Month], at_ms: i64) -> Option<usize> {
    months
        .iter()
        .position(|month| (month.from_ms..month.until_ms).contains(&at_ms))
}

/// Phones of orders, each with its part of the order's money.
type Weights = HashMap<i64, Vec<(Option<i64>, i64)>>;

fn weights(
    conn: &mut AnyConn,
    order_ids: impl Iterator<Item = i64>,
) -> Result<Weights, StoreError> {
    let mut ids: Vec<i64> = order_ids.collect();
    ids.sort_unstable();
    ids.dedup();
    let mut found: Weights = HashMap::new();
    let brought: Vec<(i64, i64)> = order_phones::table
        .filter(among(order_phones::order_id, &ids))
        .order((order_phones::order_id, order_phones::phone_id))
        .select((order_phones::order_id, order_phones::phone_id))
        .load(conn)?;
    for (order_id, phone_id) in brought {
        found.entry(order_id).or_default().push((Some(phone_id), 1));
    }
    let lines: Vec<(i64, Option<i64>, i64)> = order_lines::table
        .filter(among(order_lines::order_id, &ids))
        .order((order_lines::order_id, order_lines::position))
        .select((
            order_lines::order_id,
            order_lines::phone_id,
            order_lines::total_fen,
        ))
        .load(conn)?;
    let mut renewed: Weights = HashMap::new();
    for (order_id, phone_id, fen) in lines {
        if !found.contains_key(&order_id) {
            renewed.entry(order_id).or_default().push((phone_id, fen));
        }
    }
    found.extend(renewed);
    Ok(found)
}

/// The sub-account that has each phone of the owner.
fn holders(conn: &mut AnyConn, owner_id: i64) -> Result<HashMap<i64, i64>, StoreError> {
    let rows: Vec<(i64, Option<i64>)> = allotments::table
        .filter(allotments::owner_id.eq(owner_id))
        .filter(allotments::ended_ms.is_null())
        .group_by(allotments::phone_id)
        .select((allotments::phone_id, min(allotments::member_id)))
        .load(conn)?;
    let known = |(phone_id, member_id): (i64, Option<i64>)| Some((phone_id, member_id?));
    Ok(rows.into_iter().filter_map(known).collect())
}

/// A page of rows, the largest of this month first, then of all months; and how many there are.
fn page(
    conn: &mut AnyConn,
    by_holder: HashMap<Option<i64>, Vec<i64>>,
    query: SpendQuery,
) -> Result<(Vec<Spender>, i64), StoreError> {
    let mut rows: Vec<(Option<i64>, Vec<i64>)> = by_holder
        .into_iter()
        .filter(|(_, fen)| fen.iter().any(|fen| *fen != 0))
        .collect();
    rows.sort_by_key(|(id, fen)| {
        let (this, all) = (
            fen.last().copied().unwrap_or_default(),
            fen.iter().sum::<i64>(),
        );
        (std::cmp::Reverse((this, all)), *id)
    });
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let size = |n: i64| usize::try_from(n).unwrap_or_default();
    let rows: Vec<(Option<i64>, Vec<i64>)> = rows
        .into_iter()
        .skip(size(query.offset))
        .take(size(query.limit))
        .collect();
    let ids: Vec<i64> = rows.iter().filter_map(|(id, _)| *id).collect();
    let names: HashMap<i64, (String, Option<String>)> = members::table
        .filter(among(members::id, &ids))
        .select((members::id, members::sub_name, members::phone))
        .load::<(i64, String, Option<String>)>(conn)?
        .into_iter()
        .map(|(id, name, phone)| (id, (name, phone)))
        .collect();
    let row = |(member_id, fen): (Option<i64>, Vec<i64>)| {
        let (name, phone) = member_id
            .and_then(|id| names.get(&id).cloned())
            .unwrap_or_default();
        Spender {
            member_id,
            name,
            phone: phone.as_deref().map_or_else(String::new, masked),
            fen,
        }
    };
    Ok((rows.into_iter().map(row).collect(), total))
}
