//! `/app-api/trade/order/{pay,status}`: payment of an order by a wallet.

use actix_web::http::header;
use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, get, post};

use super::wire::{PayBody, PaymentView, StatusQuery, StatusView};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(pay_order).service(get_payment);
}

/// Begins to pay, or shows again what was begun with this wallet in this way
///
/// Answers within 3 seconds. A wallet that takes longer has nothing to show yet: ask again.
#[utoipa::path(
    tag = "payments",
    operation_id = "pay_order",
    request_body = PayBody,
    responses((
        status = 200,
        description = "What is to be shown; or 400, 401, 1011108001, 1011108013, 1011108014, 1011108018, 1011108019",
        body = Answer<PaymentView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("orderId: order")),
    ),
)]
#[post("/app-api/trade/order/pay")]
async fn pay_order(
    state: Data<AppState>,
    request: HttpRequest,
    Member(actor): Member,
    client: Client,
    body: Json<PayBody>,
) -> Result<Answer<PaymentView>, ApiError> {
    let back = back_to(&request, &state, body.order_id);
    let ask = body.parse(client.address, back)?;
    let prepared = state.engine.pay(&actor, ask).await?;
    Ok(Answer::ok(prepared.into()))
}

/// How a payment stands. While the order waits the wallet is asked, at most every 3 seconds
#[utoipa::path(
    tag = "payments",
    operation_id = "get_payment",
    params(StatusQuery),
    responses((
        status = 200,
        description = "How it stands; or 401, 1011108001",
        body = Answer<StatusView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("orderId: order")),
    ),
)]
#[get("/app-api/trade/order/status")]
async fn get_payment(
    state: Data<AppState>,
    Member(actor): Member,
    query: Query<StatusQuery>,
) -> Result<Answer<StatusView>, ApiError> {
    let order = state.engine.payment_state(&actor, query.order_id).await?;
    Ok(Answer::ok(order.into()))
}

/// Address to which the wallet sends the browser afterwards: the records, at the origin it came from.
fn back_to(request: &HttpRequest, state: &AppState, order_id: i64) -> Option<String> {
    let origin = if let Some(origin) = &state.public_origin {
        origin.clone()
    } else {
        let host = request.headers().get(header::HOST)?.to_str().ok()?;
        format!("http://{host}")
    };
    let base = state.base.as_str();
    Some(format!(
        "{origin}{base}/app/orderRecords?orderId={order_id}"
    ))
}
