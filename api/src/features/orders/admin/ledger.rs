//! `/admin-api/ledger/**`: the ledger, by lines and by accounts.

use actix_web::get;
use actix_web::web::{Data, Query};
use domain::codes;
use domain::orders::ledger::Account;
use domain::permissions::READ_LEDGER;
use serde::{Deserialize, Serialize};
use store::orders::{self, AccountSum, LedgerLine};
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Operator, PageQuery, Permission};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(list_ledger).service(sum_ledger);
}

/// Permission to read the ledger.
struct ReadLedger;

impl Permission for ReadLedger {
    const NAME: &str = READ_LEDGER;
}

/// Days of the ledger.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct LedgerQuery {
    /// First day in the operator's zone, such as `2026-11-27`; today when left out.
    from_day: Option<String>,
    /// Last day, that day included; the first one when left out.
    until_day: Option<String>,
    /// Lines of this account alone.
    account: Option<Account>,
}

impl LedgerQuery {
    /// Begin of the first day and end of the last.
    fn times(&self, state: &AppState) -> Result<(i64, i64), ApiError> {
        let today = state.zone().date_of(state.now_ms());
        let from = self.from_day.clone().unwrap_or(today);
        let until = self.until_day.as_deref().unwrap_or(&from);
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let from_ms = super::day(state, Some(&from), false)?.ok_or_else(bad)?;
        let until_ms = super::day(state, Some(until), true)?.ok_or_else(bad)?;
        if from_ms < until_ms {
            Ok((from_ms, until_ms))
        } else {
            Err(bad())
        }
    }
}

/// A line of the ledger; the lines of a posting add up to nothing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LedgerLineView {
    line_id: i64,
    posting_id: i64,
    account: Account,
    /// Amount in fen; negative: credit.
    fen: i64,
    order_id: i64,
    order_no: String,
    #[schema(required = true)]
    refund_no: Option<String>,
    /// Unix milliseconds.
    time: i64,
}

/// A page of the ledger.
#[derive(Serialize, ToSchema)]
pub struct LedgerView {
    /// The newest first.
    list: Vec<LedgerLineView>,
    total: i64,
}

/// An account of the ledger over some days.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountSumView {
    account: Account,
    /// Number of lines.
    lines: i64,
    /// Sum of what came in.
    debit_fen: i64,
    /// Sum of what went out, as a positive number.
    credit_fen: i64,
    /// Balance at the end of the last day.
    balance_fen: i64,
}

impl From<AccountSum> for AccountSumView {
    fn from(sum: AccountSum) -> Self {
        Self {
            account: sum.account,
            lines: sum.lines,
            debit_fen: sum.debit_fen,
            credit_fen: sum.credit_fen,
            balance_fen: sum.balance_fen,
        }
    }
}

impl From<LedgerLine> for LedgerLineView {
    fn from(line: LedgerLine) -> Self {
        Self {
            line_id: line.id,
            posting_id: line.posting_id,
            account: line.account,
            fen: line.fen,
            order_id: line.order_id,
            order_no: line.order_no,
            refund_no: line.refund_no,
            time: line.at_ms,
        }
    }
}

/// Lines of the ledger, the newest first
#[utoipa::path(
    tag = "orders",
    operation_id = "list_ledger",
    params(PageQuery, LedgerQuery),
    responses((status = 200, description = "A page; or 400, 401, 403", body = Answer<LedgerView>)),
    extensions(("x-level" = json!("perm:order:ledger")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/ledger/page")]
async fn list_ledger(
    state: Data<AppState>,
    _operator: Operator<ReadLedger>,
    page: Query<PageQuery>,
    query: Query<LedgerQuery>,
) -> Result<Answer<LedgerView>, ApiError> {
    let (times, account) = (query.times(&state)?, query.account);
    let (store, window) = (&state.engine.store, page.usual()?);
    let (list, total) = orders::ledger_page(store, account, times, window).await?;
    let list = list.into_iter().map(Into::into).collect();
    Ok(Answer::ok(LedgerView { list, total }))
}

/// Every account of the ledger: what moved on some days, and what it holds at their end
#[utoipa::path(
    tag = "orders",
    operation_id = "sum_ledger",
    params(LedgerQuery),
    responses((
        status = 200,
        description = "All accounts; or 400, 401, 403",
        body = Answer<Vec<AccountSumView>>,
    )),
    extensions(("x-level" = json!("perm:order:ledger")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/ledger/accounts")]
async fn sum_ledger(
    state: Data<AppState>,
    _operator: Operator<ReadLedger>,
    query: Query<LedgerQuery>,
) -> Result<Answer<Vec<AccountSumView>>, ApiError> {
    let times = query.times(&state)?;
    let sums = orders::ledger_accounts(&state.engine.store, times).await?;
    Ok(Answer::ok(sums.into_iter().map(Into::into).collect()))
}
