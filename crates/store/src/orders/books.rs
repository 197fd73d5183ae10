//! The ledger as operators read it: its lines, and its accounts with what moved on a day and what they hold at its end.

use std::collections::{BTreeSet, HashMap};

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::orders::ledger::Account;

use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{ledger_entries, orders, refunds};
use crate::db::total::total;
use crate::error::StoreError;

/// A line of the ledger; the lines of a posting add up to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerLine {
    pub id: i64,
    pub posting_id: i64,
    pub account: Account,
    /// Amount; negative: credit.
    pub fen: i64,
    /// Number of the order.
    pub order_no: String,
    pub order_id: i64,
    /// Number of the refund.
    pub refund_no: Option<String>,
    /// Time, Unix milliseconds.
    pub at_ms: i64,
}

/// An account of the ledger over a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountSum {
    pub account: Account,
    /// Number of lines.
    pub lines: i64,
    /// Sum of what came in.
    pub debit_fen: i64,
    /// Sum of what went out, as a positive number.
    pub credit_fen: i64,
    /// Balance at the end.
    pub balance_fen: i64,
}

/// A line as it is stored.
#[derive(Queryable)]
struct Row {
    id: i64,
    posting_id: i64,
    account: i16,
    fen: i64,
    order_id: i64,
    refund_id: Option<i64>,
    at_ms: i64,
}

/// Lines of a time, the newest first, and their number; `limit` rows after `offset`.
pub async fn ledger_page(
    store: &Store,
    account: Option<Account>,
    (from_ms, until_ms): (i64, i64),
    (offset, limit): (i64, i64),
) -> Result<(Vec<LedgerLine>, i64), StoreError> {
    store
        .run(move |conn| {
            let chosen = || {
                let mut query = ledger_entries::table
                    .filter(ledger_entries::created_ms.ge(from_ms))
                    .filter(ledger_entries::created_ms.lt(until_ms))
                    .into_boxed::<Backend>();
                if let Some(account) = account {
                    query = query.filter(ledger_entries::account.eq(account as i16));
                }
                query
            };
            let total: i64 = chosen().count().get_result(conn)?;
            let rows: Vec<Row> = chosen()
                .order((
                    ledger_entries::created_ms.desc(),
                    ledger_entries::posting_id.desc(),
                    ledger_entries::amount_fen.desc(),
                ))
                .offset(offset)
                .limit(limit)
                .select((
                    ledger_entries::id,
                    ledger_entries::posting_id,
                    ledger_entries::account,
                    ledger_entries::amount_fen,
                    ledger_entries::order_id,
                    ledger_entries::refund_id,
                    ledger_entries::created_ms,
                ))
                .load(conn)?;
            Ok((with_numbers(conn, rows)?, total))
        })
        .await
}

/// The lines with the numbers of their orders and refunds. The numbers are looked up for the page alone: in a join SQLite, which has no table
/// statistics in service, would read all orders first.
fn with_numbers(conn: &mut AnyConn, rows: Vec<Row>) -> Result<Vec<LedgerLine>, StoreError> {
    let of_orders: BTreeSet<i64> = rows.iter().map(|row| row.order_id).collect();
    let of_refunds: BTreeSet<i64> = rows.iter().filter_map(|row| row.refund_id).collect();
    let order_numbers: HashMap<i64, String> = orders::table
        .filter(among(orders::id, of_orders))
        .select((orders::id, orders::number))
        .load(conn)?
        .into_iter()
        .collect();
    let refund_numbers: HashMap<i64, String> = refunds::table
        .filter(among(refunds::id, of_refunds))
        .select((refunds::id, refunds::number))
        .load(conn)?
        .into_iter()
        .collect();
    rows.into_iter()
        .map(|row| {
            let order_no = order_numbers.get(&row.order_id).cloned();
            Ok(LedgerLine {
                id: row.id,
                posting_id: row.posting_id,
                account: Account::from_code(row.account)
                    .ok_or(StoreError::Corrupt("an account of the ledger"))?,
                fen: row.fen,
                order_no: order_no.ok_or(StoreError::Corrupt("an order of the ledger"))?,
                order_id: row.order_id,
                refund_no: row
                    .refund_id
                    .and_then(|id| refund_numbers.get(&id))
                    .cloned(),
                at_ms: row.at_ms,
            })
        })
        .collect()
}

/// Accounts of the ledger over a time, each with its balance at the end of it.
pub async fn ledger_accounts(
    store: &Store,
    (from_ms, until_ms): (i64, i64),
) -> Result<Vec<AccountSum>, StoreError> {
    store
        .run(move |conn| {
            let mut sums = Vec::with_capacity(Account::ALL.len());
            for account in Account::ALL {
                let all = || {
                    ledger_entries::table
                        .filter(ledger_entries::account.eq(*account as i16))
                        .filter(ledger_entries::created_ms.lt(until_ms))
                };
                let moved = || all().filter(ledger_entries::created_ms.ge(from_ms));
                let balance_fen = all()
                    .select(total(ledger_entries::amount_fen))
                    .first(conn)?;
                let (lines, sum_fen): (i64, i64) = moved()
                    .select((count_star(), total(ledger_entries::amount_fen)))
                    .first(conn)?;
                let debit_fen: i64 = moved()
                    .filter(ledger_entries::amount_fen.gt(0))
                    .select(total(ledger_entries::amount_fen))
                    .first(conn)?;
                sums.push(AccountSum {
                    account: *account,
                    lines,
                    debit_fen,
                    credit_fen: debit_fen - sum_fen,
                    balance_fen,
                });
            }
            Ok(sums)
        })
        .await
}
