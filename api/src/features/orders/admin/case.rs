//! A refund with its evidence and events, as operators see it.

use domain::lang::Lang;
use serde::Serialize;
use store::orders::{Event, Evidence, RefundCase};
use utoipa::ToSchema;

use super::refund_row::RefundRowView;

/// A refund with what an operator decides it by.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundCaseView {
    #[serde(flatten)]
    row: RefundRowView,
    /// Id of the member.
    member_id: i64,
    /// Ids of the phones that the order concerns.
    phone_ids: Vec<i64>,
    /// Amount that was paid, in fen; of points their worth.
    paid_fen: i64,
    evidence: EvidenceView,
    /// The oldest first.
    events: Vec<CaseEventView>,
}

/// Facts that speak for a refund, against it, or neither.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvidenceView {
    /// Whether nothing of the goods was used, changed or is gone.
    untouched: bool,
    /// Phones that somebody opened since they were paid.
    opened: i64,
    /// Operations on the phones since they were paid.
    operations: i64,
    /// Operations among them that failed.
    failed: i64,
    /// Other refunds of the member that were agreed to within 12 months.
    refunds: i64,
    /// Money that the member paid within 12 months.
    spent_fen: i64,
    /// Days that were bought; null where the lines differ.
    #[schema(required = true)]
    days: Option<i64>,
    /// Begun days of them; null where the lines differ.
    #[schema(required = true)]
    used_days: Option<i64>,
    /// Worth of the whole days that are left, never more than is asked, in fen.
    unused_fen: i64,
}

impl From<Evidence> for EvidenceView {
    fn from(evidence: Evidence) -> Self {
        Self {
            untouched: evidence.untouched,
            opened: evidence.opened,
            operations: evidence.operations,
            failed: evidence.failed,
            refunds: evidence.refunds,
            spent_fen: evidence.spent_fen,
            days: evidence.days,
            used_days: evidence.used_days,
            unused_fen: evidence.unused_fen,
        }
    }
}

/// Kind of an event of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CaseEventKind {
    /// The order was paid.
    Paid,
    /// Phones came to the member.
    HandedOver,
    /// A phone was opened, for the last time so far.
    Opened,
    /// The first operation on a phone failed.
    Failed,
    /// The refund was asked for.
    Asked,
    /// The refund was agreed to.
    Agreed,
    /// The refund was refused.
    Refused,
    /// The money was back.
    Done,
}

/// An event of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaseEventView {
    kind: CaseEventKind,
    /// Unix milliseconds.
    time: i64,
    /// Number of phones, or of failed operations; else 0.
    count: i64,
    /// Amount, in fen; else 0.
    fen: i64,
    /// Wallet's number; null: by points alone, or no payment.
    #[schema(required = true)]
    wallet: Option<i16>,
    /// The wallet's number of a payment, or the account of the operator who decided; null: the server did.
    #[schema(required = true)]
    name: Option<String>,
}

impl CaseEventView {
    fn of((time, event): (i64, Event)) -> Self {
        let plain = |kind| Self {
            kind,
            time,
            count: 0,
            fen: 0,
            wallet: None,
            name: None,
        };
        match event {
            Event::Paid {
                wallet,
                trade_no,
                fen,
            } => Self {
                fen,
                wallet: wallet.map(domain::orders::Wallet::code),
                name: trade_no,
                ..plain(CaseEventKind::Paid)
            },
            Event::HandedOver { phones } => Self {
                count: phones,
                ..plain(CaseEventKind::HandedOver)
            },
            Event::Opened => plain(CaseEventKind::Opened),
            Event::Failed { count } => Self {
                count,
                ..plain(CaseEventKind::Failed)
            },
            Event::Asked => plain(CaseEventKind::Asked),
            Event::Decided { by, agreed } => Self {
                name: by,
                ..plain(if agreed {
                    CaseEventKind::Agreed
                } else {
                    CaseEventKind::Refused
                })
            },
            Event::Done => plain(CaseEventKind::Done),
        }
    }
}

impl RefundCaseView {
    pub(super) fn of(case: RefundCase, lang: Lang) -> Self {
        Self {
            row: RefundRowView::of(case.row, lang),
            member_id: case.member_id,
            phone_ids: case.phone_ids,
            paid_fen: case.paid_fen,
            evidence: case.evidence.into(),
            events: case.events.into_iter().map(CaseEventView::of).collect(),
        }
    }
}
