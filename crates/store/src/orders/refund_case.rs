//! A refund with what an operator decides it by: evidence out of stored rows, and what happened when.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::orders::refund::{Bought, RefundState, unused_fen};
use domain::orders::{Refusal, Wallet};
use domain::permissions::REFUND_ORDERS;

use super::keyword::names_of;
use super::model::{OrderError, RefundRow};
use super::money_back::{is_untouched, paid_of};
use super::rows::{LineRow, RefundLine, Row, lines, wallet_of};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{operations, order_phones, orders, payments, refunds, seats};
use crate::error::StoreError;
use crate::session::Actor;

/// Time within which a member's other refunds are counted.
const HISTORY_MS: i64 = 365 * domain::orders::DAY_MS;

/// Facts that speak for a refund, against it, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence {
    /// Whether nothing of the goods was used, changed or is gone.
    pub untouched: bool,
    /// Phones that somebody opened since they were paid.
    pub opened: i64,
    /// Operations on the phones since they were paid, but for refused ones.
    pub operations: i64,
    /// Operations that failed, of those counted in `operations`.
    pub failed: i64,
    /// Other refunds of the member that were agreed to within 12 months.
    pub refunds: i64,
    /// Money that the member paid within 12 months.
    pub spent_fen: i64,
    /// Days that were bought; none where the lines differ.
    pub days: Option<i64>,
    /// Begun days of them; none where the lines differ.
    pub used_days: Option<i64>,
    /// Worth of the whole days that are left, never more than is asked.
    pub unused_fen: i64,
}

/// An event of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The order was paid.
    Paid {
        /// Wallet; none: by points alone.
        wallet: Option<Wallet>,
        /// The wallet's number.
        trade_no: Option<String>,
        /// Amount that the wallet took, in fen.
        fen: i64,
    },
    /// Phones came to the member.
    HandedOver {
        /// Number of phones.
        phones: i64,
    },
    /// A phone was opened, for the last time so far.
    Opened,
    /// The first operation on a phone failed.
    Failed {
        /// Failed operations in all.
        count: i64,
    },
    /// The refund was asked for.
    Asked,
    /// The refund was decided.
    Decided {
        /// Account of the operator; none: by the server.
        by: Option<String>,
        /// Whether it was agreed to.
        agreed: bool,
    },
    /// The money was back.
    Done,
}

/// A refund with all that is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundCase {
    /// The refund, its order and its member.
    pub row: RefundRow,
    pub member_id: i64,
    /// Phones that the order concerns.
    pub phone_ids: Vec<i64>,
    /// Amount that was paid.
    pub paid_fen: i64,
    pub evidence: Evidence,
    /// The events, the oldest first.
    pub events: Vec<(i64, Event)>,
}

/// A refund with its evidence.
pub async fn refund_case(
    store: &Store,
    actor: &Actor,
    number: String,
    now_ms: i64,
) -> Result<RefundCase, OrderError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            let found: Option<(RefundLine, Row)> = refunds::table
                .inner_join(orders::table)
                .filter(refunds::number.eq(&number))
                .select((RefundLine::as_select(), Row::as_select()))
                .first(conn)
                .optional()?;
            let (refund, order) = found
                .filter(|_| actor.holds(REFUND_ORDERS))
                .ok_or(Refusal::RefundAbsent)?;
            Ok(case(conn, refund, order, now_ms)?)
        })
        .await
}

fn case(
    conn: &mut AnyConn,
    refund: RefundLine,
    order: Row,
    now_ms: i64,
) -> Result<RefundCase, StoreError> {
    let paid_ms = order.paid_ms.unwrap_or(now_ms);
    let brought: Vec<i64> = order_phones::table
        .filter(order_phones::order_id.eq(order.id))
        .order(order_phones::phone_id)
        .select(order_phones::phone_id)
        .load(conn)?;
    let lines = lines(conn, order.id)?;
    let named = lines.iter().filter_map(|line| line.phone_id);
    let mut phone_ids = brought.clone();
    phone_ids.extend(named);
    let use_of = use_of(conn, &phone_ids, paid_ms)?;
    let (refunds, spent_fen) = history(conn, &order, refund.id, now_ms)?;
    let (paid_fen, untouched) = match paid_of(conn, &order)? {
        Some(paid) => (paid.amount_fen, is_untouched(conn, &order, now_ms)?),
        None => (0, false),
    };
    let bought = bought_of(&lines, paid_ms);
    let left = unused_fen(paid_fen, &bought, now_ms);
    let days = alike(bought.iter().map(|one| one.days));
    let used_days = alike(bought.iter().map(|one| one.days - one.left_days(now_ms)));
    let evidence = Evidence {
        untouched,
        opened: use_of.opened,
        operations: use_of.operations,
        failed: use_of.failed,
        refunds,
        spent_fen,
        days,
        used_days,
        unused_fen: left.min(refund.amount_fen),
    };
    let events = events(conn, &order, &refund, &use_of, (paid_fen, brought.len()))?;
    let member = names_of(conn, vec![order.member_id])?.remove(&order.member_id);
    Ok(RefundCase {
        member_id: order.member_id,
        phone_ids,
        paid_fen,
        evidence,
        events,
        row: RefundRow {
            refund: refund.try_into()?,
            order: order.try_into()?,
            member: member.unwrap_or_default(),
        },
    })
}

/// The value that all have in common; none where they differ, or there is none.
fn alike(mut values: impl Iterator<Item = i64>) -> Option<i64> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

fn bought_of(lines: &[LineRow], paid_ms: i64) -> Vec<Bought> {
    let bought = |line: &LineRow| Bought {
        fen: line.total_fen,
        days: line.days,
        // New phones run from the payment on; a renewal has an end of its own.
        until_ms: line
            .new_expire_ms
            .unwrap_or(paid_ms.saturating_add(line.bought_ms)),
    };
    lines.iter().map(bought).collect()
}

/// Use of the phones since they were paid.
struct Use {
    opened: i64,
    last_opened_ms: Option<i64>,
    operations: i64,
    failed: i64,
    first_failed_ms: Option<i64>,
}

fn use_of(conn: &mut AnyConn, phone_ids: &[i64], since_ms: i64) -> Result<Use, StoreError> {
    let (opened, last_opened_ms): (i64, Option<i64>) = seats::table
        .filter(among(seats::phone_id, phone_ids))
        .filter(seats::played_ms.ge(since_ms))
        .select((count_star(), diesel::dsl::max(seats::played_ms)))
        .first(conn)?;
    let done: Vec<(Option<i64>, Option<String>)> = operations::table
        .filter(among(operations::phone_id, phone_ids))
        .filter(operations::created_ms.ge(since_ms))
        .filter(operations::refusal.is_null())
        .select((operations::ended_ms, operations::reason))
        .load(conn)?;
    let failed: Vec<i64> = done
        .iter()
        .filter(|(_, reason)| reason.is_some())
        .filter_map(|(ended_ms, _)| *ended_ms)
        .collect();
    let count = |rows: usize| i64::try_from(rows).unwrap_or(i64::MAX);
    Ok(Use {
        opened,
        last_opened_ms,
        operations: count(done.len()),
        failed: count(failed.len()),
        first_failed_ms: failed.into_iter().min(),
    })
}

/// Sums the member's other refunds that were agreed to, and what the member paid, within 12 months.
fn history(
    conn: &mut AnyConn,
    order: &Row,
    refund_id: i64,
    now_ms: i64,
) -> Result<(i64, i64), StoreError> {
    let agreed = RefundState::ALL.iter().filter(|state| state.agreed());
    let agreed: Vec<i16> = agreed.map(|state| state.code()).collect();
    let refunds: i64 = refunds::table
        .inner_join(orders::table)
        .filter(orders::member_id.eq(order.member_id))
        .filter(refunds::id.ne(refund_id))
        .filter(refunds::created_ms.ge(now_ms - HISTORY_MS))
        .filter(among(refunds::state, agreed))
        .count()
        .get_result(conn)?;
    let spent_fen: i64 = orders::table
        .filter(orders::member_id.eq(order.member_id))
        .filter(orders::created_ms.ge(now_ms - HISTORY_MS))
        .select(crate::db::total::total(orders::paid_fen))
        .first(conn)?;
    Ok((refunds, spent_fen))
}

fn events(
    conn: &mut AnyConn,
    order: &Row,
    refund: &RefundLine,
    use_of: &Use,
    (paid_fen, phones): (i64, usize),
) -> Result<Vec<(i64, Event)>, StoreError> {
    let mut events = Vec::new();
    let payment: Option<(i16, String, i64)> = match refund.payment_id {
        Some(id) => payments::table
            .find(id)
            .select((payments::wallet, payments::trade_no, payments::paid_ms))
            .first(conn)
            .optional()?,
        None => None,
    };
    match (payment, order.paid_ms) {
        (Some((wallet, trade_no, at_ms)), _) => events.push((
            at_ms,
            Event::Paid {
                wallet: Some(wallet_of(wallet)?),
                trade_no: Some(trade_no),
                fen: paid_fen,
            },
        )),
        (None, Some(at_ms)) => events.push((
            at_ms,
            Event::Paid {
                wallet: None,
                trade_no: None,
                fen: paid_fen,
            },
        )),
        (None, None) => {}
    }
    if let Some(at_ms) = order.paid_ms.filter(|_| phones > 0) {
        let phones = i64::try_from(phones).unwrap_or(i64::MAX);
        events.push((at_ms, Event::HandedOver { phones }));
    }
    if let Some(at_ms) = use_of.last_opened_ms {
        events.push((at_ms, Event::Opened));
    }
    if let Some(at_ms) = use_of.first_failed_ms {
        let count = use_of.failed;
        events.push((at_ms, Event::Failed { count }));
    }
    events.push((refund.created_ms, Event::Asked));
    let state = refund.state()?;
    if let Some(at_ms) = refund.decided_ms {
        let mut names: HashMap<i64, String> = match refund.decided_by {
            Some(id) => names_of(conn, vec![id])?,
            None => HashMap::new(),
        };
        let by = refund.decided_by.and_then(|id| names.remove(&id));
        let agreed = state.agreed();
        events.push((at_ms, Event::Decided { by, agreed }));
    }
    if let Some(at_ms) = refund.done_ms.filter(|_| state == RefundState::Done) {
        events.push((at_ms, Event::Done));
    }
    // The sort is stable: what happened in one moment stays in this order.
    events.sort_by_key(|(at_ms, _)| *at_ms);
    Ok(events)
}
