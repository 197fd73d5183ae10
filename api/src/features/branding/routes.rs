//! `/app-api/system/front/**` and `/app-api/system/customer-service/**`.

use actix_web::get;
use actix_web::web::{Data, Query};
use store::branding;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::{BrandingView, ContactPage, ContactsQuery};
use crate::AppState;
use crate::http::{Answer, ApiError, Member, PageQuery};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(get_branding).service(list_contacts);
}

/// Title, logo, left picture, welcome text and help centre
#[utoipa::path(tag = "branding", operation_id = "get_branding", responses((status = 200, description = "The branding", body = Answer<BrandingView>)), extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))))]
#[get("/app-api/system/front/logo")]
async fn get_branding(state: Data<AppState>) -> Result<Answer<BrandingView>, ApiError> {
    Ok(Answer::ok(
        branding::current(&state.engine.store).await?.into(),
    ))
}

/// Whom members can turn to: groups, or accounts of messaging services
#[utoipa::path(tag = "branding", operation_id = "list_contacts", params(ContactsQuery, PageQuery), responses((status = 200, description = "A page, the oldest first; or 400, 401", body = Answer<ContactPage>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
#[get("/app-api/system/customer-service/page")]
async fn list_contacts(
    state: Data<AppState>,
    _member: Member,
    query: Query<ContactsQuery>,
    page: Query<PageQuery>,
) -> Result<Answer<ContactPage>, ApiError> {
    let found = branding::contacts(&state.engine.store, query.kind()?, page.usual()?).await?;
    Ok(Answer::ok(found.into()))
}
