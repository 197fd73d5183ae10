//! The comparison with the wallets' bills as operators read it: day by day, and what differs.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::orders::Wallet;
use domain::orders::bills::{BillKind, BillState};

use super::keyword::names_of;
use super::rows::wallet_of;
use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{
    bill_differences, bills, orders, pay_attempts, payment_mismatches, refunds,
};
use crate::error::StoreError;

/// Money that moved on a day, by the bill or by the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayTotals {
    /// Number of payments.
    pub payments: i64,
    /// Amount that came in.
    pub paid_fen: i64,
    /// Amount that went back.
    pub refunded_fen: i64,
}

/// A day at a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillDay {
    pub wallet: Wallet,
    /// Day of China, such as `2026-11-24`.
    pub day: String,
    /// State of the comparison with the books.
    pub state: BillState,
    /// Whether bill and books were ever apart.
    pub was_apart: bool,
    /// Time at which the bill was fetched, Unix milliseconds.
    pub fetched_ms: Option<i64>,
    /// Reason why the bill could not be had the last time.
    pub fault: Option<String>,
    /// By the books.
    pub ours: DayTotals,
    /// By the bill.
    pub bill: DayTotals,
}

/// How a difference ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// Time, Unix milliseconds.
    pub at_ms: i64,
    /// Account of the operator; none: bill and books agree since.
    pub by: Option<String>,
    /// The operator's note of what was done about the difference.
    pub note: Option<String>,
}

/// A line of a bill that the books do not have so, or the other way about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub id: i64,
    pub wallet: Wallet,
    /// Day of the bill.
    pub day: String,
    /// Whether money came in or went back.
    pub kind: BillKind,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// Our number of the payment or the refund.
    pub number: String,
    /// Amount by the bill; none: not in the bill.
    pub bill_fen: Option<i64>,
    /// Amount by the books; none: not in the books.
    pub our_fen: Option<i64>,
    /// Time at which it was found, Unix milliseconds.
    pub found_ms: i64,
    /// Id and number of the order.
    pub order: Option<(i64, String)>,
    /// How often the wallet told of the payment, which fits nothing.
    pub mismatch_times: Option<i64>,
    /// How it ended.
    pub solved: Option<Solved>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = bills)]
struct BillRow {
    wallet: i16,
    day: String,
    state: i16,
    was_apart: bool,
    fetched_ms: Option<i64>,
    fault: Option<String>,
    our_payments: i64,
    our_paid_fen: i64,
    our_refunded_fen: i64,
    payments: i64,
    paid_fen: i64,
    refunded_fen: i64,
}

/// The compared days from `from_day` on, by wallet, the oldest first.
pub async fn bill_days(store: &Store, from_day: String) -> Result<Vec<BillDay>, StoreError> {
    store
        .run(move |conn| {
            let rows: Vec<BillRow> = bills::table
                .filter(bills::day.ge(from_day))
                .order((bills::wallet, bills::day))
                .select(BillRow::as_select())
                .load(conn)?;
            rows.into_iter()
                .map(|row| {
                    Ok(BillDay {
                        wallet: wallet_of(row.wallet)?,
                        state: BillState::from_code(row.state)
                            .ok_or(StoreError::Corrupt("state of a bill"))?,
                        day: row.day,
                        was_apart: row.was_apart,
                        fetched_ms: row.fetched_ms,
                        fault: row.fault,
                        ours: DayTotals {
                            payments: row.our_payments,
                            paid_fen: row.our_paid_fen,
                            refunded_fen: row.our_refunded_fen,
                        },
                        bill: DayTotals {
                            payments: row.payments,
                            paid_fen: row.paid_fen,
                            refunded_fen: row.refunded_fen,
                        },
                    })
                })
                .collect()
        })
        .await
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = bill_differences)]
struct DifferenceRow {
    id: i64,
    wallet: i16,
    day: String,
    kind: i16,
    trade_no: String,
    number: String,
    bill_fen: Option<i64>,
    our_fen: Option<i64>,
    found_ms: i64,
    solved_ms: Option<i64>,
    solved_by: Option<i64>,
    note: Option<String>,
}

/// Differences, the newest first, and their number; `solved` restricts them to solved or to open ones; `limit` rows after `offset`.
pub async fn differences_page(
    store: &Store,
    solved: Option<bool>,
    (offset, limit): (i64, i64),
) -> Result<(Vec<Difference>, i64), StoreError> {
    store
        .run(move |conn| {
            let chosen = || {
                let query = bill_differences::table.into_boxed::<Backend>();
                match solved {
                    None => query,
                    Some(true) => query.filter(bill_differences::solved_ms.is_not_null()),
                    Some(false) => query.filter(bill_differences::solved_ms.is_null()),
                }
            };
            let total: i64 = chosen().count().get_result(conn)?;
            let rows: Vec<DifferenceRow> = chosen()
                .order((
                    bill_differences::found_ms.desc(),
                    bill_differences::id.desc(),
                ))
                .offset(offset)
                .limit(limit)
                .select(DifferenceRow::as_select())
                .load(conn)?;
            let orders = orders_of(conn, &rows)?;
            let times = times_of(conn, &rows)?;
            let by = rows.iter().filter_map(|row| row.solved_by).collect();
            let names = names_of(conn, by)?;
            let list = rows
                .into_iter()
                .map(|row| {
                    Ok(Difference {
                        order: orders.get(&row.number).cloned(),
                        mismatch_times: times.get(&row.trade_no).copied(),
                        solved: row.solved_ms.map(|at_ms| Solved {
                            at_ms,
                            by: row.solved_by.and_then(|id| names.get(&id).cloned()),
                            note: row.note,
                        }),
                        wallet: wallet_of(row.wallet)?,
                        kind: BillKind::from_code(row.kind)
                            .ok_or(StoreError::Corrupt("kind of a difference"))?,
                        id: row.id,
                        day: row.day,
                        trade_no: row.trade_no,
                        number: row.number,
                        bill_fen: row.bill_fen,
                        our_fen: row.our_fen,
                        found_ms: row.found_ms,
                    })
                })
                .collect::<Result<_, StoreError>>()?;
            Ok((list, total))
        })
        .await
}

/// Orders by our numbers of their payments and refunds.
fn orders_of(
    conn: &mut AnyConn,
    rows: &[DifferenceRow],
) -> Result<HashMap<String, (i64, String)>, StoreError> {
    let numbers = || rows.iter().map(|row| row.number.as_str());
    let mut found: Vec<(String, i64, String)> = pay_attempts::table
        .inner_join(orders::table)
        .filter(among(pay_attempts::number, numbers()))
        .select((pay_attempts::number, orders::id, orders::number))
        .load(conn)?;
    let of_refunds: Vec<(String, i64, String)> = refunds::table
        .inner_join(orders::table)
        .filter(among(refunds::number, numbers()))
        .select((refunds::number, orders::id, orders::number))
        .load(conn)?;
    found.extend(of_refunds);
    let keyed = found
        .into_iter()
        .map(|(key, id, number)| (key, (id, number)));
    Ok(keyed.collect())
}

/// How often payments that fit nothing were told, by the wallet's numbers.
fn times_of(
    conn: &mut AnyConn,
    rows: &[DifferenceRow],
) -> Result<HashMap<String, i64>, StoreError> {
    let numbers = rows.iter().map(|row| row.number.as_str());
    let wallets = Wallet::ALL.iter().map(|wallet| wallet.code());
    let found: Vec<(String, i64)> = payment_mismatches::table
        .filter(among(payment_mismatches::wallet, wallets))
        .filter(among(payment_mismatches::attempt, numbers))
        .select((payment_mismatches::trade_no, payment_mismatches::times))
        .load(conn)?;
    Ok(found.into_iter().collect())
}
