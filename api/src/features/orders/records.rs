//! Views of orders.

use domain::codes;
use domain::lang::Lang;
use domain::orders::refund::RefundState;
use domain::orders::{Kind, OrderState, PayWay, RECORDS_MS, Wallet};
use domain::points::worth_fen;
use serde::{Deserialize, Serialize};
use store::orders::{
    Filter, FullOrder, Line, Order, OrderError, OrderPage, OrderPhone, Quoted, RefundInfo,
};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery};

/// An order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderView {
    order_id: i64,
    order_no: String,
    /// 1 purchase, 2 renewal, 3 upgrade.
    #[serde(rename = "type")]
    kind: i16,
    state: OrderState,
    /// Unix milliseconds.
    create_time: i64,
    /// The configuration's name; of several the first.
    spec_name: String,
    /// Null when its lines differ.
    #[schema(required = true)]
    package_days: Option<i64>,
    /// Number of phones.
    quantity: i64,
    /// Price of each phone; null when they differ.
    #[schema(required = true)]
    unit_fen: Option<i64>,
    /// Sum of the list prices for single phones.
    list_fen: i64,
    /// Discount by quantity.
    discount_fen: i64,
    /// Points that pay a part of the price.
    points: i64,
    /// Amount that the points pay.
    points_fen: i64,
    /// Amount to be paid: without what points pay.
    total_fen: i64,
    paid_fen: i64,
    refunded_fen: i64,
    /// How it was paid.
    #[schema(required = true)]
    pay_method: Option<PayMethodView>,
    /// The wallet's number of the payment.
    #[schema(required = true)]
    serial_no: Option<String>,
    /// Unix milliseconds.
    #[schema(required = true)]
    pay_time: Option<i64>,
    /// Time until when it can be paid, Unix milliseconds.
    deadline_ms: i64,
}

/// An order with all that belongs to it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderDetailView {
    #[serde(flatten)]
    order: OrderView,
    lines: Vec<OrderLineView>,
    /// Phones that the order brought.
    phones: Vec<OrderPhoneView>,
    /// Refunds, the newest last.
    refunds: Vec<RefundView>,
    /// Amount that can still be refunded; of an order that points paid alone the worth of those that are left.
    refundable_fen: i64,
}

/// How an order was paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayMethodView {
    /// Wallet's number, 1 or 2.
    wallet: i16,
    way: PayWay,
}

/// A line of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLineView {
    /// The phone that is renewed or upgraded.
    #[schema(required = true)]
    phone_id: Option<i64>,
    #[schema(required = true)]
    owl_id: Option<String>,
    /// Phone's name when the order was made.
    #[schema(required = true)]
    phone_alias: Option<String>,
    #[schema(required = true)]
    package_id: Option<i64>,
    /// Days that are paid.
    days: i64,
    quantity: i64,
    list_fen: i64,
    unit_fen: i64,
    total_fen: i64,
    /// The rental's end before, Unix milliseconds.
    #[schema(required = true)]
    old_expire_ms: Option<i64>,
    /// End of the rental afterwards, Unix milliseconds.
    #[schema(required = true)]
    new_expire_ms: Option<i64>,
}

/// A phone that an order brought.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderPhoneView {
    phone_id: i64,
    owl_id: String,
    phone_alias: String,
    /// Whether it is mine no longer.
    gone: bool,
}

/// Money or points that go back, went back or are asked back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundView {
    refund_no: String,
    /// Amount in fen; of points their worth.
    amount_fen: i64,
    /// Points that come back instead of money: of an order that they paid alone, else 0.
    points: i64,
    state: RefundState,
    /// Reason in my words.
    reason: String,
    /// Answer of the operator or the wallet.
    #[schema(required = true)]
    answer: Option<String>,
    /// Words of the operator who agreed to it.
    #[schema(required = true)]
    note: Option<String>,
    /// Unix milliseconds.
    create_time: i64,
    /// When it was back, Unix milliseconds.
    #[schema(required = true)]
    done_time: Option<i64>,
}

/// Price of a draft.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteView {
    #[serde(rename = "type")]
    kind: i16,
    spec_name: String,
    lines: Vec<OrderLineView>,
    list_fen: i64,
    /// Discount by quantity.
    discount_fen: i64,
    /// Points that pay a part of the price.
    points: i64,
    /// Amount that the points pay.
    points_fen: i64,
    /// Most points that such an order takes from me now.
    points_most: i64,
    /// Points that I have.
    points_available: i64,
    /// Amount to be paid: without what points pay.
    total_fen: i64,
}

/// A page of orders.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderListView {
    list: Vec<OrderView>,
    total: i64,
    /// Paid for all orders that match, not only for this page.
    paid_fen: i64,
    /// Refunded of all orders that match.
    refunded_fen: i64,
}

/// Names an order.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrderIdQuery {
    /// Id of one of my orders.
    pub order_id: i64,
}

/// Page of orders to show.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrderPageQuery {
    /// 1 purchase, 2 renewal, 3 upgrade.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    kind: Option<i16>,
    /// State of the orders.
    state: Option<OrderState>,
    /// Paid by wallet 1 or 2.
    wallet: Option<i16>,
    /// Part of a number, of a configuration's name, or of the name or id of a phone.
    keyword: Option<String>,
    /// Made at or after, Unix milliseconds; 90 days ago when missing.
    begin_time: Option<i64>,
    /// Made before, Unix milliseconds.
    end_time: Option<i64>,
}

impl OrderPageQuery {
    /// Filter, and rows before the page and on it.
    pub fn parse(self, page: &PageQuery, now_ms: i64) -> Result<(Filter, (i64, i64)), ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let window = page.usual()?;
        let kind = self.kind.map(|code| Kind::from_code(code).ok_or_else(bad));
        let wallet = self
            .wallet
            .map(|code| Wallet::from_code(code).ok_or_else(bad));
        let keyword = self.keyword.map(|text| text.trim().to_owned());
        let filter = Filter {
            kind: kind.transpose()?,
            state: self.state,
            wallet: wallet.transpose()?,
            keyword: keyword.filter(|text| !text.is_empty()),
            from_ms: Some(self.begin_time.unwrap_or(now_ms - RECORDS_MS)),
            until_ms: self.end_time,
        };
        Ok((filter, window))
    }
}

impl OrderView {
    pub fn of(o: Order, lang: Lang) -> Self {
        Self {
            order_id: o.id,
            order_no: o.number,
            kind: o.kind.code(),
            state: o.state,
            create_time: o.created_ms,
            spec_name: o.spec_name.in_lang(lang).to_owned(),
            package_days: o.package_days,
            quantity: o.quantity,
            unit_fen: o.unit_fen,
            list_fen: o.list_fen,
            discount_fen: o.list_fen - o.total_fen - worth_fen(o.points),
            points: o.points,
            points_fen: worth_fen(o.points),
            total_fen: o.total_fen,
            paid_fen: o.paid_fen,
            refunded_fen: o.refunded_fen,
            pay_method: o.paid_by.map(|(wallet, way)| PayMethodView {
                wallet: wallet.code(),
                way,
            }),
            serial_no: o.trade_no,
            pay_time: o.paid_ms,
            deadline_ms: o.deadline_ms,
        }
    }
}

impl OrderDetailView {
    pub fn of(full: FullOrder, lang: Lang) -> Self {
        Self {
            order: OrderView::of(full.order, lang),
            lines: full.lines.into_iter().map(Into::into).collect(),
            phones: full.phones.into_iter().map(Into::into).collect(),
            refunds: full.refunds.into_iter().map(Into::into).collect(),
            refundable_fen: full.refundable_fen,
        }
    }
}

impl From<Line> for OrderLineView {
    fn from(line: Line) -> Self {
        Self {
            phone_id: line.phone_id,
            owl_id: line.owl_id,
            phone_alias: line.alias,
            package_id: line.package_id,
            days: line.days,
            quantity: line.quantity,
            list_fen: line.list_fen,
            unit_fen: line.unit_fen,
            total_fen: line.total_fen,
            old_expire_ms: line.old_expire_ms,
            new_expire_ms: line.new_expire_ms,
        }
    }
}

impl From<OrderPhone> for OrderPhoneView {
    fn from(phone: OrderPhone) -> Self {
        Self {
            phone_id: phone.phone_id,
            owl_id: phone.owl_id,
            phone_alias: phone.alias,
            gone: phone.gone,
        }
    }
}

impl From<RefundInfo> for RefundView {
    fn from(refund: RefundInfo) -> Self {
        Self {
            refund_no: refund.number,
            amount_fen: refund.amount_fen,
            points: refund.points,
            state: refund.state,
            reason: refund.reason,
            answer: refund.answer,
            note: refund.note,
            create_time: refund.created_ms,
            done_time: refund.done_ms,
        }
    }
}

impl QuoteView {
    pub fn of(quoted: Quoted, lang: Lang) -> Self {
        Self {
            kind: quoted.kind.code(),
            spec_name: quoted.spec_name.in_lang(lang).to_owned(),
            lines: quoted.lines.into_iter().map(Into::into).collect(),
            list_fen: quoted.list_fen,
            discount_fen: quoted.list_fen - quoted.total_fen - worth_fen(quoted.points),
            points: quoted.points,
            points_fen: worth_fen(quoted.points),
            points_most: quoted.points_most,
            points_available: quoted.points_available,
            total_fen: quoted.total_fen,
        }
    }
}

impl OrderListView {
    pub fn of(page: OrderPage, lang: Lang) -> Self {
        Self {
            list: page
                .list
                .into_iter()
                .map(|order| OrderView::of(order, lang))
                .collect(),
            total: page.total,
            paid_fen: page.paid_fen,
            refunded_fen: page.refunded_fen,
        }
    }
}

impl From<OrderError> for ApiError {
    fn from(error: OrderError) -> Self {
        use domain::orders::Refusal;
        match error {
            OrderError::Refused(refusal @ Refusal::Price { total_fen }) => Self::WithData {
                code: refusal.code(),
                data: serde_json::json!({ "totalFen": total_fen }),
            },
            OrderError::Refused(refusal @ Refusal::Points { most }) => Self::WithData {
                code: refusal.code(),
                data: serde_json::json!({ "most": most }),
            },
            OrderError::Refused(refusal) => Self::Refused(refusal.code()),
            OrderError::Fault(fault) => fault.into(),
        }
    }
}
