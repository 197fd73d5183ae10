//! A refund as operators see it, in the list and with its evidence.

use domain::lang::Lang;
use serde::Serialize;
use store::orders::RefundRow;
use utoipa::ToSchema;

use super::super::records::{OrderView, RefundView};

/// A refund as operators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundRowView {
    refund: RefundView,
    order: OrderView,
    /// Name of the member's account.
    member: String,
}

impl RefundRowView {
    pub(super) fn of(row: RefundRow, lang: Lang) -> Self {
        Self {
            refund: row.refund.into(),
            order: OrderView::of(row.order, lang),
            member: row.member,
        }
    }
}
