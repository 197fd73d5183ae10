//! Searched words and names of accounts in operators' lists of orders, refunds and bills.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::auth::Account;
use domain::orders::Wallet;

use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{members, orders, payments, refunds};
use crate::error::StoreError;
use crate::member;

/// Meaning of a keyword, which an index answers.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Order(i64),
    Member(i64),
    Nothing,
}

/// Finds what a keyword names: an order by any of its numbers, else a member by the account.
pub(super) fn meaning(conn: &mut AnyConn, keyword: &str) -> Result<Meaning, StoreError> {
    let number = keyword.trim().to_uppercase();
    let wallets: Vec<i16> = Wallet::ALL.iter().map(|wallet| wallet.code()).collect();
    let of_order = orders::table
        .filter(orders::number.eq(&number))
        .select(orders::id);
    let of_refund = refunds::table
        .filter(refunds::number.eq(&number))
        .select(refunds::order_id);
    let of_payment = payments::table
        .filter(among(payments::wallet, wallets))
        .filter(payments::trade_no.eq(keyword.trim()))
        .select(payments::order_id)
        .limit(1);
    let (order, refund, payment): (Option<i64>, Option<i64>, Option<i64>) = diesel::select((
        of_order.single_value(),
        of_refund.single_value(),
        of_payment.single_value(),
    ))
    .get_result(conn)?;
    if let Some(id) = order.or(refund).or(payment) {
        return Ok(Meaning::Order(id));
    }
    let Ok(account) = Account::parse(keyword) else {
        return Ok(Meaning::Nothing);
    };
    let found = member::find(conn, &account)?;
    Ok(found.map_or(Meaning::Nothing, |member| Meaning::Member(member.id)))
}

/// Accounts of members as operators see them in lists: numbers masked.
pub(super) fn names_of(
    conn: &mut AnyConn,
    ids: Vec<i64>,
) -> Result<HashMap<i64, String>, StoreError> {
    let rows: Vec<(i64, AccountRow)> = members::table
        .filter(among(members::id, ids))
        .select((members::id, ACCOUNT))
        .load(conn)?;
    let named = rows.into_iter().map(|(id, account)| (id, name_of(account)));
    Ok(named.collect())
}

/// User name, phone number and nickname of an account.
pub(super) type AccountRow = (Option<String>, Option<String>, String);
/// Columns of an [`AccountRow`].
pub(super) const ACCOUNT: (members::user_name, members::phone, members::nickname) =
    (members::user_name, members::phone, members::nickname);

/// Name of an account in lists of operators: the user name, else the masked number, else the nickname.
pub(super) fn name_of((user_name, phone, nickname): AccountRow) -> String {
    let phone = phone.map(|phone| member::masked(&phone));
    user_name.or(phone).unwrap_or(nickname)
}
