//! Orders of all members, as operators see them.

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::orders::{Kind, OrderState, Refusal, Wallet};

use super::keyword::{ACCOUNT, AccountRow, Meaning, meaning, name_of, names_of};
use super::model::{FullOrder, Order, OrderError};
use super::rows::Row;
use super::view;
use crate::Store;
use crate::audit::{Author, record_export};
use crate::db::conn::Backend;
use crate::db::schema::{members, orders};
use crate::db::total::total;
use crate::error::StoreError;

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
