//! Bodies of operators' calls on accounts.

use domain::auth::{NewPassword, PasswordRule};
use domain::codes;
use serde::{Deserialize, Serialize};
use store::member::MemberError;
use utoipa::ToSchema;

use crate::http::ApiError;

/// Whether an account may be used.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusBody {
    /// Account's id.
    pub user_id: i64,
    /// "0" normal, "1" disabled.
    status: String,
}

impl StatusBody {
    /// Whether the account is to be disabled.
    pub fn disabled(&self) -> Result<bool, ApiError> {
        match self.status.as_str() {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(ApiError::Refused(codes::BAD_REQUEST)),
        }
    }
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
        let password =
            NewPassword::parse(&self.password, PasswordRule::Reset).map_err(|violation| {
                ApiError::explained(codes::BAD_REQUEST, |lang| violation.text(lang).to_owned())
            })?;
        Ok((self.user_id, password))
    }
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

/// Nothing beside code and words.
#[derive(Serialize, ToSchema)]
pub struct DoneView {}
