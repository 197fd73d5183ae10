//! `/app-api/member/captcha/**`: codes by SMS and mail.

use actix_web::web::{Data, Json, Query};
use actix_web::{get, post};
use domain::auth::ways::SignInMethod;
use domain::auth::{Code, CodeRules, MailAddress, PhoneNumber, Purpose, Target, Violation};
use domain::codes as answers;
use engine::CodeError as SendError;
use serde::{Deserialize, Serialize};
use store::auth::register;
use store::auth::verification::{self, Check, CodeError, CodeRequest, CodeRequestError, TypedCode};
use store::session::Actor;
use utoipa::{IntoParams, ToSchema};

use super::ways::require_way;
use super::wire::{captcha_needed, solution};
use crate::AppState;
use crate::http::{Answer, ApiError, Client, OptionalMember};

/// Purpose by its word, or by the number that other clients send; sign-in when neither is given.
fn purpose_of(word: Option<Purpose>, scene: Option<i16>) -> Result<Purpose, ApiError> {
    match (word, scene) {
        (Some(purpose), _) => Ok(purpose),
        (None, Some(scene)) => {
            Purpose::from_stored(scene).ok_or(ApiError::Refused(answers::BAD_REQUEST))
        }
        (None, None) => Ok(Purpose::Login),
    }
}

/// Phone number or e-mail address; nothing when neither is given.
fn target_of(
    phone: Option<String>,
    mobile: Option<String>,
    email: Option<String>,
) -> Result<Option<Target>, ApiError> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    match (given(phone).or(given(mobile)), given(email)) {
        (Some(number), _) => PhoneNumber::parse(&number).map(Target::Phone),
        (None, Some(mail)) => MailAddress::parse(&mail).map(Target::Mail),
        (None, None) => return Ok(None),
    }
    .map(Some)
    .map_err(ApiError::from)
}

/// Asks for a code.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendCodeBody {
    /// Phone number; in a session it may be left out for the account's own.
    phone: Option<String>,
    /// Phone number, as other clients name it.
    mobile: Option<String>,
    /// E-mail address, for `login` and `email`.
    email: Option<String>,
    /// Purpose of the code; `login` when left out.
    purpose: Option<Purpose>,
    /// Purpose as a number: 1 login, 2 phone, 3 password, 4 reset, 5 register, 6 email, 7 bind, 8 delete, 9 token, 10 subaccount.
    scene: Option<i16>,
    /// The captcha (action `sms`, for registration also `register`); not needed for the purposes of a session.
    captcha_uuid: Option<String>,
    /// Characters of the captcha; left out when it was checked before.
    captcha_code: Option<String>,
}

impl SendCodeBody {
    fn parse(
        self,
        actor: Option<Actor>,
        client: &Client,
        rules: CodeRules,
        day: i64,
    ) -> Result<CodeRequest, ApiError> {
        let purpose = purpose_of(self.purpose, self.scene)?;
        Ok(CodeRequest {
            purpose,
            target: target_of(self.phone, self.mobile, self.email)?,
            captcha: solution(self.captcha_uuid, self.captcha_code),
            actor,
            address: Some(client.address),
            day,
            rules,
        })
    }
}

/// A code is on its way.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentView {
    /// Id of the request, to be sent with the code.
    uuid: String,
    /// Lifetime of the code, in seconds.
    expire_seconds: i64,
    /// Time until the next code may be asked for, in seconds.
    resend_seconds: i64,
    /// Codes that this number or address may still get today.
    left: i64,
}

/// Sends a code by SMS or mail
///
/// Limits: one a minute and ten a day to a number, unless operators set others, whatever the purpose; each code invalidates the one before it. Whether the number has an
/// account makes no difference. Needs a captcha, but in a session. Where the operator closed registration, none is sent for it (1004001003), and none to sign in
/// by a way that is switched off (1002014008).
#[utoipa::path(
    tag = "auth",
    operation_id = "send_code",
    request_body = SendCodeBody,
    responses((
        status = 200,
        description = "Sent; or 400, 401, 403, 1002000004, 1002000005, 1002000429, 1002014004, 1002014005 with retryAfterMs, 1002014006, 1002014007, 1002014008, 1004001003",
        body = Answer<SentView>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/captcha/sendSmsCode")]
pub async fn send_code(
    state: Data<AppState>,
    OptionalMember(actor): OptionalMember,
    client: Client,
    body: Json<SendCodeBody>,
) -> Result<Answer<SentView>, ApiError> {
    let day = state.zone().day_of(state.now_ms());
    let rules = state.engine.rules().codes;
    let ask = body.into_inner().parse(actor, &client, rules, day)?;
    match (ask.purpose, &ask.target) {
        (Purpose::Register, _) => register::check_open(&state.engine.store).await?,
        (Purpose::Login | Purpose::Bind, Some(target)) => {
            require_way(&state, SignInMethod::of_target(target)).await?;
        }
        _ => {}
    }
    let sent = state.engine.send_code(ask, client.lang).await?;
    Ok(Answer::ok(SentView {
        uuid: sent.uuid,
        expire_seconds: sent.rules.life_ms() / 1000,
        resend_seconds: sent.rules.resend_ms() / 1000,
        left: sent.left,
    }))
}

/// Checks a code.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckCodeBody {
    /// Phone number; in a session it may be left out for the account's own.
    phone: Option<String>,
    /// Phone number, as other clients name it.
    mobile: Option<String>,
    /// E-mail address.
    email: Option<String>,
    /// Purpose that the code was asked for; `login` when left out.
    purpose: Option<Purpose>,
    /// Purpose as a number.
    scene: Option<i16>,
    /// Code that was sent.
    code: Option<String>,
    /// Id of the request that the code answers.
    uuid: Option<String>,
}

impl CheckCodeBody {
    fn parse(self, actor: Option<Actor>, client: &Client) -> Result<Check, ApiError> {
        let target = target_of(self.phone, self.mobile, self.email)?;
        if target.is_none() && actor.is_none() {
            return Err(Violation::AccountEmpty.into());
        }
        Ok(Check {
            purpose: purpose_of(self.purpose, self.scene)?,
            target,
            typed: TypedCode {
                code: Code::parse(&self.code.unwrap_or_default())?,
                uuid: self.uuid.unwrap_or_default(),
            },
            actor,
            address: Some(client.address),
        })
    }
}

/// Says whether a code is right, before the form is sent
///
/// Counts as one of its five tries and does not spend it.
#[utoipa::path(
    tag = "auth",
    operation_id = "check_code",
    request_body = CheckCodeBody,
    responses((
        status = 200,
        description = "true; or 400, 401, 1002014000, 1002000429",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/captcha/valid-sms-code")]
pub async fn check_code(
    state: Data<AppState>,
    OptionalMember(actor): OptionalMember,
    client: Client,
    body: Json<CheckCodeBody>,
) -> Result<Answer<bool>, ApiError> {
    let check = body.into_inner().parse(actor, &client)?;
    verification::check(&state.engine.store, check, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Number or address whose codes are counted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CodeTimesQuery {
    /// Phone number.
    phone: Option<String>,
    /// Phone number, as other clients name it.
    mobile: Option<String>,
    /// E-mail address.
    email: Option<String>,
}

/// How many codes a number or address may still be sent today
///
/// Gives the same answer whether or not the number or address has an account.
#[utoipa::path(
    tag = "auth",
    operation_id = "get_code_times",
    params(CodeTimesQuery),
    responses((status = 200, description = "The number; or 400", body = Answer<i64>)),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/captcha/sms-code-times")]
pub async fn get_code_times(
    state: Data<AppState>,
    query: Query<CodeTimesQuery>,
) -> Result<Answer<i64>, ApiError> {
    let CodeTimesQuery {
        phone,
        mobile,
        email,
    } = query.into_inner();
    let target = target_of(phone, mobile, email)?.ok_or(Violation::AccountEmpty)?;
    let day = state.zone().day_of(state.now_ms());
    Ok(Answer::ok(
        verification::left(&state.engine.store, target, state.engine.rules().codes, day).await?,
    ))
}

impl From<SendError> for ApiError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Refused(refusal) => refusal.into(),
            SendError::ChannelOff => Self::Refused(answers::CHANNEL_OFF),
            SendError::NotSent => Self::Refused(answers::CODE_NOT_SENT),
            SendError::Fault(fault) => fault.into(),
        }
    }
}

impl From<CodeRequestError> for ApiError {
    fn from(error: CodeRequestError) -> Self {
        match error {
            CodeRequestError::CaptchaNeeded => captcha_needed(),
            CodeRequestError::CaptchaWrong => Self::Refused(answers::CAPTCHA_WRONG),
            CodeRequestError::Unauthenticated => Self::Refused(answers::UNAUTHENTICATED),
            CodeRequestError::NoTarget => Violation::AccountEmpty.into(),
            CodeRequestError::Target => Self::Refused(answers::FORBIDDEN),
            CodeRequestError::TooSoon { retry_after_ms } => {
                Self::retry_later(answers::CODE_TOO_SOON, retry_after_ms)
            }
            CodeRequestError::Daily => Self::Refused(answers::CODE_DAILY),
            CodeRequestError::TooMany { retry_after_ms } => {
                Self::retry_later(answers::TOO_MANY, retry_after_ms)
            }
            CodeRequestError::Fault(fault) => fault.into(),
        }
    }
}

impl From<CodeError> for ApiError {
    fn from(error: CodeError) -> Self {
        match error {
            CodeError::Wrong => Self::Refused(answers::CODE_WRONG),
            CodeError::TooMany { retry_after_ms } => {
                Self::retry_later(answers::TOO_MANY, retry_after_ms)
            }
            CodeError::Fault(fault) => fault.into(),
        }
    }
}
