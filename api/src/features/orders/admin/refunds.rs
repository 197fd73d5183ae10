//! `/admin-api/order/refund/**`: operators decide about refunds.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::codes;
use domain::lang::Lang;
use domain::orders::refund::RefundState;
use domain::orders::{OrderState, Reason};
use serde::{Deserialize, Serialize};
use store::orders::{self, RefundPage, Verdict};
use utoipa::{IntoParams, ToSchema};

use super::Refunds;
use super::case::RefundCaseView;
use super::refund_row::RefundRowView;
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Operator, PageQuery, Proven, keyword};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_refunds)
        .service(get_refund)
        .service(decide_refund);
}

/// Filter of refunds.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RefundPageQuery {
    /// State of the refunds; all when missing.
    state: Option<RefundState>,
    /// A whole word: number of an order, a refund or a wallet's payment, or a member's account.
    keyword: Option<String>,
}

/// Names a refund.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RefundNoQuery {
    /// Number of the refund.
    refund_no: String,
}

/// A page of refunds.
#[derive(Serialize, ToSchema)]
pub struct RefundListView {
    list: Vec<RefundRowView>,
    total: i64,
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
    /// Words to the member, 1 to 200 characters: with a refusal always, with an approval as one likes.
    reason: Option<String>,
}

impl DecideBody {
    fn parse(self) -> Result<(String, Verdict), ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let verdict = match (self.verdict, self.amount_fen, self.reason) {
            (VerdictBody::Approve, amount_fen, reason) => Verdict::Approve {
                amount_fen,
                note: reason.as_deref().map(words).transpose()?,
            },
            (VerdictBody::Refuse, None, Some(reason)) => Verdict::Refuse {
                reason: words(&reason)?,
            },
            (VerdictBody::Retry, None, None) => Verdict::Retry,
            (VerdictBody::Refuse | VerdictBody::Retry, _, _) => {
                return Err(bad());
            }
        };
        Ok((self.refund_no, verdict))
    }
}

/// Reads an operator's words to a member.
fn words(typed: &str) -> Result<Reason, ApiError> {
    Reason::parse(typed)
        .map_err(|_| ApiError::in_field("reason".to_owned(), |lang| Reason::fault(lang).to_owned()))
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

/// Refunds of all members: those that need a decision first, then the newest
#[utoipa::path(
    tag = "orders",
    operation_id = "list_refunds",
    params(PageQuery, RefundPageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<RefundListView>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/order/refund/page")]
async fn list_refunds(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    client: Client,
    page: Query<PageQuery>,
    query: Query<RefundPageQuery>,
) -> Result<Answer<RefundListView>, ApiError> {
    let query = query.into_inner();
    let keyword = keyword(query.keyword)?;
    let wanted = (
        query.state,
        Some(keyword).filter(|keyword| !keyword.is_empty()),
    );
    let (store, window) = (&state.engine.store, page.usual()?);
    let page = orders::refunds_page(store, operator.actor(), wanted, window).await?;
    Ok(Answer::ok(RefundListView::of(page, client.lang)))
}

/// A refund with what speaks for and against it, and what happened when
#[utoipa::path(
    tag = "orders",
    operation_id = "get_refund",
    params(RefundNoQuery),
    responses((
        status = 200,
        description = "The refund; or 400, 401, 403, 1011108017",
        body = Answer<RefundCaseView>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/order/refund/info")]
async fn get_refund(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    client: Client,
    query: Query<RefundNoQuery>,
) -> Result<Answer<RefundCaseView>, ApiError> {
    let (store, number) = (&state.engine.store, query.into_inner().refund_no);
    let case = orders::refund_case(store, operator.actor(), number, state.now_ms()).await?;
    Ok(Answer::ok(RefundCaseView::of(case, client.lang)))
}

/// Approves a refund, whole or in part, refuses it, or sends one again that failed
#[utoipa::path(
    tag = "orders",
    operation_id = "decide_refund",
    request_body = DecideBody,
    responses((
        status = 200,
        description = "Where its order stands now; or 400, 401, 403, 1002003013, 1011108016, 1011108017",
        body = Answer<DecidedView>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/order/refund/decide")]
async fn decide_refund(
    state: Data<AppState>,
    operator: Proven<Refunds>,
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
