//! Bodies and views of sign-in and registration.

use domain::agreements::EntryVersions;
use domain::auth::{NewMember, NewMemberForm, SignIn, Violation};
use domain::codes;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::auth::captcha::Solution;
use store::auth::register::RegisterError;
use store::session::{PasswordError, ProveError, RefreshError, SignInError, Tokens};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// Refusal of a form for its first violation, in the form's own words.
pub(super) fn refused(violations: &[(&'static str, Violation)]) -> ApiError {
    match violations.first() {
        Some((_, violation)) => (*violation).into(),
        None => ApiError::Refused(codes::BAD_REQUEST),
    }
}

/// Requires that the agreements are accepted at every way in: a missing word counts as no.
pub(super) fn require_agreed(agreed: Option<bool>) -> Result<(), ApiError> {
    match agreed {
        Some(true) => Ok(()),
        Some(false) | None => Err(Violation::AgreementMissing.into()),
    }
}

/// Refusal of a disabled account at sign-in.
pub(super) fn disabled(member_id: i64) -> ApiError {
    disabled_because(member_id, "")
}

/// Refusal of a disabled account with the reason that an operator wrote; empty where there is none.
fn disabled_because(member_id: i64, reason: &str) -> ApiError {
    ApiError::WithData {
        code: codes::DISABLED,
        data: json!({ "userId": member_id, "reason": reason }),
    }
}

/// Refusal until a captcha is solved.
pub(super) fn captcha_needed() -> ApiError {
    ApiError::WithData {
        code: codes::CAPTCHA_NEEDED,
        data: json!({ "captcha": true }),
    }
}

/// Solution of a captcha in a request; none without a uuid. The text is missing when the captcha was checked by a call before.
pub(super) fn solution(uuid: Option<String>, text: Option<String>) -> Option<Solution> {
    uuid.filter(|uuid| !uuid.is_empty())
        .map(|uuid| Solution { uuid, text })
}

/// Account, and a password or a code. The account is the first given of phone, mobile, userName, email and account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInBody {
    /// Phone number.
    phone: Option<String>,
    /// Phone number, as other clients name it.
    mobile: Option<String>,
    /// Account name, or phone number.
    user_name: Option<String>,
    /// E-mail address.
    email: Option<String>,
    /// Any of these names.
    account: Option<String>,
    /// The password.
    #[schema(max_length = 64)]
    password: Option<String>,
    /// Instead of a password, the code that was sent.
    code: Option<String>,
    /// Id of the request that the code answers.
    uuid: Option<String>,
    /// The captcha, when one is demanded.
    captcha_uuid: Option<String>,
    /// Characters of the captcha; left out when it was checked before.
    captcha_code: Option<String>,
    /// Channel by which the member came.
    channel_code: Option<String>,
    /// The agreements are accepted: without true nobody is signed in.
    agreed: Option<bool>,
    /// The versions that were shown. Others in force refuse the sign-in with 1004003007.
    #[serde(default)]
    agreement_versions: EntryVersions,
    /// Binds the account elsewhere that was signed in with before.
    social_token: Option<String>,
}

/// Captcha and account to bind, sent with a sign-in.
pub struct SignInExtras {
    /// The captcha, when one came along.
    pub captcha: Option<Solution>,
    /// Token of the account elsewhere to bind.
    pub social_token: Option<String>,
    /// The versions of the agreements that were shown.
    pub agreed: EntryVersions,
}

impl SignInBody {
    /// Reads the form: by password when there is one, by code otherwise.
    pub fn parse(self) -> Result<(SignIn, SignInExtras), ApiError> {
        require_agreed(self.agreed)?;
        let account = [
            self.phone,
            self.mobile,
            self.user_name,
            self.email,
            self.account,
        ]
        .into_iter()
        .flatten()
        .find(|text| !text.trim().is_empty())
        .unwrap_or_default();
        let channel = self.channel_code.as_deref();
        let form = match (self.password, self.code) {
            (None, Some(code)) => {
                SignIn::by_code(&account, &code, &self.uuid.unwrap_or_default(), channel)
            }
            (password, _) => SignIn::parse(&account, &password.unwrap_or_default(), channel),
        };
        let extras = SignInExtras {
            captcha: solution(self.captcha_uuid, self.captcha_code),
            social_token: self.social_token.filter(|token| !token.is_empty()),
            agreed: self.agreement_versions,
        };
        Ok((form.map_err(|violations| refused(&violations))?, extras))
    }
}

/// A new account: the number, a code that was sent to it, and a password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterBody {
    /// Phone number.
    phone: Option<String>,
    /// Phone number, as other clients name it.
    mobile: Option<String>,
    /// The number once more.
    user_name: Option<String>,
    /// 8–20 characters with upper and lower case, digit and symbol.
    #[schema(min_length = 8, max_length = 20)]
    password: Option<String>,
    /// The code that was sent.
    code: Option<String>,
    /// Id of the request that the code answers.
    uuid: Option<String>,
    /// Nickname of the new member.
    nickname: Option<String>,
    /// Channel by which the member came.
    channel_code: Option<String>,
    /// The agreements are accepted: without true nobody is registered.
    agreed: Option<bool>,
    /// The versions that were shown. Others in force refuse the registration with 1004003007.
    #[serde(default)]
    agreement_versions: EntryVersions,
    /// Binds the account elsewhere that was signed in with before.
    social_token: Option<String>,
}

impl RegisterBody {
    /// Reads the form; returns it with the token of an account elsewhere to bind and the versions of the agreements that were shown.
    pub fn parse(self) -> Result<(NewMember, Option<String>, EntryVersions), ApiError> {
        let phone = self.phone.or(self.mobile).or(self.user_name.clone());
        let form = NewMember::parse(NewMemberForm {
            phone: phone.as_deref().unwrap_or_default(),
            user_name: self.user_name.as_deref(),
            password: self.password.as_deref().unwrap_or_default(),
            code: self.code.as_deref().unwrap_or_default(),
            uuid: self.uuid.as_deref().unwrap_or_default(),
            nickname: self.nickname.as_deref(),
            channel_code: self.channel_code.as_deref(),
            agreed: self.agreed.unwrap_or(false),
        });
        let form = form.map_err(|violations| refused(&violations))?;
        let social_token = self.social_token.filter(|token| !token.is_empty());
        Ok((form, social_token, self.agreement_versions))
    }
}

/// Ways to sign in that this server offers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterTypeView {
    /// How one registers, as the operator set it: empty or `phone` by phone, `none` not at all.
    pub register_type: String,
    /// The way to start with: `phone` or `password` (an account with a password), `sms` (a phone number with a code), `email`, `social`.
    pub login_way: String,
    /// The ways that work here and are switched on: `password`, `sms`, `email`, `social`.
    pub methods: Vec<&'static str>,
    /// Sign-in services that are set up.
    pub social: Vec<SocialWayView>,
    /// The next sign-in from this address needs a captcha.
    pub needs_captcha: bool,
    /// The versions of the agreements that are in force.
    pub agreement_versions: EntryVersions,
    /// Accounts and pages of a demo; absent on every other server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub demo: Option<DemoView>,
}

/// Accounts and pages of a demo that only its own machine reaches, so that everybody may know its password.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoView {
    /// Names of the accounts: members by their phone numbers, then the operator.
    pub accounts: Vec<String>,
    /// Password of all accounts.
    pub password: String,
    /// Address of the page with the messages that were sent.
    pub messages_page: String,
    /// Address of the page of the stand-in wallets.
    pub payments_page: String,
}

/// A sign-in service.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SocialWayView {
    /// Number of the service.
    #[serde(rename = "type")]
    pub kind: i16,
    /// Name of the service.
    pub name: String,
}

/// Names the client that refreshes.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RefreshQuery {
    /// Kind of client: `WEB`.
    #[expect(dead_code, reason = "clients send it; the terminal header decides")]
    client_source: Option<String>,
}

/// The refresh token, for clients that keep no cookie.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshBody {
    /// Refresh token from the sign-in or the last refresh.
    pub refresh_token: Option<String>,
}

/// Tokens that a client holds from now on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokensView {
    /// Member's id.
    user_id: i64,
    /// For `Authorization: Bearer`; 15 minutes, unless operators set another life.
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
            SignInError::WrongCode => Self::Refused(codes::CODE_WRONG),
            SignInError::Unregistered => Self::Refused(codes::UNREGISTERED),
            SignInError::Disabled { member_id, reason } => disabled_because(member_id, &reason),
            SignInError::CaptchaNeeded => captcha_needed(),
            SignInError::CaptchaWrong => Self::Refused(codes::CAPTCHA_WRONG),
            SignInError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            SignInError::AgreementsChanged => Self::Refused(codes::AGREEMENTS_CHANGED),
            SignInError::Social(error) => error.into(),
            SignInError::Fault(fault) => fault.into(),
        }
    }
}

impl From<RegisterError> for ApiError {
    fn from(error: RegisterError) -> Self {
        match error {
            RegisterError::Closed => Self::Refused(codes::REGISTER_CLOSED),
            RegisterError::WrongCode => Self::Refused(codes::CODE_WRONG),
            RegisterError::Registered => Self::Refused(codes::REGISTERED),
            RegisterError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            RegisterError::AgreementsChanged => Self::Refused(codes::AGREEMENTS_CHANGED),
            RegisterError::Social(error) => error.into(),
            RegisterError::Fault(fault) => fault.into(),
        }
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::WrongCode => Self::Refused(codes::CODE_WRONG),
            PasswordError::Foreign => Self::Refused(codes::FORBIDDEN),
            PasswordError::Unregistered => Self::Refused(codes::UNREGISTERED),
            PasswordError::Disabled { member_id } => disabled(member_id),
            PasswordError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            PasswordError::Fault(fault) => fault.into(),
        }
    }
}

impl From<ProveError> for ApiError {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Wrong => Self::Refused(codes::PASSWORD_WRONG),
            ProveError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            ProveError::Fault(fault) => fault.into(),
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
