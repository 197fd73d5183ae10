//! `/admin-api/order/mismatch/**`: payments that fit nothing.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use store::orders::{self, Mismatch, MismatchPage};
use utoipa::{IntoParams, ToSchema};

use super::Refunds;
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Operator, PageQuery, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(list_mismatches).service(handle_mismatch);
}

/// Filter of payments that fit nothing.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MismatchQuery {
    /// Only those that were handled, or were not; all when missing.
    handled: Option<bool>,
}

/// Note about a payment that fits nothing.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandleBody {
    /// Id of the payment in the list.
    mismatch_id: i64,
    /// Note of what the operator did about it, for colleagues; 1 to 200 characters.
    note: String,
}

/// A payment that fits nothing: it bought nothing, and goes back by hand in the wallet's own console. Without a serial number and of 0 fen: one
/// of which the wallet proved nothing until asking ended, to be looked up there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MismatchView {
    mismatch_id: i64,
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
    #[schema(required = true)]
    order_id: Option<i64>,
    /// How often the wallet reported it.
    times: i64,
    /// Time of the first report, Unix milliseconds.
    create_time: i64,
    /// Note of the operator who handled it; null: nobody did.
    #[schema(required = true)]
    note: Option<String>,
    /// Time of that, Unix milliseconds.
    #[schema(required = true)]
    handle_time: Option<i64>,
}

/// A page of payments that fit nothing.
#[derive(Serialize, ToSchema)]
pub struct MismatchListView {
    list: Vec<MismatchView>,
    total: i64,
}

impl From<Mismatch> for MismatchView {
    fn from(noted: Mismatch) -> Self {
        let (note, handle_time) = noted.handled.unzip();
        Self {
            mismatch_id: noted.id,
            order_id: noted.order_id,
            note,
            handle_time,
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

/// Payments that fit nothing of ours, the newest first: another amount, another wallet, another payment's number
#[utoipa::path(
    tag = "orders",
    operation_id = "list_mismatches",
    params(MismatchQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<MismatchListView>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/order/mismatch/page")]
async fn list_mismatches(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    query: Query<MismatchQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<MismatchListView>, ApiError> {
    let (store, window) = (&state.engine.store, page.usual()?);
    let page = orders::mismatches_page(store, operator.actor(), query.handled, window).await?;
    Ok(Answer::ok(page.into()))
}

/// Notes what was done about a payment that fits nothing, in the wallet's own console
#[utoipa::path(
    tag = "orders",
    operation_id = "handle_mismatch",
    request_body = HandleBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1011108025",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/order/mismatch/handle")]
async fn handle_mismatch(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    client: Client,
    body: Json<HandleBody>,
) -> Result<Answer<bool>, ApiError> {
    let note = super::note(&body.note)?;
    let author = author(&state, &operator, &client);
    orders::handle_mismatch(&state.engine.store, author, body.mismatch_id, note).await?;
    Ok(Answer::ok(true))
}
