//! Differences between bills and books: stored once, solved by an operator or by themselves.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::orders::bills::{BillKind, BillState, Day};
use domain::orders::{Reason, Refusal, Wallet};
use domain::permissions::REFUND_ORDERS;
use serde_json::json;

use super::model::OrderError;
use crate::Store;
use crate::audit::{self, Author};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{bill_differences, bills};
use crate::error::StoreError;
use crate::secrets::new_id;

/// A line of the bill or of the books, by the wallet's number and by ours.
pub(super) type Key = (String, String);

/// A difference before it is stored.
pub(super) struct NewDifference {
    pub(super) kind: BillKind,
    pub(super) key: Key,
    pub(super) bill_fen: Option<i64>,
    pub(super) our_fen: Option<i64>,
}

/// A stored difference as comparing again needs it: id, kind, numbers, amounts, whether it is solved, and by whom.
type Stored = (
    i64,
    i16,
    String,
    String,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
);

/// Stores the differences of a day: new ones are added, those that are no longer there are solved. Answers how many are open.
pub(super) fn store_differences(
    tx: &mut AnyConn,
    wallet: Wallet,
    day: &Day,
    found: &[NewDifference],
    now_ms: i64,
) -> Result<usize, StoreError> {
    let stored: Vec<Stored> = bill_differences::table
        .filter(bill_differences::wallet.eq(wallet.code()))
        .filter(bill_differences::day.eq(&day.name))
        .select((
            bill_differences::id,
            bill_differences::kind,
            bill_differences::trade_no,
            bill_differences::number,
            bill_differences::bill_fen,
            bill_differences::our_fen,
            bill_differences::solved_ms,
            bill_differences::solved_by,
        ))
        .load(tx)?;
    let mut open = 0;
    let mut gone: HashMap<(i16, &str, &str), &Stored> = stored
        .iter()
        .map(|row| ((row.1, row.2.as_str(), row.3.as_str()), row))
        .collect();
    for one in found {
        let (trade_no, number) = &one.key;
        match gone.remove(&(one.kind.code(), trade_no.as_str(), number.as_str())) {
            None => {
                insert(tx, wallet, day, one, now_ms)?;
                open += 1;
            }
            Some((id, .., bill_fen, our_fen, solved_ms, solved_by)) => {
                let same = (*bill_fen, *our_fen) == (one.bill_fen, one.our_fen);
                if same && solved_ms.is_some() && solved_by.is_some() {
                    continue;
                }
                open += 1;
                diesel::update(bill_differences::table.find(id))
                    .set((
                        bill_differences::bill_fen.eq(one.bill_fen),
                        bill_differences::our_fen.eq(one.our_fen),
                        bill_differences::solved_ms.eq(None::<i64>),
                        bill_differences::solved_by.eq(None::<i64>),
                        bill_differences::note.eq(None::<String>),
                    ))
                    .execute(tx)?;
            }
        }
    }
    let agreed = gone.into_values().map(|row| row.0);
    diesel::update(
        bill_differences::table
            .filter(among(bill_differences::id, agreed))
            .filter(bill_differences::solved_ms.is_null()),
    )
    .set(bill_differences::solved_ms.eq(now_ms))
    .execute(tx)?;
    Ok(open)
}

fn insert(
    tx: &mut AnyConn,
    wallet: Wallet,
    day: &Day,
    one: &NewDifference,
    now_ms: i64,
) -> Result<(), StoreError> {
    let (trade_no, number) = &one.key;
    tracing::warn!(
        wallet = wallet.into_str(),
        day = day.name,
        trade_no,
        number,
        bill_fen = one.bill_fen,
        our_fen = one.our_fen,
        "bill difference found"
    );
    diesel::insert_into(bill_differences::table)
        .values((
            bill_differences::id.eq(new_id()),
            bill_differences::wallet.eq(wallet.code()),
            bill_differences::day.eq(&day.name),
            bill_differences::kind.eq(one.kind.code()),
            bill_differences::trade_no.eq(trade_no),
            bill_differences::number.eq(number),
            bill_differences::bill_fen.eq(one.bill_fen),
            bill_differences::our_fen.eq(one.our_fen),
            bill_differences::found_ms.eq(now_ms),
        ))
        .execute(tx)?;
    Ok(())
}

/// Notes what was done about a difference, once: of two operators the second is told.
pub async fn solve_difference(
    store: &Store,
    author: Author,
    id: i64,
    note: Reason,
) -> Result<(), OrderError> {
    store
        .write(move |tx| {
            may(&author)?;
            let solved = diesel::update(
                bill_differences::table
                    .find(id)
                    .filter(bill_differences::solved_ms.is_null()),
            )
            .set((
                bill_differences::solved_ms.eq(author.now_ms),
                bill_differences::solved_by.eq(author.actor.member_id()),
                bill_differences::note.eq(note.as_str()),
            ))
            .execute(tx)?;
            if solved == 0 {
                return Err(Refusal::BillAbsent.into());
            }
            let (wallet, day): (i16, String) = bill_differences::table
                .find(id)
                .select((bill_differences::wallet, bill_differences::day))
                .first(tx)?;
            let open: i64 = bill_differences::table
                .filter(bill_differences::wallet.eq(wallet))
                .filter(bill_differences::day.eq(&day))
                .filter(bill_differences::solved_ms.is_null())
                .count()
                .get_result(tx)?;
            if open == 0 {
                diesel::update(bills::table.find((wallet, &day)))
                    .set(bills::state.eq(BillState::Agrees.code()))
                    .execute(tx)?;
            }
            audit::record_change(
                tx,
                &author,
                "bill.solve",
                ("difference", id),
                [None, Some(json!({ "day": day, "note": note.as_str() }))],
            )?;
            Ok(())
        })
        .await
}

/// Has a bill fetched and compared again, at once.
pub async fn compare_again(
    store: &Store,
    author: Author,
    wallet: Wallet,
    day: Day,
) -> Result<(), OrderError> {
    store
        .write(move |tx| {
            may(&author)?;
            let again = diesel::update(bills::table.find((wallet.code(), &day.name)))
                .set(bills::due_ms.eq(author.now_ms))
                .execute(tx)?;
            if again == 0 {
                return Err(Refusal::BillAbsent.into());
            }
            audit::record_change(
                tx,
                &author,
                "bill.compare",
                ("wallet", wallet.code().into()),
                [None, Some(json!({ "day": day.name }))],
            )?;
            Ok(())
        })
        .await
}

fn may(author: &Author) -> Result<(), OrderError> {
    if author.actor.holds(REFUND_ORDERS) {
        Ok(())
    } else {
        Err(Refusal::BillAbsent.into())
    }
}
