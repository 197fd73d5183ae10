//! `/admin-api/console/menu`: what the operators' menu says beside its pages.

use actix_web::get;
use actix_web::web::Data;
use serde::Serialize;
use store::Stamp;
use store::console::{self, Waiting};
use utoipa::ToSchema;

use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Member};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(get_operator_menu);
}

/// Purpose of the database.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StampView {
    /// Stand-ins, demo accounts, simulated phones.
    Demo,
    /// Real members.
    Live,
}

/// Figures of the operators' menu, and the database that it is about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OperatorMenuView {
    stamp: StampView,
    /// Feedback without an answer; null without the permission `system:feedback:list`.
    #[schema(required = true)]
    feedback: Option<i64>,
    /// Refunds to decide about; null without the permission `order:refund`.
    #[schema(required = true)]
    refunds: Option<i64>,
    /// Operations that run longer than they usually take; null without the permission `infra:host:list`.
    #[schema(required = true)]
    operations: Option<i64>,
}

impl From<Stamp> for StampView {
    fn from(stamp: Stamp) -> Self {
        match stamp {
            Stamp::Demo => Self::Demo,
            Stamp::Live => Self::Live,
        }
    }
}

impl OperatorMenuView {
    fn of(stamp: Stamp, waiting: Waiting) -> Self {
        Self {
            stamp: stamp.into(),
            feedback: waiting.feedback,
            refunds: waiting.refunds,
            operations: waiting.operations,
        }
    }
}

/// How much waits for a person behind the pages that the caller may open
#[utoipa::path(
    tag = "admin",
    operation_id = "get_operator_menu",
    responses((status = 200, description = "The figures; or 401", body = Answer<OperatorMenuView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/console/menu")]
async fn get_operator_menu(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<OperatorMenuView>, ApiError> {
    let store = &state.engine.store;
    let waiting = console::waiting(store, &actor, state.now_ms()).await?;
    Ok(Answer::ok(OperatorMenuView::of(store.stamp(), waiting)))
}
