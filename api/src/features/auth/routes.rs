//! `/app-api/member/auth/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, post};
use domain::codes;
use store::session;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::{RefreshBody, RefreshQuery, SignInBody, TokensView};
use crate::AppState;
use crate::http::{Answer, ApiError, Client, Done, forget_refresh, keep_refresh, kept_refresh};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(sign_in)
        .service(refresh_session)
        .service(sign_out);
}

/// Signs in by phone number or account name with a password
///
/// A wrong password and an unknown account get one answer (1004003000). A disabled account is answered with 4100100102 and data.
/// The member's other session on the same kind of terminal ends.
#[utoipa::path(tag = "auth", operation_id = "sign_in", request_body = SignInBody, responses((status = 200, description = "Tokens; or 400, 1004003000, 4100100102", body = Answer<TokensView>)), extensions(("x-level" = json!("anon"))))]
#[post("/app-api/member/auth/sms-login")]
async fn sign_in(
    state: Data<AppState>,
    client: Client,
    body: Json<SignInBody>,
) -> Result<Done<TokensView>, ApiError> {
    let form = body.into_inner().parse()?;
    let tokens =
        session::sign_in(&state.engine.store, form, client.terminal, state.now_ms()).await?;
    Ok(Done::with(
        TokensView::from(&tokens),
        keep_refresh(&state, tokens.refresh),
    ))
}

/// Exchanges a refresh token for the next pair
///
/// The token comes in the body or in the cookie, never in the URL. It rotates: one that was used before ends the session, but for
/// 10 s in which the same successor is answered.
#[utoipa::path(tag = "auth", operation_id = "refresh_session", params(RefreshQuery), request_body(content = Option<RefreshBody>, description = "Only for clients without cookies"), responses((status = 200, description = "Tokens; or 401", body = Answer<TokensView>)), extensions(("x-level" = json!("anon"))))]
#[post("/app-api/member/auth/refresh-token")]
async fn refresh_session(
    state: Data<AppState>,
    request: HttpRequest,
    _: Query<RefreshQuery>,
    body: Option<Json<RefreshBody>>,
) -> Result<Done<TokensView>, ApiError> {
    let given = body
        .and_then(|b| b.into_inner().refresh_token)
        .or_else(|| kept_refresh(&state, &request));
    let token = given.ok_or(ApiError::Refused(codes::REFRESH_INVALID))?;
    let tokens = session::refresh(&state.engine.store, token, state.now_ms()).await?;
    Ok(Done::with(
        TokensView::from(&tokens),
        keep_refresh(&state, tokens.refresh),
    ))
}

/// Ends the session
///
/// Idempotent: without a session it answers the same. Open picture sockets of the session end within a second.
#[utoipa::path(tag = "auth", operation_id = "sign_out", responses((status = 200, description = "true", body = Answer<bool>)), extensions(("x-level" = json!("anon"))))]
#[post("/app-api/member/auth/logout")]
async fn sign_out(
    state: Data<AppState>,
    client: Client,
    request: HttpRequest,
) -> Result<Done<bool>, ApiError> {
    let kept = kept_refresh(&state, &request);
    session::sign_out(&state.engine.store, client.bearer, kept, state.now_ms()).await?;
    Ok(Done::with(true, forget_refresh(&state)))
}
