//! The call that downloads an exported file, once.

use actix_web::web::{Data, Query};
use actix_web::{HttpResponse, get};
use domain::codes;
use serde::Deserialize;
use store::exports;
use utoipa::IntoParams;

use crate::AppState;
use crate::http::tables::download;
use crate::http::{ApiError, Calls, OptionalMember};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(take_export);
}

/// Name of a file to take.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct DownloadQuery {
    /// Name as the export answered it.
    file_name: String,
    /// Read for the clients of this family; a file is always gone once it was taken.
    #[serde(rename = "delete")]
    _delete: Option<String>,
}

/// Takes an exported file, once
///
/// The id within the name is enough, so that a browser can be sent here: a secret of 32 random bytes that lives for ten minutes, and no longer
/// than the session that exported the file. A request that brings a token must be the maker's. A wrong id is answered like a spent one, as JSON.
#[utoipa::path(
    tag = "admin",
    operation_id = "take_export",
    params(DownloadQuery),
    responses((
        status = 200,
        description = "The file; or 400, 1001004003; 401 for a token that is no longer good",
        content_type = "application/octet-stream",
        body = Vec<u8>,
    )),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/common/common/download")]
async fn take_export(
    state: Data<AppState>,
    OptionalMember(actor): OptionalMember,
    query: Query<DownloadQuery>,
) -> Result<HttpResponse, ApiError> {
    // The id may have a `_` within; the file's own name has none.
    let token = query.file_name.rsplit_once('_').map_or("", |(id, _)| id);
    let found = exports::take(&state.engine.store, actor.as_ref(), token, state.now_ms()).await?;
    found
        .map(download)
        .ok_or(ApiError::Refused(codes::EXPORT_ABSENT))
}
