//! `/app-api/member/auth/**`.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, get, post};
use domain::auth::ways::SignInMethod;
use domain::codes as answers;
use store::agreements;
use store::auth::entry;
use store::auth::register::{Registration, register};
use store::session::{self, Attempt, RefreshError, Tokens};

use super::ways::require_way;
use super::wire::{
    RefreshBody, RefreshQuery, RegisterBody, RegisterTypeView, SignInBody, SocialWayView,
    TokensView,
};
use super::{captcha, desk, password, social, verification};
use crate::AppState;
use crate::http::{
    Answer, ApiError, Calls, Client, Done, forget_refresh, kept_refresh, refused_token,
    set_refresh_cookie, set_session_cookies,
};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(sign_in)
        .service(register_member)
        .service(get_register_type)
        .service(password::change_password)
        .service(password::prove_password)
        .service(captcha::get_captcha)
        .service(captcha::check_captcha)
        .service(verification::send_code)
        .service(verification::check_code)
        .service(verification::get_code_times)
        .service(social::get_social_redirect)
        .service(social::sign_in_social)
        .service(social::bind_social)
        .service(social::unbind_social)
        .service(refresh_session)
        .service(sign_out)
        .configure(desk::routes::configure);
}

/// Signs in by phone number, account name or e-mail address, with a password or a code
///
/// By password: a wrong password and an unknown account get one answer (1004003000). By code: an unknown number is answered like a wrong
/// code unless the code is right (then 1004001001: register first). After failures a captcha is demanded (1002000005 with captcha), and
/// after too many the caller must wait (1002000429 with retryAfterMs). A disabled account is answered with 4100100102 and data. The
/// member's other session on the same kind of terminal ends. Nobody is signed in without `"agreed": true` (1004003006), or who was shown agreements that
/// are not in force any more (1004003007). A way that operators switched off lets nobody in (1002014008).
#[utoipa::path(
    tag = "auth",
    operation_id = "sign_in",
    request_body = SignInBody,
    responses((
        status = 200,
        description = "Tokens; or 400, 1002000004, 1002000005, 1002000429, 1002014000, 1002014008, 1002018002, 1002018003, 1004001001, 1004003000, 1004003005, 1004003006, 1004003007, 4100100102",
        body = Answer<TokensView>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/auth/sms-login")]
async fn sign_in(
    state: Data<AppState>,
    client: Client,
    body: Json<SignInBody>,
) -> Result<Done<TokensView>, ApiError> {
    let (form, extras) = body.into_inner().parse()?;
    require_way(&state, SignInMethod::of_proof(&form.proof)).await?;
    let attempt = Attempt {
        form,
        captcha: extras.captcha,
        device: Some(client.device_token.clone()),
        social_token: extras.social_token,
    };
    let (store, arrival) = (
        &state.engine.store,
        client.agreeing(extras.agreed, state.engine.rules().sessions),
    );
    let tokens = session::sign_in(store, attempt, arrival, state.now_ms()).await?;
    Ok(signed_in(&state, &tokens, client))
}

/// Makes an account and signs it in
///
/// The code proves the number. A taken number is answered like a wrong code unless the code is right (then 1004001002: sign in instead).
/// Registration is refused where the operator closed it (1004001003), without `"agreed": true` (1004003006), and where the agreements that were shown are not
/// in force any more (1004003007).
#[utoipa::path(
    tag = "auth",
    operation_id = "register_member",
    request_body = RegisterBody,
    responses((
        status = 200,
        description = "Tokens; or 400, 1002000429, 1002014000, 1004001002, 1004001003, 1004003006, 1004003007",
        body = Answer<TokensView>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/auth/register")]
async fn register_member(
    state: Data<AppState>,
    client: Client,
    body: Json<RegisterBody>,
) -> Result<Done<TokensView>, ApiError> {
    let (form, social_token, agreed) = body.into_inner().parse()?;
    let registration = Registration {
        form,
        arrival: client.agreeing(agreed, state.engine.rules().sessions),
        device: Some(client.device_token.clone()),
        social_token,
    };
    let tokens = register(&state.engine.store, registration, state.now_ms()).await?;
    Ok(signed_in(&state, &tokens, client))
}

/// Tokens as the answer, and the cookies that a browser keeps.
fn signed_in(state: &AppState, tokens: &Tokens, client: Client) -> Done<TokensView> {
    let keep = set_session_cookies(state, tokens.refresh.clone(), client.device_token);
    Done::with(TokensView::from(tokens), keep)
}

/// Ways to sign in that this server offers, and the one to start with
#[utoipa::path(
    tag = "auth",
    operation_id = "get_register_type",
    responses((status = 200, description = "The ways in", body = Answer<RegisterTypeView>)),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/auth/register-type")]
async fn get_register_type(
    state: Data<AppState>,
    client: Client,
) -> Result<Answer<RegisterTypeView>, ApiError> {
    let engine = &state.engine;
    let entry = entry::current(&engine.store).await?;
    let methods = entry.off.of(&engine.sign_in_methods());
    let address = Some(client.address);
    let social: Vec<SocialWayView> = engine
        .social
        .providers()
        .into_iter()
        .filter(|_| methods.contains(&SignInMethod::Social))
        .map(|(kind, name)| SocialWayView {
            kind: kind.number(),
            name: kind
                .name()
                .map_or(name, |words| words.in_lang(client.lang))
                .to_owned(),
        })
        .collect();
    let in_force = agreements::in_force(&engine.store).await?;
    Ok(Answer::ok(RegisterTypeView {
        register_type: entry.register_type,
        login_way: entry.login_way,
        methods: methods.iter().map(SignInMethod::into_str).collect(),
        social,
        needs_captcha: session::needs_captcha(&engine.store, address, state.now_ms()).await?,
        agreement_versions: in_force,
        demo: state.demo.clone(),
    }))
}

/// Exchanges a refresh token for the next pair
///
/// The token comes in the body or in the cookie, never in the URL. It rotates: the one before the newest is answered with the same successor
/// for 10 s, and for as long as it lives while nobody has used that successor; any other that was used before ends the session.
#[utoipa::path(
    tag = "auth",
    operation_id = "refresh_session",
    params(RefreshQuery),
    request_body(content = Option<RefreshBody>, description = "Only for clients without cookies"),
    responses((status = 200, description = "Tokens; or 401", body = Answer<TokensView>)),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
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
    let token = given.ok_or(ApiError::Refused(answers::REFRESH_INVALID))?;
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let tokens =
        match session::refresh(store, token.clone(), state.engine.rules().sessions, now_ms).await {
            Err(RefreshError::Invalid) => {
                return Err(refused_token(store, answers::REFRESH_INVALID, token).await);
            }
            refreshed => refreshed?,
        };
    Ok(Done::with(
        TokensView::from(&tokens),
        set_refresh_cookie(&state, tokens.refresh),
    ))
}

/// Ends the session
///
/// Idempotent: without a session it answers the same. Open picture sockets of the session end within a second.
#[utoipa::path(
    tag = "auth",
    operation_id = "sign_out",
    responses((status = 200, description = "true", body = Answer<bool>)),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
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
