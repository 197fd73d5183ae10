//! Order records: a page of them, and one with its lines, phones and refunds.

use diesel::dsl::{count_star, exists};
use diesel::prelude::*;
use domain::orders::Refusal;

use super::model::{Filter, FullOrder, Order, OrderError, OrderPage, OrderPhone, RefundInfo};
use super::money_back::paid_of;
use super::refunds::refundable_fen;
use super::rows::{RefundLine, Row, lines};
use crate::Store;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::schema::{order_lines, order_phones, orders, phones, refunds};
use crate::db::search::containing;
use crate::db::total::total;
use crate::error::StoreError;
use crate::session::Actor;

type Query = orders::BoxedQuery<'static, Backend>;

/// The actor's orders, newest first; `limit` rows after `offset`.
pub async fn page(
    store: &Store,
    actor: &Actor,
    filter: Filter,
    window: (i64, i64),
) -> Result<OrderPage, StoreError> {
    page_of(store, actor.member_id(), filter, window).await
}

/// A member's orders, newest first; `limit` rows after `offset`.
pub async fn page_of(
    store: &Store,
    member_id: i64,
    filter: Filter,
    (offset, limit): (i64, i64),
) -> Result<OrderPage, StoreError> {
    store
        .run(move |conn| {
            let query = || chosen(member_id, &filter);
            let (total, paid_fen, refunded_fen): (i64, i64, i64) = query()
                .select((
                    count_star(),
                    total(orders::paid_fen),
                    total(orders::refunded_fen),
                ))
                .first(conn)?;
            let rows: Vec<Row> = query()
                .order((orders::created_ms.desc(), orders::id.desc()))
                .offset(offset)
                .limit(limit)
                .select(Row::as_select())
                .load(conn)?;
            Ok(OrderPage {
                list: rows
                    .into_iter()
                    .map(Order::try_from)
                    .collect::<Result<_, _>>()?,
                total,
                paid_fen,
                refunded_fen,
            })
        })
        .await
}

/// The query of a member's orders that match.
fn chosen(member_id: i64, filter: &Filter) -> Query {
    let mut query = orders::table
        .filter(orders::member_id.eq(member_id))
        .into_boxed::<Backend>();
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
    match filter.keyword.as_deref() {
        None | Some("") => query,
        Some(keyword) => by_keyword(query, member_id, keyword),
    }
}

/// Filters by a part of a number, of a configuration's name, or of a phone's name or id.
fn by_keyword(query: Query, member_id: i64, keyword: &str) -> Query {
    // Numbers and ids are in capitals.
    let capitals = keyword.to_uppercase();
    let like_its_numbers = contains(orders::number, &capitals)
        .nullable()
        .or(orders::trade_no.like(containing(keyword)).escape('\\'));
    let like_its_name =
        contains(orders::spec_name, keyword).or(contains(orders::spec_name_en, keyword));
    let renewed = order_lines::table
        .filter(order_lines::order_id.eq(orders::id))
        .filter(
            order_lines::alias
                .like(containing(keyword))
                .escape('\\')
                .or(order_lines::owl_id.like(containing(&capitals)).escape('\\')),
        );
    // A phone of another member by now is known by its former name.
    let named = contains(phones::alias_key, &domain::text::key(keyword))
        .and(phones::owner_id.eq(member_id));
    let bought = order_phones::table
        .inner_join(phones::table)
        .filter(order_phones::order_id.eq(orders::id))
        .filter(
            contains(order_phones::alias, keyword)
                .or(contains(phones::owl_id, &capitals))
                .nullable()
                .or(named),
        );
    query.filter(
        like_its_numbers
            .or(like_its_name)
            .or(exists(renewed))
            .or(exists(bought)),
    )
}

/// An order of the actor with its lines, phones and refunds.
pub async fn info(store: &Store, actor: &Actor, order_id: i64) -> Result<FullOrder, OrderError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let row: Option<Row> = orders::table
                .find(order_id)
                .filter(orders::member_id.eq(member_id))
                .select(Row::as_select())
                .first(conn)
                .optional()?;
            Ok(full(conn, row.ok_or(Refusal::Absent)?)?)
        })
        .await
}

pub(super) fn full(conn: &mut AnyConn, row: Row) -> Result<FullOrder, StoreError> {
    let lines = lines(conn, row.id)?;
    let phones: Vec<(String, i64, String, Option<i64>, String)> = order_phones::table
        .inner_join(phones::table)
        .filter(order_phones::order_id.eq(row.id))
        .order(phones::owl_id)
        .select((
            order_phones::alias,
            phones::id,
            phones::owl_id,
            phones::owner_id,
            phones::alias,
        ))
        .load(conn)?;
    let refunds: Vec<RefundLine> = refunds::table
        .filter(refunds::order_id.eq(row.id))
        .order((refunds::created_ms, refunds::id))
        .select(RefundLine::as_select())
        .load(conn)?;
    let refundable_fen = match paid_of(conn, &row)? {
        Some(paid) => refundable_fen(conn, &row, &paid)?,
        None => 0,
    };
    let member_id = row.member_id;
    Ok(FullOrder {
        order: row.try_into()?,
        lines: lines.into_iter().map(Into::into).collect(),
        phones: phones
            .into_iter()
            .map(|(first, phone_id, owl_id, owner_id, alias)| {
                let gone = owner_id != Some(member_id);
                OrderPhone {
                    phone_id,
                    owl_id,
                    alias: if gone { first } else { alias },
                    gone,
                }
            })
            .collect(),
        refunds: refunds
            .into_iter()
            .map(RefundInfo::try_from)
            .collect::<Result<_, _>>()?,
        refundable_fen,
    })
}
