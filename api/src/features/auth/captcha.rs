//! `/app-api/member/captcha/captchaImage` and `valid-captcha`: pictures that programs read badly, with a spoken alternative.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::auth::CaptchaAction;
use domain::codes;
use serde::{Deserialize, Serialize};
use store::auth::captcha::{self, CaptchaError, Drawn};
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::http::{Answer, ApiError, Client};

/// Query for a new captcha.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CaptchaQuery {
    /// Action that the captcha is to allow; `login` when left out.
    #[serde(default)]
    #[param(inline)]
    action: CaptchaAction,
}

/// A captcha: five characters, case does not matter.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaptchaView {
    /// Always true here.
    captcha_enabled: bool,
    /// Id of the captcha.
    uuid: String,
    /// A PNG in base64, without a prefix.
    img: String,
    /// The characters spoken: a WAV in base64, without a prefix.
    audio: String,
    /// Time when it ends, Unix milliseconds.
    expires_ms: i64,
}

impl From<Drawn> for CaptchaView {
    fn from(drawn: Drawn) -> Self {
        Self {
            captcha_enabled: true,
            uuid: drawn.uuid,
            img: STANDARD.encode(drawn.picture),
            audio: STANDARD.encode(drawn.sound),
            expires_ms: drawn.expires_ms,
        }
    }
}

/// The captcha in `data`, and its name and picture at the top as older clients read them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaptchaAnswer {
    /// Code of the answer; 0: done.
    #[schema(example = 0)]
    code: i64,
    /// Message for people; empty when all is well.
    msg: String,
    /// Always true here.
    captcha_enabled: bool,
    /// Id of the captcha.
    uuid: String,
    /// A PNG in base64, without a prefix.
    img: String,
    /// The whole captcha.
    data: CaptchaView,
}

impl Responder for CaptchaAnswer {
    type Body = actix_web::body::BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Ok().json(self)
    }
}

/// Draws a captcha
///
/// Good for one try at one action, for two minutes.
#[utoipa::path(
    tag = "auth",
    operation_id = "get_captcha",
    params(CaptchaQuery),
    responses((
        status = 200,
        description = "The captcha; or 400, 1002000429",
        body = CaptchaAnswer,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/captcha/captchaImage")]
pub async fn get_captcha(
    state: Data<AppState>,
    client: Client,
    query: Query<CaptchaQuery>,
) -> Result<CaptchaAnswer, ApiError> {
    let drawn = state
        .engine
        .draw_captcha(query.action, client.address)
        .await?;
    let data = CaptchaView::from(drawn);
    Ok(CaptchaAnswer {
        code: 0,
        msg: String::new(),
        captcha_enabled: data.captcha_enabled,
        uuid: data.uuid.clone(),
        img: data.img.clone(),
        data,
    })
}

/// Answer to a captcha that a person read or heard.
#[derive(Deserialize, ToSchema)]
pub struct CheckCaptchaBody {
    /// Id of the captcha.
    uuid: Option<String>,
    /// Characters of the captcha.
    code: Option<String>,
}

/// Checks a captcha before the request that needs it
///
/// Then its uuid alone counts as solved, for one request of its action. A wrong answer ends the captcha.
#[utoipa::path(
    tag = "auth",
    operation_id = "check_captcha",
    request_body = CheckCaptchaBody,
    responses((status = 200, description = "true; or 400, 1002000004", body = Answer<bool>)),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/auth/valid-captcha")]
pub async fn check_captcha(
    state: Data<AppState>,
    body: Json<CheckCaptchaBody>,
) -> Result<Answer<bool>, ApiError> {
    let CheckCaptchaBody { uuid, code } = body.into_inner();
    let (uuid, code) = (uuid.unwrap_or_default(), code.unwrap_or_default());
    captcha::check(&state.engine.store, uuid, code, state.now_ms()).await?;
    Ok(Answer::ok(true))
}

impl From<CaptchaError> for ApiError {
    fn from(error: CaptchaError) -> Self {
        match error {
            CaptchaError::Wrong => Self::Refused(codes::CAPTCHA_WRONG),
            CaptchaError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            CaptchaError::Fault(fault) => fault.into(),
        }
    }
}
