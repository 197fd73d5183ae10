//! `/app-api/trade/phone/**`.

use actix_web::post;
use actix_web::web::{Data, Json};
use store::phones;
use utoipa_actix_web::service_config::ServiceConfig;

use super::wire::{ListBody, ListView};
use crate::AppState;
use crate::http::{Answer, ApiError, Client, Member};

pub fn configure(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list_phones);
}

/// My phones: own and granted to me, searched, sorted and paged
#[utoipa::path(tag = "phones", operation_id = "list_phones", request_body = ListBody, responses((status = 200, description = "A page; or 400, 401", body = Answer<ListView>)), extensions(("x-level" = json!("member"))))]
#[post("/app-api/trade/phone/app-page")]
async fn list_phones(
    state: Data<AppState>,
    Member(actor): Member,
    client: Client,
    body: Json<ListBody>,
) -> Result<Answer<ListView>, ApiError> {
    let now_ms = state.now_ms();
    let list = phones::list(&state.engine.store, &actor, body.parse()?, now_ms).await?;
    Ok(Answer::ok(ListView::of(list, now_ms, client.lang)))
}
