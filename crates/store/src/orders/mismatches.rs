//! Payments that do not fit their attempts, and payments of which a wallet proves nothing: stored, never booked, and shown to operators.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::orders::{Reason, Refusal, Wallet};
use domain::permissions::REFUND_ORDERS;
use serde_json::json;

use super::model::{Mismatch, MismatchPage, OrderError, Settlement};
use super::rows::{AttemptRow, wallet_of};
use crate::Store;
use crate::audit::{self, Author};
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend, each};
use crate::db::schema::{orders, pay_attempts, payment_mismatches};
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;

/// Stores a payment that does not fit its attempt, once however often it is reported.
pub(super) fn note(
    tx: &mut AnyConn,
    wallet: Wallet,
    settlement: &Settlement,
    now_ms: i64,
) -> Result<(), StoreError> {
    tracing::error!(
        wallet = wallet.into_str(),
        attempt = settlement.attempt,
        trade_no = settlement.trade_no,
        amount_fen = settlement.amount_fen,
        "match payment failed: it does not fit its attempt"
    );
    insert(tx, wallet.code(), settlement, now_ms)
}

/// Stores that the server stopped asking about a payment of which the wallet proved nothing; the row has no wallet's number, and amount zero.
pub(super) fn note_unproven(
    tx: &mut AnyConn,
    attempt: &AttemptRow,
    now_ms: i64,
) -> Result<(), StoreError> {
    tracing::error!(
        attempt = attempt.number,
        order_id = attempt.order_id,
        tries = attempt.looks,
        "confirm payment failed: the wallet has not answered for it"
    );
    let unproven = Settlement {
        attempt: attempt.number.clone(),
        trade_no: String::new(),
        amount_fen: 0,
        paid_ms: None,
    };
    insert(tx, attempt.wallet, &unproven, now_ms)
}

fn insert(
    tx: &mut AnyConn,
    wallet: i16,
    settlement: &Settlement,
    now_ms: i64,
) -> Result<(), StoreError> {
    each!(tx, |c| diesel::insert_into(payment_mismatches::table)
        .values((
            payment_mismatches::id.eq(new_id()),
            payment_mismatches::wallet.eq(wallet),
            payment_mismatches::attempt.eq(&settlement.attempt),
            payment_mismatches::trade_no.eq(&settlement.trade_no),
            payment_mismatches::amount_fen.eq(settlement.amount_fen),
            payment_mismatches::times.eq(1),
            payment_mismatches::created_ms.eq(now_ms),
        ))
        .on_conflict((
            payment_mismatches::wallet,
            payment_mismatches::attempt,
            payment_mismatches::trade_no,
            payment_mismatches::amount_fen,
        ))
        .do_update()
        .set(payment_mismatches::times.eq(payment_mismatches::times + 1))
        .execute(c))?;
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = payment_mismatches)]
struct Noted {
    id: i64,
    wallet: i16,
    attempt: String,
    trade_no: String,
    amount_fen: i64,
    times: i64,
    created_ms: i64,
    handled_ms: Option<i64>,
    handled_note: Option<String>,
}

/// Mismatches, newest first, each with the amount asked for; `handled` restricts them to handled or to open ones; `limit` rows after `offset`.
pub async fn mismatches_page(
    store: &Store,
    actor: &Actor,
    handled: Option<bool>,
    (offset, limit): (i64, i64),
) -> Result<MismatchPage, OrderError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            if !actor.holds(REFUND_ORDERS) {
                return Err(Refusal::RefundAbsent.into());
            }
            let chosen = || {
                let query = payment_mismatches::table.into_boxed::<Backend>();
                match handled {
                    None => query,
                    Some(true) => query.filter(payment_mismatches::handled_ms.is_not_null()),
                    Some(false) => query.filter(payment_mismatches::handled_ms.is_null()),
                }
            };
            let total: i64 = chosen().count().get_result(conn)?;
            let rows: Vec<Noted> = chosen()
                .order((
                    payment_mismatches::created_ms.desc(),
                    payment_mismatches::id.desc(),
                ))
                .offset(offset)
                .limit(limit)
                .select(Noted::as_select())
                .load(conn)?;
            let attempts = rows.iter().map(|row| row.attempt.as_str());
            let asked: Vec<(String, i64, String, i64)> = pay_attempts::table
                .inner_join(orders::table)
                .filter(among(pay_attempts::number, attempts))
                .select((
                    pay_attempts::number,
                    pay_attempts::amount_fen,
                    orders::number,
                    orders::id,
                ))
                .load(conn)?;
            let asked: HashMap<String, (i64, String, i64)> = asked
                .into_iter()
                .map(|(attempt, fen, order, id)| (attempt, (fen, order, id)))
                .collect();
            let list = rows
                .into_iter()
                .map(|row| {
                    let known = asked.get(&row.attempt);
                    Ok(Mismatch {
                        wallet: wallet_of(row.wallet)?,
                        asked_fen: known.map(|(fen, ..)| *fen),
                        order_no: known.map(|(_, number, _)| number.clone()),
                        order_id: known.map(|(.., id)| *id),
                        handled: row.handled_note.zip(row.handled_ms),
                        id: row.id,
                        attempt: row.attempt,
                        trade_no: row.trade_no,
                        amount_fen: row.amount_fen,
                        times: row.times,
                        created_ms: row.created_ms,
                    })
                })
                .collect::<Result<_, StoreError>>()?;
            Ok(MismatchPage { list, total })
        })
        .await
}

/// Notes what was done about a mismatch, once: of two operators the second is told.
pub async fn handle_mismatch(
    store: &Store,
    author: Author,
    id: i64,
    note: Reason,
) -> Result<(), OrderError> {
    store
        .write(move |tx| {
            if !author.actor.holds(REFUND_ORDERS) {
                return Err(Refusal::MismatchAbsent.into());
            }
            let handled = diesel::update(
                payment_mismatches::table
                    .find(id)
                    .filter(payment_mismatches::handled_ms.is_null()),
            )
            .set((
                payment_mismatches::handled_ms.eq(author.now_ms),
                payment_mismatches::handled_by.eq(author.actor.member_id()),
                payment_mismatches::handled_note.eq(note.as_str()),
            ))
            .execute(tx)?;
            if handled == 0 {
                return Err(Refusal::MismatchAbsent.into());
            }
            audit::record_change(
                tx,
                &author,
                "mismatch.handle",
                ("mismatch", id),
                [None, Some(json!({ "note": note.as_str() }))],
            )?;
            Ok(())
        })
        .await
}
