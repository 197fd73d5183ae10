//! Stored rows of orders, and their meaning.

use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::orders::refund::{Cause, RefundState};
use domain::orders::{Kind, OrderState, PayWay, Wallet};
use domain::points::of_worth;

use super::model::{Attempt, Changed, Line, Order, RefundInfo};
use crate::db::conn::AnyConn;
use crate::db::schema::{order_lines, orders, pay_attempts, refunds};
use crate::error::StoreError;
use crate::points::PointOrder;

/// An order's row.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = orders)]
pub(super) struct Row {
    pub(super) id: i64,
    pub(super) number: String,
    pub(super) member_id: i64,
    kind: i16,
    state: i16,
    created_ms: i64,
    pub(super) deadline_ms: i64,
    pub(super) body_hash: String,
    pub(super) configuration_id: Option<i64>,
    pub(super) carrier: Option<i16>,
    pub(super) spec_name: String,
    spec_name_en: String,
    package_days: Option<i64>,
    pub(super) quantity: i64,
    unit_fen: Option<i64>,
    list_fen: i64,
    pub(super) total_fen: i64,
    paid_fen: i64,
    refunded_fen: i64,
    pub(super) paid_ms: Option<i64>,
    wallet: Option<i16>,
    way: Option<i16>,
    trade_no: Option<String>,
    pub(super) points: i64,
    points_rate: i64,
}

impl Row {
    /// The order as its points see it.
    pub(super) fn point_order(&self) -> Result<PointOrder, StoreError> {
        Ok(PointOrder {
            id: self.id,
            member_id: self.member_id,
            kind: self.kind()?,
            points: self.points,
            rate: self.points_rate,
        })
    }

    /// Whether points pay the order alone.
    pub(super) const fn points_alone(&self) -> bool {
        self.total_fen == 0
    }

    pub(super) fn kind(&self) -> Result<Kind, StoreError> {
        Kind::from_code(self.kind).ok_or(StoreError::Corrupt("order kind"))
    }

    pub(super) fn state(&self) -> Result<OrderState, StoreError> {
        OrderState::from_code(self.state).ok_or(StoreError::Corrupt("order state"))
    }

    pub(super) fn changed(&self, state: OrderState, phone_ids: Vec<i64>) -> Changed {
        Changed {
            order_id: self.id,
            member_id: self.member_id,
            state,
            phone_ids,
        }
    }
}

impl TryFrom<Row> for Order {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        let paid_by = match (row.wallet, row.way) {
            (Some(wallet), Some(way)) => Some((wallet_of(wallet)?, way_of(way)?)),
            _ => None,
        };
        Ok(Self {
            kind: row.kind()?,
            state: row.state()?,
            paid_by,
            id: row.id,
            number: row.number,
            member_id: row.member_id,
            created_ms: row.created_ms,
            deadline_ms: row.deadline_ms,
            spec_name: LocalizedName {
                zh: row.spec_name,
                en: row.spec_name_en,
            },
            package_days: row.package_days,
            quantity: row.quantity,
            unit_fen: row.unit_fen,
            list_fen: row.list_fen,
            total_fen: row.total_fen,
            paid_fen: row.paid_fen,
            refunded_fen: row.refunded_fen,
            paid_ms: row.paid_ms,
            trade_no: row.trade_no,
            points: row.points,
        })
    }
}

pub(super) fn wallet_of(code: i16) -> Result<Wallet, StoreError> {
    Wallet::from_code(code).ok_or(StoreError::Corrupt("wallet"))
}

fn way_of(code: i16) -> Result<PayWay, StoreError> {
    PayWay::from_code(code).ok_or(StoreError::Corrupt("way to pay"))
}

/// Loads an order, locked until this transaction ends.
pub(super) fn locked(tx: &mut AnyConn, order_id: i64) -> Result<Option<Row>, StoreError> {
    let one = orders::table.find(order_id);
    Ok(match tx {
        AnyConn::Pg(c) => one
            .select(Row::as_select())
            .for_no_key_update()
            .first(c)
            .optional()?,
        AnyConn::Sqlite(c) => one.select(Row::as_select()).first(c).optional()?,
    })
}

/// Row of a line of an order.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = order_lines)]
pub(super) struct LineRow {
    pub(super) position: i32,
    pub(super) phone_id: Option<i64>,
    owl_id: Option<String>,
    alias: Option<String>,
    package_id: Option<i64>,
    pub(super) days: i64,
    quantity: i64,
    list_fen: i64,
    unit_fen: i64,
    pub(super) total_fen: i64,
    pub(super) bought_ms: i64,
    pub(super) align_ms: Option<i64>,
    pub(super) old_expire_ms: Option<i64>,
    pub(super) new_expire_ms: Option<i64>,
}

impl From<LineRow> for Line {
    fn from(row: LineRow) -> Self {
        Self {
            phone_id: row.phone_id,
            owl_id: row.owl_id,
            alias: row.alias,
            package_id: row.package_id,
            days: row.days,
            quantity: row.quantity,
            list_fen: row.list_fen,
            unit_fen: row.unit_fen,
            total_fen: row.total_fen,
            bought_ms: row.bought_ms,
            align_ms: row.align_ms,
            old_expire_ms: row.old_expire_ms,
            new_expire_ms: row.new_expire_ms,
        }
    }
}

/// An order's lines as they were asked for.
pub(super) fn lines(tx: &mut AnyConn, order_id: i64) -> Result<Vec<LineRow>, StoreError> {
    Ok(order_lines::table
        .filter(order_lines::order_id.eq(order_id))
        .order(order_lines::position)
        .select(LineRow::as_select())
        .load(tx)?)
}

/// Row of a payment attempt.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = pay_attempts)]
pub(super) struct AttemptRow {
    pub(super) id: i64,
    pub(super) order_id: i64,
    pub(super) number: String,
    pub(super) wallet: i16,
    pub(super) way: i16,
    pub(super) amount_fen: i64,
    pub(super) created_ms: i64,
    pub(super) expires_ms: i64,
    shown: Option<String>,
    pub(super) looks: i32,
    pub(super) looked_ms: i64,
    pub(super) due_ms: Option<i64>,
}

/// State of an attempt that may still be paid.
pub(super) const OPEN: i16 = 0;
/// State of an attempt that was paid.
pub(super) const PAID: i16 = 1;
/// State of an attempt that was ended at the wallet.
pub(super) const CLOSED: i16 = 2;

impl AttemptRow {
    /// The attempt for the wallet and the page. The subject is for people at the wallet, so it names the goods.
    pub(super) fn attempt(self, spec_name: &str, quantity: i64) -> Result<Attempt, StoreError> {
        let shown = self
            .shown
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .map_err(|_| StoreError::Corrupt("what is shown of a payment"))?;
        Ok(Attempt {
            wallet: wallet_of(self.wallet)?,
            way: way_of(self.way)?,
            number: self.number,
            order_id: self.order_id,
            amount_fen: self.amount_fen,
            subject: format!("{spec_name} × {quantity}"),
            expires_ms: self.expires_ms,
            shown,
        })
    }
}

/// An order's attempts that may still be paid.
pub(super) fn open_attempts(tx: &mut AnyConn, order: &Row) -> Result<Vec<Attempt>, StoreError> {
    let rows: Vec<AttemptRow> = pay_attempts::table
        .filter(pay_attempts::order_id.eq(order.id))
        .filter(pay_attempts::state.eq(OPEN))
        .order(pay_attempts::created_ms)
        .select(AttemptRow::as_select())
        .load(tx)?;
    rows.into_iter()
        .map(|row| row.attempt(&order.spec_name, order.quantity))
        .collect()
}

/// Makes an order's open attempts due, to be ended at their wallets.
pub(super) fn close_attempts(
    tx: &mut AnyConn,
    order_id: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(
        pay_attempts::table
            .filter(pay_attempts::order_id.eq(order_id))
            .filter(pay_attempts::state.eq(OPEN)),
    )
    .set((pay_attempts::due_ms.eq(now_ms), pay_attempts::looks.eq(0)))
    .execute(tx)?;
    Ok(())
}

/// A refund's row.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = refunds)]
pub(super) struct RefundLine {
    pub(super) id: i64,
    pub(super) number: String,
    pub(super) payment_id: Option<i64>,
    pub(super) amount_fen: i64,
    state: i16,
    cause: i16,
    pub(super) reason: String,
    answer: Option<String>,
    pub(super) created_ms: i64,
    pub(super) decided_by: Option<i64>,
    pub(super) decided_ms: Option<i64>,
    pub(super) done_ms: Option<i64>,
    note: Option<String>,
    pub(super) tries: i32,
    pub(super) due_ms: Option<i64>,
}

impl RefundLine {
    pub(super) fn state(&self) -> Result<RefundState, StoreError> {
        RefundState::from_code(self.state).ok_or(StoreError::Corrupt("refund state"))
    }

    /// Points that come back instead of money.
    pub(super) fn points(&self) -> i64 {
        self.payment_id.map_or(of_worth(self.amount_fen), |_| 0)
    }

    /// Values of a refund for the audit.
    pub(super) fn values(&self) -> serde_json::Value {
        serde_json::json!({ "refundId": self.id, "state": self.state, "amountFen": self.amount_fen, "answer": self.answer, "note": self.note })
    }
}

impl TryFrom<RefundLine> for RefundInfo {
    type Error = StoreError;

    fn try_from(row: RefundLine) -> Result<Self, StoreError> {
        Ok(Self {
            state: row.state()?,
            points: row.points(),
            cause: Cause::from_code(row.cause).ok_or(StoreError::Corrupt("refund cause"))?,
            number: row.number,
            amount_fen: row.amount_fen,
            reason: row.reason,
            answer: row.answer,
            note: row.note,
            created_ms: row.created_ms,
            done_ms: row.done_ms,
        })
    }
}
