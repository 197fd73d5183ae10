//! `/app-api/system/front/**`.

use actix_web::get;
use actix_web::web::Data;
use store::branding;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::BrandingView;
use crate::AppState;
use crate::http::{Answer, ApiError};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(get_branding);
}

/// Title, logo, left picture, welcome text and help centre
#[utoipa::path(tag = "branding", operation_id = "get_branding", responses((status = 200, description = "The branding", body = Answer<BrandingView>)), extensions(("x-level" = json!("anon"))))]
#[get("/app-api/system/front/logo")]
async fn get_branding(state: Data<AppState>) -> Result<Answer<BrandingView>, ApiError> {
    Ok(Answer::ok(
        branding::current(&state.engine.store).await?.into(),
    ))
}
