//! Bodies of orders, quotes and refunds.

use actix_web::HttpRequest;
use domain::codes;
use domain::orders::{Key, Kind, Reason};
use serde::Deserialize;
use store::orders::{Draft, NewOrder};
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::words::OperatorView;

/// Name of the header with the key of an order: a request that repeats the key is answered with the order that the first one made.
const KEY_HEADER: &str = "idempotency-key";

/// Phone of a renewal.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineBody {
    phone_id: i64,
    /// A package of the phone's configuration.
    package_id: i64,
}

/// Order, or draft of one whose price is asked.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderBody {
    /// 1 purchase, 2 renewal, 3 upgrade.
    #[serde(rename = "type")]
    kind: i16,
    /// Purchase and upgrade: which configuration.
    configuration_id: Option<i64>,
    /// Purchase: which network operator; any when missing.
    carrier: Option<OperatorView>,
    /// Purchase: which package.
    package_id: Option<i64>,
    /// Purchase: 1 to 500 phones.
    quantity: Option<i64>,
    /// Renewal: 1 to 200 phones, each with its package.
    lines: Option<Vec<LineBody>>,
    /// Renewal to one date: which phones.
    phone_ids: Option<Vec<i64>>,
    /// Renewal to one date: the end of a day, Unix milliseconds.
    align_ms: Option<i64>,
    /// Upgrade: which phone.
    phone_id: Option<i64>,
    /// Points that pay a part of the price; none when missing.
    points: Option<i64>,
    /// An order: the amount to pay that was shown, without what points pay.
    total_fen: Option<i64>,
    /// An order: the agreement was read and ticked.
    agreed: Option<bool>,
    /// An order: number of the agreement's version that was shown. Another one in force refuses the order with 1011108021.
    agreement_version: Option<i64>,
}

fn bad() -> ApiError {
    ApiError::Refused(codes::BAD_REQUEST)
}

impl OrderBody {
    /// Points that pay a part of the price.
    pub fn points(&self) -> i64 {
        self.points.unwrap_or(0)
    }

    /// Draft, if it is complete and of a known kind.
    pub fn draft(self) -> Result<Draft, ApiError> {
        let kind = Kind::from_code(self.kind).ok_or_else(bad)?;
        let draft = match (kind, self.lines, self.phone_ids) {
            (Kind::Purchase, None, None) => Draft::Purchase {
                configuration_id: self.configuration_id.ok_or_else(bad)?,
                carrier: self.carrier.map(OperatorView::stored),
                package_id: self.package_id.ok_or_else(bad)?,
                quantity: self.quantity.ok_or_else(bad)?,
            },
            (Kind::Renewal, Some(lines), None) => Draft::Renewal {
                lines: lines
                    .into_iter()
                    .map(|line| (line.phone_id, line.package_id))
                    .collect(),
            },
            (Kind::Renewal, None, Some(phone_ids)) => Draft::Align {
                phone_ids,
                to_ms: self.align_ms.ok_or_else(bad)?,
            },
            (Kind::Upgrade, None, None) => Draft::Upgrade {
                phone_id: self.phone_id.ok_or_else(bad)?,
                configuration_id: self.configuration_id.ok_or_else(bad)?,
            },
            (Kind::Purchase | Kind::Renewal | Kind::Upgrade, _, _) => return Err(bad()),
        };
        Ok(draft)
    }

    /// Order with the price that was shown.
    pub fn parse(self) -> Result<NewOrder, ApiError> {
        Ok(NewOrder {
            expected_total_fen: self.total_fen.ok_or_else(bad)?,
            agreed: self.agreed.ok_or_else(bad)?,
            agreement: self.agreement_version,
            points: self.points(),
            draft: self.draft()?,
        })
    }
}

/// Key of a call that may be repeated.
pub fn key_of(request: &HttpRequest) -> Result<Option<Key>, ApiError> {
    let Some(value) = request.headers().get(KEY_HEADER) else {
        return Ok(None);
    };
    let text = value.to_str().map_err(|_| bad())?;
    Key::parse(text).map(Some).map_err(|_| bad())
}

/// Names an order.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderIdBody {
    /// Id of one of my orders.
    pub order_id: i64,
}

/// Request for a refund.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundBody {
    /// Id of one of my orders.
    pub order_id: i64,
    /// Why: 1 to 200 characters.
    reason: String,
    /// Amount in fen; all that is left when missing. Points that paid the order alone come back by their worth.
    pub amount_fen: Option<i64>,
}

impl RefundBody {
    /// Reason of the request.
    pub fn reason(&self) -> Result<Reason, ApiError> {
        Reason::parse(&self.reason).map_err(|_| bad())
    }
}
