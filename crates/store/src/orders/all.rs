//! Orders of all members, as operators see them.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::auth::Account;
use domain::orders::{Kind, OrderState, Refusal, Wallet};

use super::model::{FullOrder, Order, OrderError};
use super::rows::Row;
use super::view;
use crate::Store;
use crate::audit::{Author, record_export};
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{members, orders, payments, refunds};
use crate::db::total::total;
use crate::error::StoreError;
use crate::member;

/// Filter of the orders of all members.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllFilter {
    /// One whole word: an order's, refund's or wallet's number, or a member's account.
    pub keyword: Option<String>,
    /// Only orders of this kind.
    pub kind: Option<Kind>,
    /// Only orders in this state.
    pub state: Option<OrderState>,
    /// Only orders paid by this wallet.
    pub wallet: Option<Wallet>,
    /// Only orders made at or after this time, Unix milliseconds.
    pub from_ms: Option<i64>,
    /// Only orders made before this time, Unix milliseconds.
    pub until_ms: Option<i64>,
}

/// An order with its member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedOrder {
    pub order: Order,
    /// Account of the member, its number masked.
    pub member: String,
}

/// A page of the orders of all members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllPage {
    /// Orders, the newest first.
    pub list: Vec<OwnedOrder>,
    /// Total number of orders.
    pub total: i64,
    /// Amount paid for the matching orders.
    pub paid_fen: i64,
    /// Amount refunded of the matching orders.
    pub refunded_fen: i64,
}

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

fn chosen(filter: &AllFilter, meant: Option<Meaning>) -> orders::BoxedQuery<'static, Backend> {
    let mut query = orders::table.into_boxed::<Backend>();
    match meant {
        None => {}
        Some(Meaning::Order(id)) => query = query.filter(orders::id.eq(id)),
        Some(Meaning::Member(id)) => query = query.filter(orders::member_id.eq(id)),
        Some(Meaning::Nothing) => query = query.filter(orders::id.eq(0)),
    }
    if let Some(kind) = filter.kind {
        query = query.filter(orders::kind.eq(kind.code()));
    }
    if let Some(state) = filter.state {
        query = query.filter(orders::state.eq(state.code()));
    }
    if let Some(wallet) = filter.wallet {
        query = query.filter(orders::wallet.eq(wallet.code()));
    }
    if let Some(from_ms) = filter.from_ms {
        query = query.filter(orders::created_ms.ge(from_ms));
    }
    if let Some(until_ms) = filter.until_ms {
        query = query.filter(orders::created_ms.lt(until_ms));
    }
    query
}

/// Orders of all members that pass the filter, the newest first; `limit` rows after `offset`.
pub async fn all_page(
    store: &Store,
    filter: AllFilter,
    (offset, limit): (i64, i64),
) -> Result<AllPage, StoreError> {
    store
        .run(move |conn| {
            let meant = match &filter.keyword {
                Some(keyword) => Some(meaning(conn, keyword)?),
                None => None,
            };
            let rows: Vec<(Row, AccountRow)> = chosen(&filter, meant)
                .inner_join(members::table)
                .order((orders::created_ms.desc(), orders::id.desc()))
                .offset(offset)
                .limit(limit)
                .select((Row::as_select(), ACCOUNT))
                .load(conn)?;
            let list: Vec<OwnedOrder> = rows
                .into_iter()
                .map(|(row, account)| {
                    Ok(OwnedOrder {
                        member: name_of(account),
                        order: row.try_into()?,
                    })
                })
                .collect::<Result<_, StoreError>>()?;
            // A first page that is not full has all that there is.
            let (total, paid_fen, refunded_fen) = match i64::try_from(list.len()) {
                Ok(count) if offset == 0 && count < limit => (
                    count,
                    list.iter().map(|owned| owned.order.paid_fen).sum(),
                    list.iter().map(|owned| owned.order.refunded_fen).sum(),
                ),
                _ => chosen(&filter, meant)
                    .select((
                        count_star(),
                        total(orders::paid_fen),
                        total(orders::refunded_fen),
                    ))
                    .first(conn)?,
            };
            Ok(AllPage {
                list,
                total,
                paid_fen,
                refunded_fen,
            })
        })
        .await
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
type AccountRow = (Option<String>, Option<String>, String);
const ACCOUNT: (members::user_name, members::phone, members::nickname) =
    (members::user_name, members::phone, members::nickname);

fn name_of((user_name, phone, nickname): AccountRow) -> String {
    let phone = phone.map(|phone| member::masked(&phone));
    user_name.or(phone).unwrap_or(nickname)
}

/// An order of any member with its lines, phones and refunds, and the member's account.
pub async fn info_of_any(store: &Store, order_id: i64) -> Result<(FullOrder, String), OrderError> {
    store
        .run(move |conn| {
            let row: Option<Row> = orders::table
                .find(order_id)
                .select(Row::as_select())
                .first(conn)
                .optional()?;
            let row = row.ok_or(Refusal::Absent)?;
            let member_id = row.member_id;
            let name = names_of(conn, vec![member_id])?.remove(&member_id);
            Ok((view::full(conn, row)?, name.unwrap_or_default()))
        })
        .await
}

/// Notes in the audit that orders left the server in a file.
pub async fn note_export(store: &Store, author: Author, count: usize) -> Result<(), StoreError> {
    store
        .write(move |tx| Ok(record_export(tx, &author, "order.export", "order", count)?))
        .await
}
