//! `/app-api/member/token/**`: tokens by which programs act for a member, within scopes.

use actix_web::web::{Data, Json};
use actix_web::{get, post};
use domain::auth::Code;
use domain::codes;
use domain::session::{InvalidTokenForm, NewToken, Scope};
use serde::{Deserialize, Serialize};
use store::auth::verification::TypedCode;
use store::session::{self, ListedToken, TokenError};
use utoipa::ToSchema;

use crate::AppState;
use crate::http::{Answer, ApiError, Member};

/// A token about to be made.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTokenBody {
    /// For people: 1 to 10 characters.
    name: String,
    /// At least one, each once.
    scopes: Vec<Scope>,
    /// The only phones that it reaches, 1 to 100; all of the member's when left out, also those that come later.
    phone_ids: Option<Vec<i64>>,
    /// How long it lives: 1 to 365.
    days: i64,
    /// Sent to the account's own number (purpose "token").
    code: String,
    /// The request that the code answers.
    uuid: String,
}

impl NewTokenBody {
    fn parse(self) -> Result<(NewToken, TypedCode), ApiError> {
        let new = NewToken::parse(&self.name, &self.scopes, self.phone_ids, self.days)?;
        let code = Code::parse(&self.code).map_err(|_| ApiError::Refused(codes::CODE_WRONG))?;
        let proof = TypedCode {
            code,
            uuid: self.uuid,
        };
        Ok((new, proof))
    }
}

impl From<InvalidTokenForm> for ApiError {
    fn from(fault: InvalidTokenForm) -> Self {
        Self::explained(codes::BAD_REQUEST, |lang| fault.text(lang))
    }
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Code => Self::Refused(codes::CODE_WRONG),
            TokenError::NoPhone => Self::Refused(codes::FORBIDDEN),
            TokenError::TooMany => Self::Refused(codes::TOKEN_LIMIT),
            TokenError::Phone => Self::Refused(codes::PHONE_ABSENT),
            TokenError::Unknown => Self::Refused(codes::TOKEN_ABSENT),
            TokenError::Fault(fault) => fault.into(),
        }
    }
}

/// A token that was made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeTokenView {
    /// Id by which it is ended.
    token_id: i64,
    /// For `Authorization: Bearer`. It is shown this once.
    token: String,
    /// When it ends, Unix milliseconds.
    until_ms: i64,
}

/// Makes a token for a program
///
/// A code to the account's own number proves that it is the member who asks. The token acts for the member within its scopes, never beyond
/// the member's own rights; it ends by hand, with its time, when the password changes and when the account is disabled. 20 live at most
/// (1011109004).
#[utoipa::path(
    tag = "session",
    operation_id = "create_token",
    request_body = NewTokenBody,
    responses((
        status = 200,
        description = "The token, once; or 400, 401, 403, 1002014000, 1011101001, 1011109004",
        body = Answer<MadeTokenView>,
    )),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("phoneIds: phone")),
    ),
)]
#[post("/app-api/member/token/create")]
pub async fn create_token(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<NewTokenBody>,
) -> Result<Answer<MadeTokenView>, ApiError> {
    let (new, proof) = body.into_inner().parse()?;
    let store = &state.engine.store;
    let made = session::make_token(store, &actor, new, proof, state.now_ms()).await?;
    Ok(Answer::ok(MadeTokenView {
        token_id: made.token_id,
        token: made.text,
        until_ms: made.until_ms,
    }))
}

/// Tokens that live.
#[derive(Serialize, ToSchema)]
pub struct AccessTokensView {
    /// The newest first; at most 20.
    list: Vec<AccessTokenView>,
}

/// A token, without its text.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessTokenView {
    /// Id by which it is ended.
    token_id: i64,
    name: String,
    scopes: Vec<Scope>,
    /// The only phones that it reaches; missing when it reaches all.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone_ids: Option<Vec<i64>>,
    /// Unix milliseconds.
    created_ms: i64,
    /// When it ends, Unix milliseconds.
    until_ms: i64,
    /// The minute of its last use, Unix milliseconds; missing before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    used_ms: Option<i64>,
    /// From where it was last used; empty before.
    address: String,
}

impl From<ListedToken> for AccessTokenView {
    fn from(token: ListedToken) -> Self {
        let (used_ms, address) = token.used.unzip();
        Self {
            token_id: token.token_id,
            name: token.name,
            scopes: token.scopes.all().collect(),
            phone_ids: token.phones,
            created_ms: token.created_ms,
            until_ms: token.until_ms,
            used_ms,
            address: address.unwrap_or_default(),
        }
    }
}

/// The member's tokens
#[utoipa::path(
    tag = "session",
    operation_id = "list_tokens",
    responses((
        status = 200,
        description = "All that live; or 401",
        body = Answer<AccessTokensView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/token/list")]
pub async fn list_tokens(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<AccessTokensView>, ApiError> {
    let tokens = session::tokens(&state.engine.store, &actor, state.now_ms()).await?;
    let list = tokens.into_iter().map(Into::into).collect();
    Ok(Answer::ok(AccessTokensView { list }))
}

/// Names a token.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeTokenBody {
    token_id: i64,
}

/// Ends a token
///
/// Calls by the token end at once, its pictures and the embedded players that it asked for within a second. 1011109005: there is
/// none, it is over, or it is somebody else's.
#[utoipa::path(
    tag = "session",
    operation_id = "revoke_token",
    request_body = RevokeTokenBody,
    responses((status = 200, description = "true; or 400, 401, 1011109005", body = Answer<bool>)),
    extensions(
        ("x-level" = json!("member")),
        ("x-scope" = json!("none")),
        ("x-object" = json!("tokenId: token")),
    ),
)]
#[post("/app-api/member/token/revoke")]
pub async fn revoke_token(
    state: Data<AppState>,
    Member(actor): Member,
    body: Json<RevokeTokenBody>,
) -> Result<Answer<bool>, ApiError> {
    let (store, token_id) = (&state.engine.store, body.token_id);
    session::revoke_token(store, &actor, token_id, state.now_ms()).await?;
    Ok(Answer::ok(true))
}
