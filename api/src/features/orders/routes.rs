//! `/app-api/trade/order/**`, and the shelf.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, get, post};
use store::orders;

use super::draft::{OrderBody, OrderIdBody, RefundBody, key_of};
use super::records::{
    OrderDetailView, OrderIdQuery, OrderListView, OrderPageQuery, QuoteView, RefundView,
};
use super::shelf::{PricesQuery, PricesView, ShelfView};
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Member, PageQuery};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_configurations)
        .service(list_prices)
        .service(quote_order)
        .service(create_order)
        .service(cancel_order)
        .service(refund_order)
        .service(list_orders)
        .service(get_order)
        .configure(super::admin::configure)
        .configure(super::prices::routes::configure);
}

/// Shelf: configurations with their stock and packages, and the wallets that can be paid by
#[utoipa::path(
    tag = "orders",
    operation_id = "list_configurations",
    responses((status = 200, description = "All of it; or 401", body = Answer<ShelfView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-configuration/tab-list")]
async fn list_configurations(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
) -> Result<Answer<ShelfView>, ApiError> {
    let shelf = orders::shelf(&state.engine.store, Some(&actor), state.now_ms()).await?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let points = store::points::available_of(store, &actor, now_ms).await?;
    Ok(Answer::ok(ShelfView::of(
        shelf,
        points,
        &state,
        client.lang,
    )))
}

/// The packages of a configuration with their prices by quantity
#[utoipa::path(
    tag = "orders",
    operation_id = "list_prices",
    params(PricesQuery),
    responses((
        status = 200,
        description = "All of them, none if it is not on sale; or 400, 401",
        body = Answer<PricesView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/price/tab-list")]
async fn list_prices(
    state: Data<AppState>,
    _member: Member,
    query: Query<PricesQuery>,
) -> Result<Answer<PricesView>, ApiError> {
    let shelf = orders::shelf(&state.engine.store, None, state.now_ms()).await?;
    Ok(Answer::ok(PricesView::of(&shelf, query.configuration_id)))
}

/// Price of an order, line by line, with old and new ends. Nothing is kept
#[utoipa::path(
    tag = "orders",
    operation_id = "quote_order",
    request_body = OrderBody,
    responses((
        status = 200,
        description = "The price; or 400, 401, 1011101001, 1011101004, 1011101007, 1011108002 to 1011108011, 1011108020",
        body = Answer<QuoteView>,
    )),
    extensions(
        ("x-level" = json!("owner")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/trade/order/quote")]
async fn quote_order(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<OrderBody>,
) -> Result<Answer<QuoteView>, ApiError> {
    let body = body.into_inner();
    let (points, draft) = (body.points(), body.draft()?);
    let (store, rules) = (&state.engine.store, state.engine.order_rules());
    let quote = orders::quote(store, &actor, rules, draft, points, state.now_ms()).await?;
    Ok(Answer::ok(QuoteView::of(quote, client.lang)))
}

/// Places an order, which holds its stock until it is paid or its time is over
///
/// With the header `Idempotency-Key` the same order may be placed again: the first one is answered.
#[utoipa::path(
    tag = "orders",
    operation_id = "create_order",
    request_body = OrderBody,
    params((
        "Idempotency-Key" = Option<String>,
        Header,
        description = "1 to 128 visible characters; kept for at least a day",
    )),
    responses((
        status = 200,
        description = "The order; or 400, 401, 1011101001, 1011101004, 1011101007, 1011108002 to 1011108012, 1011108020, 1011108021",
        body = Answer<OrderDetailView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/trade/order/create")]
async fn create_order(
    state: Data<AppState>,
    request: HttpRequest,
    Member(actor): Member,
    client: Client,
    body: Json<OrderBody>,
) -> Result<Answer<OrderDetailView>, ApiError> {
    let (key, order) = (key_of(&request)?, body.into_inner().parse()?);
    let order = state
        .engine
        .create_order(&actor, state.engine.order_rules(), order, key)
        .await?;
    Ok(Answer::ok(OrderDetailView::of(order, client.lang)))
}

/// Takes back an order that is not paid yet
#[utoipa::path(
    tag = "orders",
    operation_id = "cancel_order",
    request_body = OrderIdBody,
    responses((
        status = 200,
        description = "The order; or 401, 1011108001, 1011108013",
        body = Answer<OrderDetailView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("orderId: order")),
    ),
)]
#[post("/app-api/trade/order/cancel")]
async fn cancel_order(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<OrderIdBody>,
) -> Result<Answer<OrderDetailView>, ApiError> {
    let order = state.engine.cancel_order(&actor, body.order_id).await?;
    Ok(Answer::ok(OrderDetailView::of(order, client.lang)))
}

/// Asks for money back: at once within a day if nothing was touched, else an operator decides
#[utoipa::path(
    tag = "orders",
    operation_id = "refund_order",
    request_body = RefundBody,
    responses((
        status = 200,
        description = "The refund; or 400, 401, 1011108001, 1011108015, 1011108016",
        body = Answer<RefundView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("orderId: order")),
    ),
)]
#[post("/app-api/trade/order/refund")]
async fn refund_order(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<RefundBody>,
) -> Result<Answer<RefundView>, ApiError> {
    let (order_id, amount_fen, reason) = (body.order_id, body.amount_fen, body.reason()?);
    let refund = state
        .engine
        .refund_order(&actor, order_id, reason, amount_fen)
        .await?;
    Ok(Answer::ok(refund.into()))
}

/// My orders, the newest first; from 90 days back when nothing else is said
#[utoipa::path(
    tag = "orders",
    operation_id = "list_orders",
    params(PageQuery, OrderPageQuery),
    responses((status = 200, description = "A page; or 400, 401", body = Answer<OrderListView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("orders:read"))),
)]
#[get("/app-api/trade/order/web-page")]
async fn list_orders(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    page: Query<PageQuery>,
    query: Query<OrderPageQuery>,
) -> Result<Answer<OrderListView>, ApiError> {
    let (filter, page) = query.into_inner().parse(&page, state.now_ms())?;
    let page = orders::page(&state.engine.store, &actor, filter, page).await?;
    Ok(Answer::ok(OrderListView::of(page, client.lang)))
}

/// Order with its phones and refunds
#[utoipa::path(
    tag = "orders",
    operation_id = "get_order",
    params(OrderIdQuery),
    responses((
        status = 200,
        description = "The order; or 401, 1011108001",
        body = Answer<OrderDetailView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("orders:read")),
        ("x-object" = json!("orderId: order")),
    ),
)]
#[get("/app-api/trade/order/info")]
async fn get_order(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    query: Query<OrderIdQuery>,
) -> Result<Answer<OrderDetailView>, ApiError> {
    let order = orders::info(&state.engine.store, &actor, query.order_id).await?;
    Ok(Answer::ok(OrderDetailView::of(order, client.lang)))
}
