//! Bodies and views of signing in.

use domain::auth::SignIn;
use domain::codes;
use serde::{Deserialize, Serialize};
use store::session::{RefreshError, SignInError, Tokens};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// Credentials. The account is the first given of phone, mobile and userName.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInBody {
    /// Phone number.
    phone: Option<String>,
    /// Phone number, as other clients name it.
    mobile: Option<String>,
    /// Account name, or phone number.
    user_name: Option<String>,
    /// The password.
    #[schema(max_length = 64)]
    password: Option<String>,
    /// By which channel the member came.
    channel_code: Option<String>,
}

impl SignInBody {
    /// The first violation answers for the form: its words are the form's own.
    pub fn parse(self) -> Result<SignIn, ApiError> {
        let account = self
            .phone
            .or(self.mobile)
            .or(self.user_name)
            .unwrap_or_default();
        SignIn::parse(
            &account,
            &self.password.unwrap_or_default(),
            self.channel_code.as_deref(),
        )
        .map_err(|violations| match violations.first() {
            Some((_, violation)) => {
                ApiError::explained(codes::BAD_REQUEST, |lang| violation.text(lang).to_owned())
            }
            None => ApiError::Refused(codes::BAD_REQUEST),
        })
    }
}

/// Which client refreshes.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RefreshQuery {
    /// `WEB`.
    #[expect(dead_code, reason = "clients send it; the terminal header decides")]
    client_source: Option<String>,
}

/// The refresh token, for clients that keep no cookie.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshBody {
    /// As given by the sign-in or the last refresh.
    pub refresh_token: Option<String>,
}

/// What a client holds from now on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokensView {
    /// The member.
    user_id: i64,
    /// For `Authorization: Bearer`; 15 minutes.
    access_token: String,
    /// For the next refresh, once; browsers keep it in an HttpOnly cookie.
    refresh_token: String,
    /// When the access token ends, Unix milliseconds.
    expires_time: i64,
}

impl From<&Tokens> for TokensView {
    fn from(tokens: &Tokens) -> Self {
        Self {
            user_id: tokens.member_id,
            access_token: tokens.access.clone(),
            refresh_token: tokens.refresh.clone(),
            expires_time: tokens.access_expires_ms,
        }
    }
}

impl From<SignInError> for ApiError {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::BadCredentials => Self::Refused(codes::BAD_CREDENTIALS),
            SignInError::Disabled { member_id } => Self::WithData {
                code: codes::DISABLED,
                data: serde_json::json!({ "userId": member_id }),
            },
            SignInError::Fault(fault) => fault.into(),
        }
    }
}

impl From<RefreshError> for ApiError {
    fn from(error: RefreshError) -> Self {
        match error {
            RefreshError::Invalid => Self::Refused(codes::REFRESH_INVALID),
            RefreshError::Expired => Self::Refused(codes::REFRESH_EXPIRED),
            RefreshError::Fault(fault) => fault.into(),
        }
    }
}
