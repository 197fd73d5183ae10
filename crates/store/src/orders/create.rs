//! Making an order: priced by the server, its phones reserved, made once however often the call is repeated.

use diesel::prelude::*;
use domain::agreements::Kind as Agreement;
use domain::notices::Alert;
use domain::orders::{DOUBLE_CLICK_MS, Key, OrderRules, OrderState, Refusal};
use domain::text::display::{format_fen, format_time};

use super::fulfil::fulfil;
use super::model::{FullOrder, Line, NewOrder, OrderError};
use super::money_back::tell;
use super::price::{Priced, priced};
use super::rows::Row;
use super::view;
use crate::Store;
use crate::agreements::{self, Outdated};
use crate::db::conn::AnyConn;
use crate::db::schema::{order_lines, orders};
use crate::error::StoreError;
use crate::points::PointOrder;
use crate::secrets::{digest, new_id, picks};
use crate::session::Actor;
use crate::{member, phones, points};

/// Alphabet of the random part of an order's number, after the day: the numbers of others cannot be guessed.
const NUMBER_ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// Length of the random part: wallets take 32 characters, and attempts and refunds add a letter and their count.
const NUMBER_CHARS: usize = 12;

/// Makes an order, or answers with the one that the same call made before.
pub async fn create(
    store: &Store,
    actor: &Actor,
    rules: OrderRules,
    new: NewOrder,
    key: Option<Key>,
    now_ms: i64,
) -> Result<FullOrder, OrderError> {
    if !new.agreed {
        return Err(Refusal::Agreement.into());
    }
    let actor = actor.clone();
    let key_hash = key.map(|key| digest(key.as_str()));
    let body = serde_json::to_string(&new).map_err(|_| StoreError::Corrupt("an order's text"))?;
    let body_hash = digest(&body);
    store
        .write(move |tx| {
            // The orders of a member are made one by one: none is made twice, none above the limit.
            member::lock(tx, actor.member_id())?;
            if let Some(row) = before(tx, &actor, key_hash.as_deref(), &body_hash, now_ms)? {
                return Ok(view::full(tx, row)?);
            }
            let open: i64 = orders::table
                .filter(orders::member_id.eq(actor.member_id()))
                .filter(orders::state.eq(OrderState::Waiting.code()))
                .count()
                .get_result(tx)?;
            if open >= rules.open_max {
                return Err(Refusal::Open.into());
            }
            let mut priced = priced(tx, &actor, &rules, &new.draft, now_ms)?;
            let available = points::available(tx, actor.member_id(), now_ms)?;
            let most = rules.points.most(priced.total_fen, available);
            priced.pay_by_points(new.points, most)?;
            if priced.total_fen != new.expected_total_fen {
                return Err(Refusal::Price {
                    total_fen: priced.total_fen,
                }
                .into());
            }
            let id = new_id();
            if let Some((configuration_id, carrier, count)) = priced.stock
                && !phones::reserve(tx, id, configuration_id, carrier, count)?
            {
                return Err(Refusal::SoldOut.into());
            }
            let shown = (Agreement::Authorization, new.agreement);
            let agreement_id = agreements::accept(tx, actor.member_id(), shown, now_ms)?
                .map_err(|Outdated| Refusal::AgreementChanged)?;
            let asked = OrderToStore {
                id,
                member_id: actor.member_id(),
                agreement_id,
                key_hash,
                body_hash,
                deadline_ms: now_ms.saturating_add(rules.pay_ms),
                number: number(&rules, now_ms),
                is_auto: false,
                points: PointOrder {
                    id,
                    member_id: actor.member_id(),
                    kind: priced.kind,
                    points: new.points,
                    rate: rules.points.earned_per_yuan,
                },
                now_ms,
            };
            if !place(tx, &asked, &priced)? {
                return Err(Refusal::Points { most }.into());
            }
            let row = orders::table.find(id).select(Row::as_select()).first(tx)?;
            Ok(view::full(tx, row)?)
        })
        .await
}

/// The order that this call made before: found by its key, or without one as the other half of a double click.
fn before(
    tx: &mut AnyConn,
    actor: &Actor,
    key_hash: Option<&str>,
    body_hash: &str,
    now_ms: i64,
) -> Result<Option<Row>, OrderError> {
    let mine = orders::table.filter(orders::member_id.eq(actor.member_id()));
    if let Some(key_hash) = key_hash {
        let made: Option<Row> = mine
            .filter(orders::key_hash.eq(key_hash))
            .select(Row::as_select())
            .first(tx)
            .optional()?;
        return match made {
            Some(row) if row.body_hash != body_hash => Err(Refusal::Key.into()),
            made => Ok(made),
        };
    }
    Ok(mine
        .filter(orders::key_hash.is_null())
        .filter(orders::body_hash.eq(body_hash))
        .filter(orders::state.eq(OrderState::Waiting.code()))
        .filter(orders::created_ms.gt(now_ms - DOUBLE_CLICK_MS))
        .filter(orders::created_ms.lt(now_ms + DOUBLE_CLICK_MS))
        .order((orders::created_ms.desc(), orders::id))
        .select(Row::as_select())
        .first(tx)
        .optional()?)
}

/// Stores an order with its points and lines. One that points pay alone is fulfilled at once. False, and to be rolled back, when the points
/// are not there.
pub(super) fn place(
    tx: &mut AnyConn,
    asked: &OrderToStore,
    priced: &Priced,
) -> Result<bool, OrderError> {
    insert(tx, asked, priced)?;
    if !points::reserve(tx, &asked.points, asked.now_ms)? {
        return Ok(false);
    }
    for (position, line) in (0..).zip(&priced.lines) {
        insert_line(tx, asked.id, position, line)?;
    }
    if priced.total_fen == 0 {
        by_points(tx, asked)?;
    }
    Ok(true)
}

/// Marks an order that points pay alone, and fulfils it.
fn by_points(tx: &mut AnyConn, asked: &OrderToStore) -> Result<(), OrderError> {
    let row: Row = orders::table
        .find(asked.id)
        .select(Row::as_select())
        .first(tx)?;
    if fulfil(tx, &row, asked.now_ms)?.is_none() {
        return Err(Refusal::SoldOut.into());
    }
    diesel::update(orders::table.find(asked.id))
        .set((
            orders::state.eq(OrderState::Paid.code()),
            orders::due_ms.eq(None::<i64>),
            orders::paid_ms.eq(asked.now_ms),
        ))
        .execute(tx)?;
    points::settle(tx, &asked.points, 0, asked.now_ms)?;
    if asked.is_auto {
        return Ok(());
    }
    Ok(tell(
        tx,
        &row,
        Alert::OrderPaid,
        format_fen(0),
        asked.now_ms,
    )?)
}

/// A new order number: the day in the set zone, then random characters.
pub(super) fn number(rules: &OrderRules, now_ms: i64) -> String {
    let day: String = format_time(now_ms, rules.zone.offset_minutes(now_ms))
        .chars()
        .filter(char::is_ascii_digit)
        .take(8)
        .collect();
    day + &picks(NUMBER_ALPHABET, NUMBER_CHARS)
}

/// An order to be stored, apart from what it is about.
pub(super) struct OrderToStore {
    pub(super) id: i64,
    pub(super) member_id: i64,
    /// The version of the agreement that was accepted.
    pub(super) agreement_id: Option<i64>,
    pub(super) number: String,
    /// Whether the rental renews itself: its member gets one message about all such phones, not one for each order.
    pub(super) is_auto: bool,
    pub(super) points: PointOrder,
    pub(super) key_hash: Option<String>,
    pub(super) body_hash: String,
    pub(super) deadline_ms: i64,
    pub(super) now_ms: i64,
}

fn insert(tx: &mut AnyConn, asked: &OrderToStore, priced: &Priced) -> Result<(), StoreError> {
    let (configuration_id, carrier) = priced
        .stock
        .map_or((None, None), |(id, carrier, _)| (Some(id), carrier));
    diesel::insert_into(orders::table)
        .values((
            (
                orders::id.eq(asked.id),
                orders::number.eq(&asked.number),
                orders::member_id.eq(asked.member_id),
                orders::kind.eq(priced.kind.code()),
                orders::state.eq(OrderState::Waiting.code()),
                orders::created_ms.eq(asked.now_ms),
                orders::deadline_ms.eq(asked.deadline_ms),
                orders::due_ms.eq(asked.deadline_ms),
                orders::key_hash.eq(&asked.key_hash),
                orders::body_hash.eq(&asked.body_hash),
            ),
            (
                orders::agreed_ms.eq(asked.now_ms),
                orders::agreement_id.eq(asked.agreement_id),
                orders::configuration_id.eq(configuration_id),
                orders::carrier.eq(carrier),
                orders::spec_name.eq(&priced.spec_name.zh),
                orders::spec_name_en.eq(&priced.spec_name.en),
                orders::package_days.eq(priced.package_days),
                orders::quantity.eq(priced.quantity),
                orders::unit_fen.eq(priced.unit_fen),
                orders::list_fen.eq(priced.list_fen),
                orders::total_fen.eq(priced.total_fen),
                orders::paid_fen.eq(0),
                orders::refunded_fen.eq(0),
                orders::points.eq(asked.points.points),
                orders::points_rate.eq(asked.points.rate),
            ),
        ))
        .execute(tx)?;
    Ok(())
}

fn insert_line(
    tx: &mut AnyConn,
    order_id: i64,
    position: i32,
    line: &Line,
) -> Result<(), StoreError> {
    diesel::insert_into(order_lines::table)
        .values((
            (
                order_lines::order_id.eq(order_id),
                order_lines::position.eq(position),
                order_lines::phone_id.eq(line.phone_id),
                order_lines::owl_id.eq(&line.owl_id),
                order_lines::alias.eq(&line.alias),
                order_lines::package_id.eq(line.package_id),
                order_lines::days.eq(line.days),
                order_lines::quantity.eq(line.quantity),
            ),
            (
                order_lines::list_fen.eq(line.list_fen),
                order_lines::unit_fen.eq(line.unit_fen),
                order_lines::total_fen.eq(line.total_fen),
                order_lines::bought_ms.eq(line.bought_ms),
                order_lines::align_ms.eq(line.align_ms),
                order_lines::old_expire_ms.eq(line.old_expire_ms),
                order_lines::new_expire_ms.eq(line.new_expire_ms),
            ),
        ))
        .execute(tx)?;
    Ok(())
}
