//! Double-entry ledger: each posting adds up to zero, so that no money comes from nowhere or goes there.

use diesel::prelude::*;
use domain::orders::Wallet;
use domain::orders::ledger::Account;

use crate::db::conn::AnyConn;
use crate::db::schema::{ledger_entries, orders, payments};
use crate::error::StoreError;
use crate::secrets::new_id;

/// Subject of a posting, by ids.
#[derive(Debug, Clone, Copy)]
pub(super) struct About {
    pub(super) order: i64,
    pub(super) payment: i64,
    pub(super) refund: Option<i64>,
}

/// Posts money that came in and bought something.
pub(super) fn sold(
    tx: &mut AnyConn,
    about: About,
    wallet: Wallet,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    post(tx, about, Account::at(wallet), Account::Sales, fen, now_ms)
}

/// Posts money that came in and bought nothing.
pub(super) fn owe(
    tx: &mut AnyConn,
    about: About,
    wallet: Wallet,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    post(tx, about, Account::at(wallet), Account::Owed, fen, now_ms)
}

/// Posts sold money that is to be refunded.
pub(super) fn owed(
    tx: &mut AnyConn,
    about: About,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    post(tx, about, Account::Sales, Account::Owed, fen, now_ms)
}

/// Posts owed money that was refunded.
pub(super) fn returned(
    tx: &mut AnyConn,
    about: About,
    wallet: Wallet,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    post(tx, about, Account::Owed, Account::at(wallet), fen, now_ms)
}

/// Money of a member's order that bought something, or that is given back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sale {
    pub(crate) order_id: i64,
    /// Money that was spent; negative for what is given back.
    pub(crate) fen: i64,
    pub(crate) at_ms: i64,
}

/// The sales of a member's orders since a time, and what was given back of them since then. The entries are found by the member's
/// orders and their payments.
pub(crate) fn sales_of(
    conn: &mut AnyConn,
    member_id: i64,
    from_ms: i64,
) -> Result<Vec<Sale>, StoreError> {
    let rows: Vec<(i64, i64, i64)> = ledger_entries::table
        .inner_join(payments::table.on(payments::id.eq(ledger_entries::payment_id)))
        .inner_join(orders::table.on(orders::id.eq(payments::order_id)))
        .filter(orders::member_id.eq(member_id))
        .filter(ledger_entries::account.eq(Account::Sales as i16))
        .filter(ledger_entries::created_ms.ge(from_ms))
        .select((
            ledger_entries::order_id,
            ledger_entries::amount_fen,
            ledger_entries::created_ms,
        ))
        .load(conn)?;
    let sale = |(order_id, amount_fen, at_ms): (i64, i64, i64)| Sale {
        order_id,
        fen: -amount_fen,
        at_ms,
    };
    Ok(rows.into_iter().map(sale).collect())
}

fn post(
    tx: &mut AnyConn,
    about: About,
    to: Account,
    from: Account,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let posting_id = new_id();
    for (account, amount_fen) in [(to, fen), (from, -fen)] {
        diesel::insert_into(ledger_entries::table)
            .values((
                ledger_entries::id.eq(new_id()),
                ledger_entries::posting_id.eq(posting_id),
                ledger_entries::account.eq(account as i16),
                ledger_entries::order_id.eq(about.order),
                ledger_entries::payment_id.eq(about.payment),
                ledger_entries::refund_id.eq(about.refund),
                ledger_entries::amount_fen.eq(amount_fen),
                ledger_entries::created_ms.eq(now_ms),
            ))
            .execute(tx)?;
    }
    Ok(())
}
