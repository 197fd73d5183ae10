//! `/admin-api/order/**`: the orders of all members.

use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use domain::codes;
use domain::lang::Lang;
use domain::orders::{Kind, OrderState, Wallet};
use domain::permissions::{EXPORT_ORDERS, LIST_ORDERS};
use domain::text::display::format_fen;
use serde::{Deserialize, Serialize};
use store::orders::{self, AllFilter, AllPage, OwnedOrder};
use utoipa::{IntoParams, ToSchema};

use super::super::records::{OrderDetailView, OrderView};
use crate::AppState;
use crate::http::tables::{self, FileView, FormatQuery, ROWS_MAX, Table};
use crate::http::{
    Answer, ApiError, Calls, Client, Operator, PageQuery, Permission, Top, author, keyword,
};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_all_orders)
        .service(export_orders)
        .service(get_any_order);
}

/// Permission to see the orders of all members.
struct ListOrders;

impl Permission for ListOrders {
    const NAME: &str = LIST_ORDERS;
}

/// Permission to export the orders of all members as a table.
struct ExportOrders;

impl Permission for ExportOrders {
    const NAME: &str = EXPORT_ORDERS;
}

/// Filter of the orders of all members.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AllOrdersQuery {
    /// A whole word: number of an order, a refund or a wallet's payment, or a member's account.
    keyword: Option<String>,
    /// 1 purchase, 2 renewal, 3 upgrade.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    kind: Option<i16>,
    /// State of the orders.
    state: Option<OrderState>,
    /// Paid by wallet 1 or 2.
    wallet: Option<i16>,
    /// First day, in the operator's zone, such as `2026-11-01`.
    from_day: Option<String>,
    /// Last day, that day included.
    until_day: Option<String>,
}

impl AllOrdersQuery {
    fn parse(self, state: &AppState) -> Result<AllFilter, ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let kind = self.kind.map(|code| Kind::from_code(code).ok_or_else(bad));
        let wallet = self
            .wallet
            .map(|code| Wallet::from_code(code).ok_or_else(bad));
        let day = |day: Option<String>, end| super::day(state, day.as_deref(), end);
        let typed = keyword(self.keyword)?;
        Ok(AllFilter {
            keyword: Some(typed).filter(|typed| !typed.is_empty()),
            kind: kind.transpose()?,
            state: self.state,
            wallet: wallet.transpose()?,
            from_ms: day(self.from_day, false)?,
            until_ms: day(self.until_day, true)?,
        })
    }
}

/// An order with its member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnedOrderView {
    #[serde(flatten)]
    order: OrderView,
    /// Id of the member.
    member_id: i64,
    /// Account of the member, its number masked.
    member: String,
}

impl OwnedOrderView {
    fn of(owned: OwnedOrder, lang: Lang) -> Self {
        Self {
            member_id: owned.order.member_id,
            member: owned.member,
            order: OrderView::of(owned.order, lang),
        }
    }
}

/// A page of the orders of all members.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllOrdersView {
    list: Vec<OwnedOrderView>,
    total: i64,
    /// Paid for all orders that match, not only for this page.
    paid_fen: i64,
    /// Refunded of all orders that match.
    refunded_fen: i64,
}

impl AllOrdersView {
    fn of(page: AllPage, lang: Lang) -> Self {
        let list = page.list.into_iter();
        Self {
            list: list.map(|one| OwnedOrderView::of(one, lang)).collect(),
            total: page.total,
            paid_fen: page.paid_fen,
            refunded_fen: page.refunded_fen,
        }
    }
}

/// An order of any member with all that belongs to it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnyOrderView {
    #[serde(flatten)]
    order: OrderDetailView,
    /// Id of the member.
    member_id: i64,
    /// Account of the member, its number masked.
    member: String,
}

/// Names an order.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AnyOrderQuery {
    /// Id of an order of any member.
    order_id: i64,
}

/// Orders of all members, the newest first
#[utoipa::path(
    tag = "orders",
    operation_id = "list_all_orders",
    params(PageQuery, AllOrdersQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<AllOrdersView>,
    )),
    extensions(("x-level" = json!("perm:order:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/order/page")]
async fn list_all_orders(
    state: Data<AppState>,
    _operator: Operator<ListOrders>,
    client: Client,
    page: Query<PageQuery>,
    query: Query<AllOrdersQuery>,
) -> Result<Answer<AllOrdersView>, ApiError> {
    let (filter, window) = (query.into_inner().parse(&state)?, page.usual()?);
    let page = orders::all_page(&state.engine.store, filter, window).await?;
    Ok(Answer::ok(AllOrdersView::of(page, client.lang)))
}

/// Order of any member with its lines, phones and refunds
#[utoipa::path(
    tag = "orders",
    operation_id = "get_any_order",
    params(AnyOrderQuery),
    responses((
        status = 200,
        description = "The order; or 400, 401, 403, 1011108001",
        body = Answer<AnyOrderView>,
    )),
    extensions(("x-level" = json!("perm:order:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/order/info")]
async fn get_any_order(
    state: Data<AppState>,
    _operator: Operator<ListOrders>,
    client: Client,
    query: Query<AnyOrderQuery>,
) -> Result<Answer<AnyOrderView>, ApiError> {
    let (order, member) = orders::info_of_any(&state.engine.store, query.order_id).await?;
    Ok(Answer::ok(AnyOrderView {
        member_id: order.order.member_id,
        member,
        order: OrderDetailView::of(order, client.lang),
    }))
}

/// Columns of an exported table.
const HEADER: [&str; 12] = [
    "订单号",
    "会员",
    "类型",
    "状态",
    "配置",
    "天数",
    "数量",
    "应付",
    "实付",
    "已退",
    "支付流水号",
    "下单时间",
];

/// Exports the orders that pass the filter as a table, at most 10,000
///
/// The export is recorded. The answer's `msg` is the name for the download. With `Accept: text/csv`, the media type of XLSX or
/// application/octet-stream it is the file itself.
#[utoipa::path(
    tag = "orders",
    operation_id = "export_orders",
    params(AllOrdersQuery, FormatQuery),
    responses((
        status = 200,
        description = "The file's name; or 400, 401, 403, 1001004004",
        body = Top<FileView>,
    )),
    extensions(("x-level" = json!("perm:order:export")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/order/export")]
async fn export_orders(
    state: Data<AppState>,
    request: HttpRequest,
    operator: Operator<ExportOrders>,
    client: Client,
    query: Query<AllOrdersQuery>,
    format: Query<FormatQuery>,
) -> Result<HttpResponse, ApiError> {
    let store = &state.engine.store;
    let filter = query.into_inner().parse(&state)?;
    let page = orders::all_page(store, filter, (0, ROWS_MAX)).await?;
    tables::check_rows(page.total)?;
    let author = author(&state, &operator, &client);
    orders::note_export(store, author, page.list.len()).await?;
    let table = Table {
        name: "订单",
        header: &HEADER,
        rows: page.list.into_iter().map(|one| row(one, &state)).collect(),
    };
    tables::export(&state, &request, operator.actor(), &format, table).await
}

fn row(owned: OwnedOrder, state: &AppState) -> Vec<String> {
    let order = owned.order;
    let kind = match order.kind {
        Kind::Purchase => "购买",
        Kind::Renewal => "续费",
        Kind::Upgrade => "升级",
    };
    vec![
        order.number,
        owned.member,
        kind.to_owned(),
        order.state.into_str().to_owned(),
        order.spec_name.in_lang(Lang::Zh).to_owned(),
        order
            .package_days
            .map_or_else(String::new, |days| days.to_string()),
        order.quantity.to_string(),
        format_fen(order.total_fen),
        format_fen(order.paid_fen),
        format_fen(order.refunded_fen),
        order.trade_no.unwrap_or_default(),
        state.zone().time_of(order.created_ms),
    ]
}
