//! Operators' calls about the orders of all members: the orders, their refunds, payments that fit nothing, the ledger, and
//! the comparison with the wallets' bills.

mod bills;
mod case;
mod every;
mod ledger;
mod mismatches;
mod refund_row;
mod refunds;

use domain::codes;
use domain::orders::Reason;

use crate::AppState;
use crate::http::{ApiError, Calls, Permission};

pub fn configure(calls: &mut Calls<'_>) {
    every::configure(calls);
    refunds::configure(calls);
    mismatches::configure(calls);
    ledger::configure(calls);
    bills::configure(calls);
}

/// Permission to decide about refunds.
struct Refunds;

impl Permission for Refunds {
    const NAME: &str = domain::permissions::REFUND_ORDERS;
}

/// Reads the note of an operator about what was done.
fn note(text: &str) -> Result<Reason, ApiError> {
    Reason::parse(text)
        .map_err(|_| ApiError::in_field("note".to_owned(), |lang| Reason::fault(lang).to_owned()))
}

/// Begin of a day in the operator's zone, or its end; none where none is named. Unix milliseconds.
fn day(state: &AppState, day: Option<&str>, end: bool) -> Result<Option<i64>, ApiError> {
    let Some(day) = day.map(str::trim).filter(|day| !day.is_empty()) else {
        return Ok(None);
    };
    let zone = state.zone();
    let is_day = day.len() == "2026-11-27".len();
    let begin_ms = zone.parse_time(day).filter(|_| is_day);
    let begin_ms = begin_ms.ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
    Ok(Some(if end {
        zone.day_end(begin_ms, 0)
    } else {
        begin_ms
    }))
}
