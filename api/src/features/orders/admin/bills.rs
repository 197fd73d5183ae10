//! `/admin-api/bill/**`: daily comparison with the wallets' own bills.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::codes;
use domain::orders::bills::{BillKind, BillState, DAYS_MAX, Day};
use domain::orders::{DAY_MS, Wallet};
use serde::{Deserialize, Serialize};
use store::orders::{self, BillDay, DayTotals, Difference};
use utoipa::{IntoParams, ToSchema};

use super::Refunds;
use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Client, Operator, PageQuery, author};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(list_bills)
        .service(list_bill_differences)
        .service(compare_bill)
        .service(solve_bill_difference);
}

/// Money that moved on a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillMovedView {
    /// Number of payments.
    payments: i64,
    /// Amount that came in, in fen.
    paid_fen: i64,
    /// Amount that went back, in fen.
    refunded_fen: i64,
}

/// A day at a wallet: what its bill says, and what the books say.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillDayView {
    /// Day of China, such as `2026-11-24`.
    day: String,
    state: BillState,
    /// Whether bill and books were ever apart.
    was_apart: bool,
    /// Time at which the bill was fetched, Unix milliseconds.
    #[schema(required = true)]
    fetch_time: Option<i64>,
    /// Reason why the bill could not be had the last time, for operators; null: it could, or the wallet has none yet.
    #[schema(required = true)]
    fault: Option<String>,
    ours: BillMovedView,
    bill: BillMovedView,
}

/// The days of a wallet.
#[derive(Serialize, ToSchema)]
pub struct WalletBillsView {
    /// Wallet's number, 1 or 2.
    wallet: i16,
    /// At most 30 days, the oldest first.
    days: Vec<BillDayView>,
}

/// Filter of differences.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DifferenceQuery {
    /// Only those that are solved, or are not; all when missing.
    solved: Option<bool>,
}

/// A line of a bill that the books do not have so, or the other way about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillDifferenceView {
    difference_id: i64,
    /// Wallet's number, 1 or 2.
    wallet: i16,
    /// Day of the bill.
    day: String,
    kind: BillKind,
    /// The wallet's number of the payment.
    serial_no: String,
    /// Our number of the payment or the refund.
    number: String,
    /// Amount by the bill in fen; null: not in the bill.
    #[schema(required = true)]
    bill_fen: Option<i64>,
    /// Amount by the books in fen; null: not in the books.
    #[schema(required = true)]
    our_fen: Option<i64>,
    /// Time at which it was found, Unix milliseconds.
    find_time: i64,
    #[schema(required = true)]
    order_id: Option<i64>,
    #[schema(required = true)]
    order_no: Option<String>,
    /// How often the wallet told of the payment, which fits nothing; null: never.
    #[schema(required = true)]
    mismatch_times: Option<i64>,
    /// Time at which it was solved, Unix milliseconds.
    #[schema(required = true)]
    solve_time: Option<i64>,
    /// Account of the operator who solved it; null with a time: bill and books agree since.
    #[schema(required = true)]
    solved_by: Option<String>,
    /// Note of that operator: what was done about it.
    #[schema(required = true)]
    note: Option<String>,
}

/// A page of differences.
#[derive(Serialize, ToSchema)]
pub struct BillDifferenceListView {
    list: Vec<BillDifferenceView>,
    total: i64,
}

/// A day to compare again.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompareBillBody {
    /// Wallet's number, 1 or 2.
    wallet: i16,
    /// Day of China, such as `2026-11-24`.
    day: String,
}

/// Note about a difference.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SolveDifferenceBody {
    /// Id of the difference in the list.
    difference_id: i64,
    /// Note of what the operator did about it, for colleagues; 1 to 200 characters.
    note: String,
}

impl From<DayTotals> for BillMovedView {
    fn from(moved: DayTotals) -> Self {
        Self {
            payments: moved.payments,
            paid_fen: moved.paid_fen,
            refunded_fen: moved.refunded_fen,
        }
    }
}

impl From<BillDay> for BillDayView {
    fn from(day: BillDay) -> Self {
        Self {
            day: day.day,
            state: day.state,
            was_apart: day.was_apart,
            fetch_time: day.fetched_ms,
            fault: day.fault,
            ours: day.ours.into(),
            bill: day.bill.into(),
        }
    }
}

impl From<Difference> for BillDifferenceView {
    fn from(found: Difference) -> Self {
        let (order_id, order_no) = found.order.unzip();
        let (solve_time, solved_by, note) = match found.solved {
            Some(solved) => (Some(solved.at_ms), solved.by, solved.note),
            None => (None, None, None),
        };
        Self {
            difference_id: found.id,
            wallet: found.wallet.code(),
            day: found.day,
            kind: found.kind,
            serial_no: found.trade_no,
            number: found.number,
            bill_fen: found.bill_fen,
            our_fen: found.our_fen,
            find_time: found.found_ms,
            order_id,
            order_no,
            mismatch_times: found.mismatch_times,
            solve_time,
            solved_by,
            note,
        }
    }
}

/// The last 30 days of each wallet: what its bill says, and what the books say; a wallet without payments has none
#[utoipa::path(
    tag = "orders",
    operation_id = "list_bills",
    responses((
        status = 200,
        description = "Both wallets; or 401, 403",
        body = Answer<Vec<WalletBillsView>>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/bill/list")]
async fn list_bills(
    state: Data<AppState>,
    _operator: Operator<Refunds>,
) -> Result<Answer<Vec<WalletBillsView>>, ApiError> {
    let oldest_ms = state.now_ms().saturating_sub((DAYS_MAX + 1) * DAY_MS);
    let from_day = Day::at(oldest_ms).map_or_else(String::new, |day| day.name);
    let all = orders::bill_days(&state.engine.store, from_day).await?;
    let mut wallets: Vec<WalletBillsView> = Vec::new();
    for day in all {
        let wallet = day.wallet.code();
        match wallets.last_mut().filter(|last| last.wallet == wallet) {
            Some(last) => last.days.push(day.into()),
            None => wallets.push(WalletBillsView {
                wallet,
                days: vec![day.into()],
            }),
        }
    }
    Ok(Answer::ok(wallets))
}

/// Differences between bills and books, the newest first
#[utoipa::path(
    tag = "orders",
    operation_id = "list_bill_differences",
    params(DifferenceQuery, PageQuery),
    responses((
        status = 200,
        description = "A page; or 400, 401, 403",
        body = Answer<BillDifferenceListView>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/bill/difference/page")]
async fn list_bill_differences(
    state: Data<AppState>,
    _operator: Operator<Refunds>,
    query: Query<DifferenceQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<BillDifferenceListView>, ApiError> {
    let (store, window) = (&state.engine.store, page.usual()?);
    let (list, total) = orders::differences_page(store, query.solved, window).await?;
    let list = list.into_iter().map(Into::into).collect();
    Ok(Answer::ok(BillDifferenceListView { list, total }))
}

/// Fetches a day's bill again and compares it with the books; the list has the result
#[utoipa::path(
    tag = "orders",
    operation_id = "compare_bill",
    request_body = CompareBillBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1011108026",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/bill/compare")]
async fn compare_bill(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    client: Client,
    body: Json<CompareBillBody>,
) -> Result<Answer<bool>, ApiError> {
    let bad = || ApiError::Refused(codes::BAD_REQUEST);
    let wallet = Wallet::from_code(body.wallet).ok_or_else(bad)?;
    let day = Day::parse(&body.day).ok_or_else(bad)?;
    let author = author(&state, &operator, &client);
    state.engine.compare_bill_again(author, wallet, day).await?;
    Ok(Answer::ok(true))
}

/// Notes what was done about a difference
#[utoipa::path(
    tag = "orders",
    operation_id = "solve_bill_difference",
    request_body = SolveDifferenceBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 403, 1011108026",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("perm:order:refund")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/bill/difference/solve")]
async fn solve_bill_difference(
    state: Data<AppState>,
    operator: Operator<Refunds>,
    client: Client,
    body: Json<SolveDifferenceBody>,
) -> Result<Answer<bool>, ApiError> {
    let note = super::note(&body.note)?;
    let author = author(&state, &operator, &client);
    orders::solve_difference(&state.engine.store, author, body.difference_id, note).await?;
    Ok(Answer::ok(true))
}
