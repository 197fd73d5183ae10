//! Sign-in by an account at another service: the way there and back, binding that account to one here, and unbinding it.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, delete, get, post};
use causes::causes;
use domain::agreements::EntryVersions;
use domain::auth::social::SocialKind;
use domain::auth::ways::SignInMethod;
use domain::codes;
use engine::{AuthorizationCallback, SocialError};
use serde::{Deserialize, Serialize};
use store::auth::social::{self, Outcome, SocialError as StoreError};
use utoipa::{IntoParams, ToSchema};

use super::ways::require_way;
use super::wire::{TokensView, disabled, require_agreed};
use crate::AppState;
use crate::http::{
    Answer, ApiError, Client, Done, Member, returns_here, set_session_cookies,
    set_social_state_cookie, social_state_cookie,
};

/// Query for the address of a sign-in service.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RedirectQuery {
    /// 32 WeChat, 50 OpenID Connect.
    #[serde(rename = "type")]
    kind: i64,
    /// `<origin>/app/social-login` or `<origin>/app/auth-redirect`, exactly.
    redirect_uri: String,
}

/// Number of a sign-in service, or the same as text: clients send both.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub enum KindBody {
    /// 32 WeChat, 50 OpenID Connect.
    Number(i64),
    /// The number in digits.
    Text(String),
}

impl KindBody {
    fn parse(&self) -> Result<SocialKind, ApiError> {
        let number = match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => text.parse().ok(),
        };
        kind(number.unwrap_or_default())
    }
}

fn kind(number: i64) -> Result<SocialKind, ApiError> {
    SocialKind::from_number(number).ok_or(ApiError::Refused(codes::SOCIAL_OFF))
}

/// Parameters that a browser returns with from a sign-in service.
#[derive(Deserialize, ToSchema)]
pub struct SocialBody {
    /// Number of the sign-in service.
    #[serde(rename = "type")]
    kind: KindBody,
    /// Parameter `code` of the address.
    code: String,
    /// Parameter `state` of the address.
    state: String,
    /// Parameter `iss` of the address, where it has one (RFC 9207).
    #[serde(default)]
    iss: Option<String>,
    /// The agreements are accepted: without true nobody is signed in. Not looked at where a member in its session binds an account.
    #[serde(default)]
    agreed: Option<bool>,
    /// The versions that were shown. Others in force refuse the sign-in with 1004003007.
    #[serde(default, rename = "agreementVersions")]
    agreement_versions: EntryVersions,
}

impl SocialBody {
    fn parse(
        self,
        state: &AppState,
        request: &HttpRequest,
    ) -> Result<AuthorizationCallback, ApiError> {
        Ok(AuthorizationCallback {
            kind: self.kind.parse()?,
            code: self.code,
            state: self.state,
            issuer: self.iss.filter(|iss| !iss.is_empty()),
            browser: social_state_cookie(state, request),
        })
    }
}

/// Names the account at another service.
#[derive(Deserialize, ToSchema)]
pub struct UnbindBody {
    /// Number of the sign-in service.
    #[serde(rename = "type")]
    kind: KindBody,
}

/// Tokens of a sign-in, or what is needed to bind the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SocialView {
    /// Whether the account opens an account here: then the tokens are beside it.
    bound: bool,
    #[serde(flatten)]
    #[schema(inline)]
    tokens: Option<TokensView>,
    /// To be sent once with `sign_in` or `register_member`, within ten minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    social_token: Option<String>,
    /// How the person is called there; a proposal.
    #[serde(skip_serializing_if = "Option::is_none")]
    nickname: Option<String>,
    /// The address of a picture there, or empty; the server has not looked at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar: Option<String>,
}

/// The address of a sign-in service that a browser goes to
///
/// The browser also gets a cookie; without it the way back is worth nothing. Refused with 400 unless redirectUri is exactly one of the
/// two allowed pages.
#[utoipa::path(
    tag = "auth",
    operation_id = "get_social_redirect",
    params(RedirectQuery),
    responses((
        status = 200,
        description = "The address; or 400, 1002000429, 1002014008, 1002018004, 1002018005",
        body = Answer<String>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/auth/social-auth-redirect")]
pub async fn get_social_redirect(
    state: Data<AppState>,
    client: Client,
    request: HttpRequest,
    query: Query<RedirectQuery>,
) -> Result<Done<String>, ApiError> {
    let RedirectQuery {
        kind: number,
        redirect_uri,
    } = query.into_inner();
    let kind = kind(number)?;
    if !returns_here(&request, &state, &redirect_uri) {
        return Err(ApiError::Refused(codes::BAD_REQUEST));
    }
    require_way(&state, SignInMethod::Social).await?;
    let (browser, address) = (social_state_cookie(&state, &request), Some(client.address));
    let engine = &state.engine;
    let authorization = engine
        .begin_authorization(kind, redirect_uri, browser, address)
        .await?;
    let keep = set_social_state_cookie(&state, authorization.browser);
    Ok(Done::with(authorization.address, keep))
}

/// Signs in by what a sign-in service sent back
///
/// The state is good once, within ten minutes, in the browser that asked for it. An account that opens none here is answered with a
/// socialToken, never matched by e-mail. Nobody is signed in without `"agreed": true` (1004003006), or who was shown
/// agreements that are not in force any more (1004003007).
#[utoipa::path(
    tag = "auth",
    operation_id = "sign_in_social",
    request_body = SocialBody,
    responses((
        status = 200,
        description = "Tokens or a socialToken; or 1002014008, 1002018000, 1002018004, 1002018005, 1004003006, 1004003007, 4100100102",
        body = Answer<SocialView>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/auth/social-login")]
pub async fn sign_in_social(
    state: Data<AppState>,
    client: Client,
    request: HttpRequest,
    body: Json<SocialBody>,
) -> Result<Done<SocialView>, ApiError> {
    let body = body.into_inner();
    require_agreed(body.agreed)?;
    require_way(&state, SignInMethod::Social).await?;
    let agreed = body.agreement_versions;
    let callback = body.parse(&state, &request)?;
    let person = state.engine.complete_authorization(callback).await?;
    let (nickname, avatar) = (person.subject.proposed_name(), person.picture);
    let (store, arrival) = (
        &state.engine.store,
        client.agreeing(agreed, state.engine.rules().sessions),
    );
    let outcome = social::arrive(store, person.subject, arrival, state.now_ms()).await?;
    Ok(match outcome {
        Outcome::Known(tokens) => {
            let view = SocialView {
                bound: true,
                tokens: Some(TokensView::from(&tokens)),
                social_token: None,
                nickname: None,
                avatar: None,
            };
            Done::with(
                view,
                set_session_cookies(&state, tokens.refresh, client.device_token),
            )
        }
        Outcome::Unknown(social_token) => {
            let view = SocialView {
                bound: false,
                tokens: None,
                social_token: Some(social_token),
                nickname: Some(nickname),
                avatar: Some(avatar),
            };
            Done::with(view, |_| {})
        }
    })
}

/// Binds the account that a sign-in service sent back to the member's own
#[utoipa::path(
    tag = "auth",
    operation_id = "bind_social",
    request_body = SocialBody,
    responses((
        status = 200,
        description = "true; or 401, 1002018000, 1002018002, 1002018003, 1002018004, 1002018005",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/social-user/bind")]
pub async fn bind_social(
    state: Data<AppState>,
    member: Member,
    request: HttpRequest,
    body: Json<SocialBody>,
) -> Result<Answer<bool>, ApiError> {
    let callback = body.into_inner().parse(&state, &request)?;
    let person = state.engine.complete_authorization(callback).await?;
    let store = &state.engine.store;
    social::bind_own(store, &member.0, person.subject, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

/// Takes an account elsewhere away from the member's own
#[utoipa::path(
    tag = "auth",
    operation_id = "unbind_social",
    request_body = UnbindBody,
    responses((
        status = 200,
        description = "true; or 401, 1002018001, 1002018005",
        body = Answer<bool>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[delete("/app-api/member/social-user/unbind")]
pub async fn unbind_social(
    state: Data<AppState>,
    member: Member,
    body: Json<UnbindBody>,
) -> Result<Answer<bool>, ApiError> {
    let kind = body.kind.parse()?;
    social::unlink(&state.engine.store, &member.0, kind, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

impl From<SocialError> for ApiError {
    fn from(error: SocialError) -> Self {
        match error {
            SocialError::NotOffered => Self::Refused(codes::SOCIAL_OFF),
            SocialError::Away(cause) => {
                tracing::warn!(
                    error = %causes(&cause),
                    "ask sign-in service failed"
                );
                Self::Refused(codes::SOCIAL_AWAY)
            }
            SocialError::Refused(cause) => {
                tracing::info!(
                    error = %causes(&cause),
                    "sign-in refused by service"
                );
                Self::Refused(codes::SOCIAL_REFUSED)
            }
            SocialError::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::State | StoreError::Subject => Self::Refused(codes::SOCIAL_REFUSED),
            StoreError::Token => Self::Refused(codes::SOCIAL_TOKEN),
            StoreError::Taken => Self::Refused(codes::SOCIAL_TAKEN),
            StoreError::Bound => Self::Refused(codes::SOCIAL_BOUND),
            StoreError::Unbound => Self::Refused(codes::SOCIAL_UNBOUND),
            StoreError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            StoreError::AgreementsChanged => Self::Refused(codes::AGREEMENTS_CHANGED),
            StoreError::Disabled { member_id } => disabled(member_id),
            StoreError::Fault(fault) => fault.into(),
        }
    }
}
