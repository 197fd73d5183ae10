//! Payments that do not fit their attempts, and payments of which a wallet proves nothing: stored, never booked, and shown to operators.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::orders::{Refusal, Wallet};
use domain::permissions::REFUND_ORDERS;

use super::model::{Mismatch, MismatchPage, OrderError, Settlement};
use super::rows::{AttemptRow, wallet_of};
use crate::Store;
use crate::among::among;
use crate::conn::{AnyConn, each};
use crate::error::StoreError;
use crate::schema::{orders, pay_attempts, payment_mismatches};
use crate::secrets::new_id;
use crate::session::Actor;

/// Stores a payment that does not fit its attempt, once however often it is reported.
pub(super) fn note(
    tx: &mut AnyConn,
    wallet: Wallet,
    settlement: &Settlement,
    now_ms: i64,
) -> Result<(), StoreError> {
    tracing::warn!(
        attempt = settlement.attempt,
        trade_no = settlement.trade_no,
        amount_fen = settlement.amount_fen,
        "match payment failed"
    );
    insert(tx, wallet.code(), settlement, now_ms)
}

/// Stores that asking about a payment ended without a proof from its wallet: without a number of the wallet's, and without money.
pub(super) fn note_unproven(
    tx: &mut AnyConn,
    attempt: &AttemptRow,
    now_ms: i64,
) -> Result<(), StoreError> {
    tracing::error!(
        attempt = attempt.number,
        order_id = attempt.order_id,
        tries = attempt.looks,
        "query payment ended: the wallet proves nothing of it"
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

type Noted = (i16, String, String, i64, i64, i64);

/// Mismatches, newest first, each with the amount asked for; `limit` rows after `offset`.
pub async fn mismatches_page(
    store: &Store,
    actor: &Actor,
    (offset, limit): (i64, i64),
) -> Result<MismatchPage, OrderError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            if !actor.holds(REFUND_ORDERS) {
                return Err(Refusal::RefundAbsent.into());
            }
            let total: i64 = payment_mismatches::table.count().get_result(conn)?;
            let rows: Vec<Noted> = payment_mismatches::table
                .order((
                    payment_mismatches::created_ms.desc(),
                    payment_mismatches::id.desc(),
                ))
                .offset(offset)
                .limit(limit)
                .select((
                    payment_mismatches::wallet,
                    payment_mismatches::attempt,
                    payment_mismatches::trade_no,
                    payment_mismatches::amount_fen,
                    payment_mismatches::times,
                    payment_mismatches::created_ms,
                ))
                .load(conn)?;
            let attempts = rows.iter().map(|row| row.1.as_str());
            let asked: Vec<(String, i64, String)> = pay_attempts::table
                .inner_join(orders::table)
                .filter(among(pay_attempts::number, attempts))
                .select((
                    pay_attempts::number,
                    pay_attempts::amount_fen,
                    orders::number,
                ))
                .load(conn)?;
            let asked: HashMap<String, (i64, String)> = asked
                .into_iter()
                .map(|(attempt, fen, order)| (attempt, (fen, order)))
                .collect();
            let list = rows
                .into_iter()
                .map(
                    |(wallet, attempt, trade_no, amount_fen, times, created_ms)| {
                        let (asked_fen, order_no) = asked.get(&attempt).cloned().unzip();
                        Ok(Mismatch {
                            wallet: wallet_of(wallet)?,
                            attempt,
                            trade_no,
                            amount_fen,
                            asked_fen,
                            order_no,
                            times,
                            created_ms,
                        })
                    },
                )
                .collect::<Result<_, StoreError>>()?;
            Ok(MismatchPage { list, total })
        })
        .await
}
