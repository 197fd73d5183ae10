//! Shapes that operators' calls under `/system` share: pages with rows, times as text, lists of ids, and flags as `"0"` and `"1"`.

use domain::auth::{NewPassword, PasswordRule};
use domain::codes;
use domain::orders::Reason;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::member::accounts::AccountError;
use store::member::{AccountState, MemberError};
use utoipa::ToSchema;

use super::seen_account::SeenAccountBody;
use crate::AppState;
use crate::http::{ApiError, Top};

/// Message of a page.
const FOUND: &str = "查询成功";

/// Nothing beside code and words.
#[derive(Serialize, ToSchema)]
pub struct DoneView {}

/// Answer with its content under `data`.
#[derive(Serialize, ToSchema)]
pub struct DataView<T> {
    data: T,
}

impl<T> DataView<T> {
    /// Answer with one thing.
    pub fn of(data: T) -> Top<Self> {
        Top::ok(Self { data })
    }
}

impl DataView<String> {
    /// Answer with a text, which clients of this family read from `msg`.
    pub fn of_text(data: String) -> Top<Self> {
        Top::with_message(data.clone(), Self { data })
    }
}

/// A page of rows.
#[derive(Serialize, ToSchema)]
pub struct RowsView<T> {
    rows: Vec<T>,
    /// How many there are in all.
    total: i64,
}

impl<T> RowsView<T> {
    /// Answer with a page.
    pub fn of(rows: Vec<T>, total: i64) -> Top<Self> {
        Top::with_message(FOUND.to_owned(), Self { rows, total })
    }
}

fn bad<T>() -> Result<T, ApiError> {
    Err(ApiError::Refused(codes::BAD_REQUEST))
}

/// Reads ids, by commas: 1 to 200.
pub fn ids(text: &str) -> Result<Vec<i64>, ApiError> {
    let read: Result<Vec<i64>, _> = text.split(',').map(|id| id.trim().parse()).collect();
    match read {
        Ok(ids) if ids.len() <= store::member::accounts::AT_ONCE => Ok(ids),
        _ => bad(),
    }
}

/// Reads a flag: "0" normal, "1" disabled; none where it is missing or empty.
pub fn disabled(status: Option<&str>) -> Result<Option<bool>, ApiError> {
    match status {
        None | Some("") => Ok(None),
        Some("0") => Ok(Some(false)),
        Some("1") => Ok(Some(true)),
        Some(_) => bad(),
    }
}

/// A filter's text; none where it is missing or empty.
pub fn filled(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
}

/// Reads a filter's time in the set zone; a day at the end means the whole day.
pub fn time(state: &AppState, text: Option<String>, is_end: bool) -> Result<Option<i64>, ApiError> {
    let Some(text) = filled(text) else {
        return Ok(None);
    };
    let Some(at_ms) = state.zone().parse_time(&text) else {
        return bad();
    };
    let whole_day = is_end && text.len() == "2026-11-26".len();
    Ok(Some(if whole_day {
        state.zone().day_end(at_ms, 0)
    } else if is_end {
        at_ms.saturating_add(1000)
    } else {
        at_ms
    }))
}

/// Reads the direction of an order.
pub fn descending(is_asc: Option<&str>) -> Result<bool, ApiError> {
    match is_asc {
        None | Some("" | "asc" | "ascending") => Ok(false),
        Some("desc" | "descending") => Ok(true),
        Some(_) => bad(),
    }
}

/// Whether an account may be used.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusBody {
    /// Account's id.
    pub user_id: i64,
    /// "0" normal, "1" disabled.
    status: String,
    /// Why it is disabled, 1 to 200 characters: its member reads it when signing in.
    reason: Option<String>,
}

impl StatusBody {
    /// Whether the account is to be disabled, and why.
    pub fn standing(&self) -> Result<AccountState, ApiError> {
        let disabled = disabled(Some(&self.status))?;
        Ok(AccountState {
            disabled: disabled.ok_or(ApiError::Refused(codes::BAD_REQUEST))?,
            reason: filled(self.reason.clone())
                .as_deref()
                .map(reason)
                .transpose()?,
        })
    }
}

/// Reads a reason that a member reads.
pub fn reason(text: &str) -> Result<Reason, ApiError> {
    let fault = |_| ApiError::in_field("reason".to_owned(), |lang| Reason::fault(lang).to_owned());
    Reason::parse(text).map_err(fault)
}

/// A password that an operator sets.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetBody {
    /// Account's id.
    pub user_id: i64,
    /// 8 to 20 characters with upper case, lower case, digit and symbol.
    password: String,
}

impl ResetBody {
    /// Account and its new password.
    pub fn parse(self) -> Result<(i64, NewPassword), ApiError> {
        Ok((self.user_id, password(&self.password)?))
    }
}

/// Reads a password that an operator sets.
pub fn password(text: &str) -> Result<NewPassword, ApiError> {
    NewPassword::parse(text, PasswordRule::Reset).map_err(|violation| {
        ApiError::in_field("password".to_owned(), |lang| {
            violation.text(lang).to_owned()
        })
    })
}

impl From<MemberError> for ApiError {
    fn from(error: MemberError) -> Self {
        match error {
            MemberError::Exists => Self::Refused(codes::ACCOUNT_TAKEN),
            MemberError::Unknown => Self::Refused(codes::MEMBER_ABSENT),
            MemberError::Fault(fault) => fault.into(),
        }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Unknown => Self::Refused(codes::MEMBER_ABSENT),
            AccountError::Taken => Self::Refused(codes::ACCOUNT_TAKEN),
            AccountError::Own => Self::Refused(codes::OWN_ACCOUNT),
            AccountError::Above => Self::Refused(codes::ACCOUNT_ABOVE),
            AccountError::Last => Self::Refused(codes::LAST_OPERATOR),
            AccountError::NoSession => Self::Refused(codes::NOT_FOUND),
            AccountError::Unproved => Self::Refused(codes::PASSWORD_NEEDED),
            AccountError::Changed(now) => Self::WithData {
                code: codes::CHANGED_MEANWHILE,
                data: json!({ "now": SeenAccountBody::from(*now) }),
            },
            AccountError::Fault(fault) => fault.into(),
        }
    }
}
