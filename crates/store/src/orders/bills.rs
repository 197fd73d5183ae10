//! Daily comparison with the wallets' own bills: which are due, what differs, and what became of it.
//!
//! Payments and refunds are found by their numbers, whatever the day; each remembers the day of the bill in which it stood as in the books, so
//! that what a bill lacks is found as well as what the books lack.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;
use domain::orders::Wallet;
use domain::orders::bills::{AGAIN_MS, BillKind, BillState, Day, NEXT_DAY_MS};

use super::bill_differences::{Key, NewDifference, store_differences};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, each};
use crate::db::schema::{bills, pay_attempts, payments, refunds};
use crate::error::StoreError;

/// Numbers that are looked up at once.
const CHUNK: usize = 500;

/// A line of a wallet's bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillLine {
    /// Whether money came in or went back.
    pub kind: BillKind,
    /// The wallet's number of the payment.
    pub trade_no: String,
    /// Our number of the payment or the refund.
    pub number: String,
    /// Amount of the payment or the refund, in fen.
    pub fen: i64,
}

/// Time of the first payment by a wallet, Unix milliseconds.
pub async fn first_payment_ms(store: &Store, wallet: Wallet) -> Result<Option<i64>, StoreError> {
    store
        .run(move |conn| {
            Ok(payments::table
                .filter(payments::wallet.eq(wallet.code()))
                .order(payments::paid_ms)
                .select(payments::paid_ms)
                .first(conn)
                .optional()?)
        })
        .await
}

/// Takes the first of some days whose bill is due, for a while: of several servers one fetches it.
pub async fn take_bill(
    store: &Store,
    wallet: Wallet,
    days: Vec<Day>,
    now_ms: i64,
) -> Result<Option<Day>, StoreError> {
    let due = store
        .run(move |conn| {
            let names = days.iter().map(|day| day.name.as_str());
            let known: Vec<(String, Option<i64>)> = bills::table
                .filter(bills::wallet.eq(wallet.code()))
                .filter(among(bills::day, names))
                .select((bills::day, bills::due_ms))
                .load(conn)?;
            let known: HashMap<String, Option<i64>> = known.into_iter().collect();
            Ok::<_, StoreError>(days.into_iter().find(|day| match known.get(&day.name) {
                None => true,
                Some(due_ms) => due_ms.is_some_and(|due_ms| due_ms <= now_ms),
            }))
        })
        .await?;
    let Some(day) = due else {
        return Ok(None);
    };
    store
        .write(move |tx| {
            let again_ms = now_ms.saturating_add(AGAIN_MS);
            let begun = each!(tx, |c| diesel::insert_into(bills::table)
                .values((
                    bills::wallet.eq(wallet.code()),
                    bills::day.eq(&day.name),
                    bills::state.eq(BillState::Waiting.code()),
                    bills::was_apart.eq(false),
                    bills::due_ms.eq(again_ms),
                    bills::our_payments.eq(0),
                    bills::our_paid_fen.eq(0),
                    bills::our_refunded_fen.eq(0),
                    bills::payments.eq(0),
                    bills::paid_fen.eq(0),
                    bills::refunded_fen.eq(0),
                ))
                .on_conflict((bills::wallet, bills::day))
                .do_nothing()
                .execute(c))?;
            let taken = begun == 1
                || diesel::update(
                    bills::table
                        .find((wallet.code(), &day.name))
                        .filter(bills::due_ms.le(now_ms)),
                )
                .set(bills::due_ms.eq(again_ms))
                .execute(tx)?
                    == 1;
            Ok(taken.then_some(day))
        })
        .await
}

/// Stores why a bill could not be had; it is asked for again later.
pub async fn bill_failed(
    store: &Store,
    wallet: Wallet,
    day: Day,
    fault: Option<String>,
) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::update(bills::table.find((wallet.code(), &day.name)))
                .set(bills::fault.eq(fault))
                .execute(tx)?;
            Ok(())
        })
        .await
}

/// Our numbers of payments in a bill that were never told: the wallet can be asked about them.
pub async fn unnotified_payments(
    store: &Store,
    wallet: Wallet,
    lines: Vec<BillLine>,
) -> Result<Vec<String>, StoreError> {
    store
        .run(move |conn| {
            let paid: Vec<&BillLine> = of_kind(&lines, BillKind::Payment).collect();
            let mut untold = Vec::new();
            for chunk in paid.chunks(CHUNK) {
                let numbers = chunk.iter().map(|line| line.number.as_str());
                let asked: Vec<String> = pay_attempts::table
                    .left_join(payments::table)
                    .filter(pay_attempts::wallet.eq(wallet.code()))
                    .filter(among(pay_attempts::number, numbers))
                    .filter(payments::id.nullable().is_null())
                    .select(pay_attempts::number)
                    .load(conn)?;
                untold.extend(asked);
            }
            Ok(untold)
        })
        .await
}

/// Compares a bill with the books and stores the result; none: the wallet has no bill of that day. Answers the number of differences that nobody
/// has solved.
pub async fn compare_bill(
    store: &Store,
    wallet: Wallet,
    day: Day,
    lines: Option<Vec<BillLine>>,
    now_ms: i64,
) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let absent = lines.is_none();
            let lines = lines.unwrap_or_default();
            let mut compared = Compared::default();
            compared.add(tx, wallet, &day, BillKind::Payment, &lines)?;
            compared.add(tx, wallet, &day, BillKind::Refund, &lines)?;
            let open = store_differences(tx, wallet, &day, &compared.differences, now_ms)?;
            let was_apart: Option<bool> = bills::table
                .find((wallet.code(), &day.name))
                .select(bills::was_apart)
                .first(tx)
                .optional()?;
            let state = match (open, absent) {
                (1.., _) => BillState::Apart,
                (0, true) => BillState::Absent,
                (0, false) => BillState::Agrees,
            };
            let paid_of = |kind| of_kind(&lines, kind).map(|line| line.fen).sum::<i64>();
            let many = of_kind(&lines, BillKind::Payment).count();
            diesel::update(bills::table.find((wallet.code(), &day.name)))
                .set((
                    bills::state.eq(state.code()),
                    bills::was_apart
                        .eq(was_apart == Some(true) || !compared.differences.is_empty()),
                    bills::fetched_ms.eq(now_ms),
                    bills::due_ms.eq(None::<i64>),
                    bills::fault.eq(None::<String>),
                    bills::our_payments.eq(compared.payments),
                    bills::our_paid_fen.eq(compared.paid_fen),
                    bills::our_refunded_fen.eq(compared.refunded_fen),
                    bills::payments.eq(i64::try_from(many).unwrap_or(i64::MAX)),
                    bills::paid_fen.eq(paid_of(BillKind::Payment)),
                    bills::refunded_fen.eq(paid_of(BillKind::Refund)),
                ))
                .execute(tx)?;
            Ok(open)
        })
        .await
}

fn of_kind(lines: &[BillLine], kind: BillKind) -> impl Iterator<Item = &BillLine> {
    lines.iter().filter(move |line| line.kind == kind)
}

/// Sums and differences of a bill's day by the books.
#[derive(Default)]
struct Compared {
    payments: i64,
    paid_fen: i64,
    refunded_fen: i64,
    differences: Vec<NewDifference>,
}

impl Compared {
    /// Counts an amount of the books.
    const fn count(&mut self, kind: BillKind, fen: i64) {
        match kind {
            BillKind::Payment => {
                self.payments += 1;
                self.paid_fen += fen;
            }
            BillKind::Refund => self.refunded_fen += fen,
        }
    }

    /// Compares the lines of a kind with the books, and the books of the day with the lines.
    fn add(
        &mut self,
        tx: &mut AnyConn,
        wallet: Wallet,
        day: &Day,
        kind: BillKind,
        lines: &[BillLine],
    ) -> Result<(), StoreError> {
        // A line that stands twice is money twice.
        let mut billed: BTreeMap<Key, i64> = BTreeMap::new();
        for line in of_kind(lines, kind) {
            *billed
                .entry((line.trade_no.clone(), line.number.clone()))
                .or_default() += line.fen;
        }
        let keys: Vec<&Key> = billed.keys().collect();
        for chunk in keys.chunks(CHUNK) {
            let ours = booked(tx, wallet, kind, chunk)?;
            let mut as_booked = Vec::new();
            for key in chunk {
                let bill_fen = billed.get(*key).copied();
                let our = ours.get(*key).copied();
                let our_fen = our.map(|(_, fen)| fen);
                if let Some((id, fen)) = our {
                    self.count(kind, fen);
                    if our_fen == bill_fen {
                        as_booked.push(id);
                        continue;
                    }
                }
                self.differences.push(NewDifference {
                    kind,
                    key: (*key).clone(),
                    bill_fen,
                    our_fen,
                });
            }
            note_billed(tx, kind, &day.name, as_booked)?;
        }
        for (key, fen) in unbilled(tx, wallet, kind, day)? {
            if !billed.contains_key(&key) {
                self.count(kind, fen);
                self.differences.push(NewDifference {
                    kind,
                    key,
                    bill_fen: None,
                    our_fen: Some(fen),
                });
            }
        }
        Ok(())
    }
}

/// The books' payments or refunds of some lines: id and amount.
fn booked(
    tx: &mut AnyConn,
    wallet: Wallet,
    kind: BillKind,
    keys: &[&Key],
) -> Result<HashMap<Key, (i64, i64)>, StoreError> {
    let rows: Vec<(String, String, i64, i64)> = match kind {
        BillKind::Payment => payments::table
            .inner_join(pay_attempts::table)
            .filter(payments::wallet.eq(wallet.code()))
            .filter(among(
                payments::trade_no,
                keys.iter().map(|(trade_no, _)| trade_no.as_str()),
            ))
            .select((
                payments::trade_no,
                pay_attempts::number,
                payments::id,
                payments::amount_fen,
            ))
            .load(tx)?,
        BillKind::Refund => refunds::table
            .inner_join(payments::table)
            .filter(payments::wallet.eq(wallet.code()))
            .filter(refunds::done_ms.is_not_null())
            .filter(among(
                refunds::number,
                keys.iter().map(|(_, number)| number.as_str()),
            ))
            .select((
                payments::trade_no,
                refunds::number,
                refunds::id,
                refunds::amount_fen,
            ))
            .load(tx)?,
    };
    let keyed = rows
        .into_iter()
        .map(|(trade_no, number, id, fen)| ((trade_no, number), (id, fen)));
    Ok(keyed.collect())
}

fn note_billed(
    tx: &mut AnyConn,
    kind: BillKind,
    day: &str,
    ids: Vec<i64>,
) -> Result<(), StoreError> {
    match kind {
        BillKind::Payment => diesel::update(payments::table.filter(among(payments::id, ids)))
            .set(payments::billed_on.eq(day))
            .execute(tx)?,
        BillKind::Refund => diesel::update(refunds::table.filter(among(refunds::id, ids)))
            .set(refunds::billed_on.eq(day))
            .execute(tx)?,
    };
    Ok(())
}

/// Money that moved on a day by the books and stood in no bill; the last hour of the day is left to the next one.
fn unbilled(
    tx: &mut AnyConn,
    wallet: Wallet,
    kind: BillKind,
    day: &Day,
) -> Result<Vec<(Key, i64)>, StoreError> {
    let from_ms = day.from_ms - NEXT_DAY_MS;
    let until_ms = day.until_ms - NEXT_DAY_MS;
    let rows: Vec<(String, String, i64)> = match kind {
        BillKind::Payment => payments::table
            .inner_join(pay_attempts::table)
            .filter(payments::wallet.eq(wallet.code()))
            .filter(payments::paid_ms.ge(from_ms))
            .filter(payments::paid_ms.lt(until_ms))
            .filter(payments::billed_on.is_null())
            .select((
                payments::trade_no,
                pay_attempts::number,
                payments::amount_fen,
            ))
            .load(tx)?,
        BillKind::Refund => refunds::table
            .inner_join(payments::table)
            .filter(payments::wallet.eq(wallet.code()))
            .filter(refunds::done_ms.ge(from_ms))
            .filter(refunds::done_ms.lt(until_ms))
            .filter(refunds::billed_on.is_null())
            .select((payments::trade_no, refunds::number, refunds::amount_fen))
            .load(tx)?,
    };
    let keyed = rows
        .into_iter()
        .map(|(trade_no, number, fen)| ((trade_no, number), fen));
    Ok(keyed.collect())
}
