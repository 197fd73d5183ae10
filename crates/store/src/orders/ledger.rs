//! Double entry: each posting adds up to nothing, so that no fen comes from nowhere or goes there.

use diesel::prelude::*;
use domain::orders::Wallet;

use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::ledger_entries;
use crate::secrets::new_id;

/// Where money is or comes from; stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Account {
    AtAlipay = 1,
    AtWechatPay = 2,
    Sales = 3,
    /// To be given back to members.
    Owed = 4,
}

impl Account {
    const fn at(wallet: Wallet) -> Self {
        match wallet {
            Wallet::Alipay => Self::AtAlipay,
            Wallet::WechatPay => Self::AtWechatPay,
        }
    }
}

/// What a posting is about, by ids.
#[derive(Debug, Clone, Copy)]
pub(super) struct About {
    pub(super) order: i64,
    pub(super) payment: i64,
    pub(super) refund: Option<i64>,
}

/// Money came in and bought something.
pub(super) fn sold(
    tx: &mut AnyConn,
    about: About,
    wallet: Wallet,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    post(tx, about, Account::at(wallet), Account::Sales, fen, now_ms)
}

/// Money came in and bought nothing.
pub(super) fn taken(
    tx: &mut AnyConn,
    about: About,
    wallet: Wallet,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    post(tx, about, Account::at(wallet), Account::Owed, fen, now_ms)
}

/// What was sold is to be given back.
pub(super) fn owed(
    tx: &mut AnyConn,
    about: About,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    post(tx, about, Account::Sales, Account::Owed, fen, now_ms)
}

/// What was owed went back.
pub(super) fn returned(
    tx: &mut AnyConn,
    about: About,
    wallet: Wallet,
    fen: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    post(tx, about, Account::Owed, Account::at(wallet), fen, now_ms)
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
