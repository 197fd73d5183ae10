//! `/admin-api/order/**`: operators decide about refunds, and see payments that fit nothing.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::codes;
use domain::lang::Lang;
use domain::orders::refund::RefundState;
use domain::orders::{OrderState, Reason};
use domain::permissions::REFUND_ORDERS;
use serde::{Deserialize, Serialize};
use store::orders::{self, Mismatch, MismatchPage, RefundPage, RefundRow, Verdict};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::records::{OrderView, RefundView};
use crate::AppState;
use crate::http::{Answer, ApiError, Client, Operator, PageQuery, Permission};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list_refunds)
        .service(decide_refund)
        .service(list_mismatches);
}

/// Permission to decide about refunds.
struct Refunds;

impl Permission for Refunds {
    const NAME: &str = REFUND_ORDERS;
}

/// Filter of refunds.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RefundPageQuery {
    /// State of the refunds; all when missing.
    state: Option<RefundState>,
}

/// A refund as operators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundRowView {
    refund: RefundView,
    order: OrderView,
    /// Name of the member's account.
    member: String,
}

/// A page of refunds.
#[derive(Serialize, ToSchema)]
pub struct RefundListView {
    list: Vec<RefundRowView>,
    total: i64,
}

/// A payment that fits nothing: it bought nothing, and goes back by hand in the wallet's own console. Without a serial number and of 0 fen: one
/// of which the wallet proved nothing until asking ended, to be looked up there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MismatchView {
    /// Wallet's number, 1 or 2.
    wallet: i16,
    /// Number of the attempt under which it was paid.
    attempt: String,
    /// The wallet's number of the payment.
    serial_no: String,
    /// Amount that came, in fen.
    amount_fen: i64,
    /// Amount that was asked for, in fen.
    #[schema(required = true)]
    asked_fen: Option<i64>,
    #[schema(required = true)]
    order_no: Option<String>,
    /// How often the wallet reported it.
    times: i64,
    /// Time of the first report, Unix milliseconds.
    create_time: i64,
}

/// A page of payments that fit nothing.
#[derive(Serialize, ToSchema)]
pub struct MismatchListView {
    list: Vec<MismatchView>,
    total: i64,
}

impl From<Mismatch> for MismatchView {
    fn from(noted: Mismatch) -> Self {
        Self {
            wallet: noted.wallet.code(),
            attempt: noted.attempt,
            serial_no: noted.trade_no,
            amount_fen: noted.amount_fen,
            asked_fen: noted.asked_fen,
            order_no: noted.order_no,
            times: noted.times,
            create_time: noted.created_ms,
        }
    }
}

impl From<MismatchPage> for MismatchListView {
    fn from(page: MismatchPage) -> Self {
        Self {
            list: page.list.into_iter().map(Into::into).collect(),
            total: page.total,
        }
    }
}

/// Decision about a refund.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum VerdictBody {
    /// Approve, wholly or in part.
    Approve,
    /// Refuse, with a reason.
    Refuse,
    /// Send again a refund that failed.
    Retry,
}

/// State of the order after the decision.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidedView {
    order_id: i64,
    state: OrderState,
}

/// Decision of an operator about a refund.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecideBody {
    refund_no: String,
    verdict: VerdictBody,
    /// Approve: how much; all that was asked when missing.
    amount_fen: Option<i64>,
    /// Refuse: why, 1 to 200 characters.
    reason: Option<String>,
}

impl DecideBody {
    fn parse(self) -> Result<(String, Verdict), ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let verdict = match (self.verdict, self.amount_fen, self.reason) {
            (VerdictBody::Approve, amount_fen, None) => Verdict::Approve { amount_fen },
            (VerdictBody::Refuse, None, Some(reason)) => Verdict::Refuse {
                reason: Reason::parse(&reason).map_err(|_| bad())?,
            },
            (VerdictBody::Retry, None, None) => Verdict::Retry,
            (VerdictBody::Approve | VerdictBody::Refuse | VerdictBody::Retry, _, _) => {
                return Err(bad());
            }
        };
        Ok((self.refund_no, verdict))
    }
}

impl RefundRowView {
    fn of(row: RefundRow, lang: Lang) -> Self {
        Self {
            refund: row.refund.into(),
            order: OrderView::of(row.order, lang),
            member: row.member,
        }
    }
}

impl RefundListView {
    fn of(page: RefundPage, lang: Lang) -> Self {
        Self {
            list: page
                .list
                .into_iter()
                .map(|row| RefundRowView::of(row, lang))
                .collect(),
            total: page.total,
        }
    }
}

/// Refunds of all members, the newest first
#[utoipa::path(tag = "orders", operation_id = "list_refunds", params(PageQuery, RefundPageQuery), responses((status = 200, description = "A page; or 400, 401, 403", body = Answer<RefundListView>)), extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))))]
#[get("/admin-api/order/refund/page")]
async fn list_refunds(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    client: Client,
    page: Query<PageQuery>,
    query: Query<RefundPageQuery>,
) -> Result<Answer<RefundListView>, ApiError> {
    let (wanted, window) = (query.state, page.usual()?);
    let page = orders::refunds_page(&state.engine.store, operator.actor(), wanted, window).await?;
    Ok(Answer::ok(RefundListView::of(page, client.lang)))
}

/// Approves a refund, whole or in part, refuses it, or sends one again that failed
#[utoipa::path(tag = "orders", operation_id = "decide_refund", request_body = DecideBody, responses((status = 200, description = "Where its order stands now; or 400, 401, 403, 1011108016, 1011108017", body = Answer<DecidedView>)), extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))))]
#[post("/admin-api/order/refund/decide")]
async fn decide_refund(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    body: Json<DecideBody>,
) -> Result<Answer<DecidedView>, ApiError> {
    let (number, verdict) = body.into_inner().parse()?;
    let changed = state
        .engine
        .decide_refund(operator.actor(), number, verdict)
        .await?;
    Ok(Answer::ok(DecidedView {
        order_id: changed.order_id,
        state: changed.state,
    }))
}

/// Payments that fit nothing of ours, the newest first: another amount, another wallet, another payment's number
#[utoipa::path(tag = "orders", operation_id = "list_mismatches", params(PageQuery), responses((status = 200, description = "A page; or 400, 401, 403", body = Answer<MismatchListView>)), extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))))]
#[get("/admin-api/order/mismatch/page")]
async fn list_mismatches(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    page: Query<PageQuery>,
) -> Result<Answer<MismatchListView>, ApiError> {
    let (store, window) = (&state.engine.store, page.usual()?);
    let page = orders::mismatches_page(store, operator.actor(), window).await?;
    Ok(Answer::ok(page.into()))
}
