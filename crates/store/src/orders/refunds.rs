//! Refunds: requests, decisions and reports of the wallets.

use diesel::prelude::*;
use domain::notices::Alert;
use domain::orders::refund::{Cause, Decision, REFUNDS_MAX, RefundState, decision};
use domain::orders::{OrderState, Reason, Refusal, schedule};
use domain::permissions::REFUND_ORDERS;
use domain::text::display::format_fen;

use super::keyword::{Meaning, meaning, names_of};
use super::ledger::{self, About};
use super::model::{
    Changed, OrderError, Outcome, RefundInfo, RefundPage, RefundRow, Requested, Verdict,
};
use super::money_back::{Fulfilment, New, agree, is_untouched, note, paid_of, settle_state, tell};
use super::rows::{RefundLine, Row, locked, wallet_of};
use crate::Store;
use crate::audit;
use crate::db::conn::AnyConn;
use crate::db::schema::{orders, pay_attempts, payments, refunds};
use crate::error::StoreError;
use crate::session::Actor;

/// Asks for a refund: of the whole amount that is left, or a part. Fresh and untouched orders are refunded at once, others
/// wait for an operator.
pub async fn request_refund(
    store: &Store,
    actor: &Actor,
    order_id: i64,
    reason: Reason,
    amount_fen: Option<i64>,
    now_ms: i64,
) -> Result<Requested, OrderError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let order = locked(tx, order_id)?
                .filter(|order| order.member_id == member_id)
                .ok_or(Refusal::Absent)?;
            let paid = paid_of(tx, &order)?.ok_or(Refusal::NothingBack)?;
            let left_fen = refundable_fen(tx, &order, &paid)?;
            if left_fen == 0 {
                return Err(Refusal::NothingBack.into());
            }
            let amount_fen = amount_fen.unwrap_or(left_fen);
            if !(1..=left_fen).contains(&amount_fen) {
                return Err(Refusal::Amount.into());
            }
            let new = New {
                payment_id: paid.payment_id,
                amount_fen,
                cause: Cause::Asked,
                reason: reason.as_str(),
            };
            let refund = note(tx, &order, &new, now_ms)?.ok_or(Refusal::Amount)?;
            let whole = amount_fen == paid.amount_fen;
            let untouched = is_untouched(tx, &order, now_ms)?;
            let phone_ids = match decision(order.kind()?, whole, paid.paid_ms, untouched, now_ms) {
                Decision::AtOnce => agree(tx, &order, &paid, &refund, None, now_ms)?,
                Decision::Operator => Vec::new(),
            };
            Ok(Requested {
                refund: found(tx, refund.id)?.try_into()?,
                changed: changed(tx, &order, phone_ids)?,
            })
        })
        .await
}

/// Amount of an order for which a refund can be asked now.
pub(super) fn refundable_fen(
    tx: &mut AnyConn,
    order: &Row,
    paid: &Fulfilment,
) -> Result<i64, StoreError> {
    let (asked, all): (i64, i64) = {
        let of = || refunds::table.filter(refunds::order_id.eq(order.id));
        let asked = of()
            .filter(refunds::state.eq(RefundState::Asked.code()))
            .count()
            .get_result(tx)?;
        (asked, of().count().get_result(tx)?)
    };
    if asked > 0 || all >= REFUNDS_MAX {
        return Ok(0);
    }
    Ok(paid.amount_fen - paid.refund_fen)
}

fn found(tx: &mut AnyConn, id: i64) -> Result<RefundLine, StoreError> {
    Ok(refunds::table
        .find(id)
        .select(RefundLine::as_select())
        .first(tx)?)
}

fn changed(tx: &mut AnyConn, order: &Row, phone_ids: Vec<i64>) -> Result<Changed, StoreError> {
    let state: i16 = orders::table
        .find(order.id)
        .select(orders::state)
        .first(tx)?;
    let state = OrderState::from_code(state).ok_or(StoreError::Corrupt("order state"))?;
    Ok(order.changed(state, phone_ids))
}

/// Loads a refund with its order, locked until this transaction ends.
fn held(tx: &mut AnyConn, number: &str) -> Result<Option<(Row, RefundLine)>, StoreError> {
    let by_number = || refunds::table.filter(refunds::number.eq(number));
    let order_id: Option<i64> = by_number().select(refunds::order_id).first(tx).optional()?;
    let Some(order_id) = order_id else {
        return Ok(None);
    };
    let order = locked(tx, order_id)?.ok_or(StoreError::Corrupt("a refund's order"))?;
    let refund = by_number().select(RefundLine::as_select()).first(tx)?;
    Ok(Some((order, refund)))
}

/// Applies an operator's decision about a refund.
pub async fn decide_refund(
    store: &Store,
    actor: &Actor,
    number: String,
    verdict: Verdict,
    now_ms: i64,
) -> Result<Changed, OrderError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let (order, refund) = held(tx, &number)?
                .filter(|_| actor.holds(REFUND_ORDERS))
                .ok_or(Refusal::RefundAbsent)?;
            let before = refund.values();
            let (id, order_id) = (refund.id, order.id);
            let kind = match &verdict {
                Verdict::Approve { .. } => "refund.approve",
                Verdict::Refuse { .. } => "refund.refuse",
                Verdict::Retry => "refund.retry",
            };
            let phone_ids = match (verdict, refund.state()?) {
                (Verdict::Approve { amount_fen, note }, RefundState::Asked) => {
                    approve(tx, &order, refund, (amount_fen, note), &actor, now_ms)?
                }
                (Verdict::Refuse { reason }, RefundState::Asked) => {
                    refuse(tx, &order, &refund, &reason, &actor, now_ms)?;
                    Vec::new()
                }
                (Verdict::Retry, RefundState::Failed) => {
                    diesel::update(refunds::table.find(refund.id))
                        .set((
                            refunds::state.eq(RefundState::Queued.code()),
                            refunds::decided_by.eq(actor.member_id()),
                            refunds::tries.eq(0),
                            refunds::due_ms.eq(now_ms),
                        ))
                        .execute(tx)?;
                    Vec::new()
                }
                _ => return Err(Refusal::RefundAbsent.into()),
            };
            let decided: RefundLine = refunds::table
                .find(id)
                .select(RefundLine::as_select())
                .first(tx)?;
            audit::record_change(
                tx,
                (&actor, now_ms),
                kind,
                ("order", order_id),
                [Some(before), Some(decided.values())],
            )?;
            Ok(changed(tx, &order, phone_ids)?)
        })
        .await
}

fn approve(
    tx: &mut AnyConn,
    order: &Row,
    mut refund: RefundLine,
    (amount_fen, note): (Option<i64>, Option<Reason>),
    actor: &Actor,
    now_ms: i64,
) -> Result<Vec<i64>, OrderError> {
    let amount_fen = amount_fen.unwrap_or(refund.amount_fen);
    if !(1..=refund.amount_fen).contains(&amount_fen) {
        return Err(Refusal::Amount.into());
    }
    release(tx, &refund, refund.amount_fen - amount_fen)?;
    diesel::update(refunds::table.find(refund.id))
        .set((
            refunds::amount_fen.eq(amount_fen),
            refunds::note.eq(note.as_ref().map(Reason::as_str)),
        ))
        .execute(tx)?;
    refund.amount_fen = amount_fen;
    let paid = paid_of(tx, order)?.ok_or(Refusal::NothingBack)?;
    let decided_by = Some(actor.member_id());
    Ok(agree(tx, order, &paid, &refund, decided_by, now_ms)?)
}

fn refuse(
    tx: &mut AnyConn,
    order: &Row,
    refund: &RefundLine,
    reason: &Reason,
    actor: &Actor,
    now_ms: i64,
) -> Result<(), StoreError> {
    release(tx, refund, refund.amount_fen)?;
    diesel::update(refunds::table.find(refund.id))
        .set((
            refunds::state.eq(RefundState::Refused.code()),
            refunds::answer.eq(reason.as_str()),
            refunds::decided_by.eq(actor.member_id()),
            refunds::decided_ms.eq(now_ms),
        ))
        .execute(tx)?;
    let words = reason.as_str().to_owned();
    tell(tx, order, Alert::RefundRefused, words, now_ms)
}

/// Releases the reserved amount of a refund. Points are reserved by the refund's row alone.
fn release(tx: &mut AnyConn, refund: &RefundLine, fen: i64) -> Result<(), StoreError> {
    if let Some(payment_id) = refund.payment_id {
        diesel::update(payments::table.find(payment_id))
            .set(payments::refund_fen.eq(payments::refund_fen - fen))
            .execute(tx)?;
    }
    Ok(())
}

/// Applies a wallet's report about a refund, however often it comes. None when the member need not be notified.
pub async fn refund_outcome(
    store: &Store,
    number: String,
    outcome: Outcome,
    now_ms: i64,
) -> Result<Option<Changed>, StoreError> {
    store
        .write(move |tx| {
            let Some((order, refund)) = held(tx, &number)?.filter(|(_, refund)| {
                // A failed refund may arrive after all; one that was not agreed to cannot.
                refund.state().is_ok_and(RefundState::pending)
            }) else {
                return Ok(None);
            };
            match outcome {
                Outcome::Absent => {
                    let next = schedule::next_try_ms(refund.tries, now_ms);
                    put(tx, &refund, RefundState::Queued, Some(next), None)?;
                    Ok(None)
                }
                Outcome::Processing => {
                    let next = schedule::next_news_ms(now_ms);
                    put(tx, &refund, RefundState::Processing, Some(next), None)?;
                    Ok(None)
                }
                Outcome::Failed(word) => {
                    tracing::error!(
                        order_id = order.id,
                        refund = number,
                        error = word,
                        "refund order failed: the wallet refused"
                    );
                    put(tx, &refund, RefundState::Failed, None, Some(&word))?;
                    Ok(Some(changed(tx, &order, Vec::new())?))
                }
                Outcome::Done { at_ms } => {
                    done(
                        tx,
                        &order,
                        &refund,
                        at_ms.unwrap_or(now_ms).min(now_ms),
                        now_ms,
                    )?;
                    Ok(Some(changed(tx, &order, Vec::new())?))
                }
            }
        })
        .await
}

/// Whether this refund of this attempt's money is stored as done. Nothing is changed.
pub async fn is_refunded(
    store: &Store,
    attempt: String,
    number: String,
) -> Result<bool, StoreError> {
    store
        .run(move |conn| {
            let known: i64 = refunds::table
                .inner_join(payments::table.inner_join(pay_attempts::table))
                .filter(refunds::number.eq(number))
                .filter(refunds::state.eq(RefundState::Done.code()))
                .filter(pay_attempts::number.eq(attempt))
                .count()
                .get_result(conn)?;
            Ok(known > 0)
        })
        .await
}

fn put(
    tx: &mut AnyConn,
    refund: &RefundLine,
    state: RefundState,
    due_ms: Option<i64>,
    answer: Option<&str>,
) -> Result<(), StoreError> {
    diesel::update(refunds::table.find(refund.id))
        .set((
            refunds::state.eq(state.code()),
            refunds::due_ms.eq(due_ms),
            refunds::answer.eq(answer),
        ))
        .execute(tx)?;
    Ok(())
}

fn done(
    tx: &mut AnyConn,
    order: &Row,
    refund: &RefundLine,
    done_ms: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(refunds::table.find(refund.id))
        .set((
            refunds::state.eq(RefundState::Done.code()),
            refunds::done_ms.eq(done_ms),
            refunds::due_ms.eq(None::<i64>),
        ))
        .execute(tx)?;
    let payment_id = refund
        .payment_id
        .ok_or(StoreError::Corrupt("a refund at a wallet"))?;
    let wallet: i16 = payments::table
        .find(payment_id)
        .select(payments::wallet)
        .first(tx)?;
    let about = About {
        order: order.id,
        payment: payment_id,
        refund: Some(refund.id),
    };
    let wallet = wallet_of(wallet)?;
    ledger::returned(tx, about, wallet, refund.amount_fen, now_ms)?;
    match RefundInfo::try_from(refund.clone())?.cause {
        Cause::Asked => {
            let paid = paid_of(tx, order)?.ok_or(StoreError::Corrupt("a refund's payment"))?;
            settle_state(tx, order, &paid)?;
        }
        Cause::SoldOut => {
            diesel::update(orders::table.find(order.id))
                .set(orders::refunded_fen.eq(orders::refunded_fen + refund.amount_fen))
                .execute(tx)?;
        }
        // A second payment was never part of the order's money.
        Cause::PaidTwice => {}
    }
    let amount = format_fen(refund.amount_fen);
    tell(tx, order, Alert::RefundDone, amount, now_ms)
}

/// Refunds as operators see them: those that need a decision first, the oldest of them first, then the newest; `limit` rows after `offset`.
pub async fn refunds_page(
    store: &Store,
    actor: &Actor,
    (state, keyword): (Option<RefundState>, Option<String>),
    (offset, limit): (i64, i64),
) -> Result<RefundPage, OrderError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            if !actor.holds(REFUND_ORDERS) {
                return Err(Refusal::RefundAbsent.into());
            }
            let meant = match &keyword {
                Some(keyword) => Some(meaning(conn, keyword)?),
                None => None,
            };
            // The filter is applied without the orders, so that the rows of other pages are counted without a join.
            let chosen = || {
                let mut query = refunds::table.into_boxed::<crate::db::conn::Backend>();
                if let Some(state) = state {
                    query = query.filter(refunds::state.eq(state.code()));
                }
                match meant {
                    None => query,
                    Some(Meaning::Order(id)) => query.filter(refunds::order_id.eq(id)),
                    Some(Meaning::Member(id)) => query.filter(
                        refunds::order_id.eq_any(
                            orders::table
                                .filter(orders::member_id.eq(id))
                                .select(orders::id),
                        ),
                    ),
                    Some(Meaning::Nothing) => query.filter(refunds::id.eq(0)),
                }
            };
            let total: i64 = chosen().count().get_result(conn)?;
            // Refunds that wait are few: they come before all others, whatever page is asked.
            let (asked, failed) = (RefundState::Asked.code(), RefundState::Failed.code());
            let needs = || chosen().filter(refunds::state.eq(asked).or(refunds::state.eq(failed)));
            let waiting: i64 = needs().count().get_result(conn)?;
            let mut rows: Vec<(RefundLine, Row)> = Vec::new();
            if offset < waiting {
                rows = needs()
                    .inner_join(orders::table)
                    .order((refunds::created_ms, refunds::id))
                    .offset(offset)
                    .limit(limit)
                    .select((RefundLine::as_select(), Row::as_select()))
                    .load(conn)?;
            }
            let had = i64::try_from(rows.len()).unwrap_or(i64::MAX);
            if had < limit {
                let rest: Vec<(RefundLine, Row)> = chosen()
                    .filter(refunds::state.ne(asked).and(refunds::state.ne(failed)))
                    .inner_join(orders::table)
                    .order((refunds::created_ms.desc(), refunds::id.desc()))
                    .offset((offset - waiting).max(0))
                    .limit(limit - had)
                    .select((RefundLine::as_select(), Row::as_select()))
                    .load(conn)?;
                rows.extend(rest);
            }
            let names = names_of(
                conn,
                rows.iter().map(|(_, order)| order.member_id).collect(),
            )?;
            let list = rows
                .into_iter()
                .map(|(refund, order)| {
                    Ok(RefundRow {
                        member: names.get(&order.member_id).cloned().unwrap_or_default(),
                        refund: refund.try_into()?,
                        order: order.try_into()?,
                    })
                })
                .collect::<Result<_, StoreError>>()?;
            Ok(RefundPage { list, total })
        })
        .await
}
