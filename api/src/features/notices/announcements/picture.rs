//! Pictures of announcements: read from a form with bounds, served as files that a browser only shows.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get, post};
use domain::notices::announcements::PICTURE_EDGE;
use engine::avatars;
use serde::Serialize;
use store::pictures;
use utoipa::ToSchema;

use super::WriteAnnouncements;
use crate::AppState;
use crate::http::pictures::{AvatarForm, picture_file, sent_file};
use crate::http::{Answer, ApiError, Operator};

/// A picture that was stored.
#[derive(Serialize, ToSchema)]
pub struct PictureView {
    /// Path of the picture, by which an announcement names it.
    path: String,
}

/// Takes a picture for an announcement
///
/// JPG or PNG, at most 5 MiB; its longest edge becomes at most 1,600 pixels. 1001003010 to 1001003013: too large, of another kind, too
/// many pixels, damaged.
#[utoipa::path(
    tag = "notices",
    operation_id = "add_announcement_picture",
    request_body(content = inline(AvatarForm), content_type = "multipart/form-data"),
    responses((
        status = 200,
        description = "Its path; or 400, 401, 403, 1001003010, 1001003011, 1001003012, 1001003013",
        body = Answer<PictureView>,
    )),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/announcement/picture")]
pub async fn add_announcement_picture(
    state: Data<AppState>,
    _operator: Operator<WriteAnnouncements>,
    form: Multipart,
) -> Result<Answer<PictureView>, ApiError> {
    let picture = avatars::make_fitting(sent_file(form).await?, PICTURE_EDGE).await?;
    let name = pictures::add(&state.engine.store, picture, state.now_ms()).await?;
    Ok(Answer::ok(PictureView {
        path: format!("/app-api/system/announcement/picture/{name}"),
    }))
}

/// A picture of an announcement, by its name
///
/// The name is random and never used again.
#[utoipa::path(
    tag = "notices",
    operation_id = "get_announcement_picture",
    params(("name" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "The picture", content_type = "image/jpeg", body = Vec<u8>),
        (status = 404, description = "No such picture"),
    ),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/announcement/picture/{name}")]
pub async fn get_announcement_picture(
    state: Data<AppState>,
    name: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let found = pictures::by_name(&state.engine.store, name.into_inner()).await?;
    Ok(found.map_or_else(|| HttpResponse::NotFound().finish(), picture_file))
}
