//! `/admin-api/branding/**`, and the pictures that are uploaded there.

use actix_multipart::Multipart;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, get, post};
use domain::branding::{PICTURE_EDGE, PICTURE_PATH, READ, WRITE};
use engine::avatars;
use store::{branding, pictures};

use super::wire::{BrandingBody, BrandingDeskView, BrandingPictureView};
use crate::AppState;
use crate::http::pictures::{AvatarForm, picture_file, sent_file};
use crate::http::{Answer, ApiError, Calls, Client, Operator, Permission, author};

/// Seeing branding and contacts as operators do.
pub struct ReadBranding;
impl Permission for ReadBranding {
    const NAME: &str = READ;
}

/// Changing branding and contacts.
pub struct WriteBranding;
impl Permission for WriteBranding {
    const NAME: &str = WRITE;
}

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(get_branding_desk)
        .service(save_branding)
        .service(add_branding_picture)
        .service(get_branding_picture);
}

/// Branding in both languages, and contacts in their order
#[utoipa::path(
    tag = "branding",
    operation_id = "get_branding_desk",
    responses((
        status = 200,
        description = "All of it; or 401, 403",
        body = Answer<BrandingDeskView>,
    )),
    extensions(("x-level" = json!("perm:system:branding:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/branding/get")]
async fn get_branding_desk(
    state: Data<AppState>,
    _operator: Operator<ReadBranding>,
) -> Result<Answer<BrandingDeskView>, ApiError> {
    Ok(Answer::ok(
        branding::settings(&state.engine.store).await?.into(),
    ))
}

/// Changes branding and contacts, for everybody from the next page on
///
/// A change of what somebody else changed meanwhile answers 1001000011 with `data.now`, what it is, and who changed it and when in `data.by` and
/// `data.time`.
#[utoipa::path(
    tag = "branding",
    operation_id = "save_branding",
    request_body = BrandingBody,
    responses((
        status = 200,
        description = "What it is now; or 400, 401, 403, 1001000011",
        body = Answer<BrandingDeskView>,
    )),
    extensions(("x-level" = json!("perm:system:branding:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/branding/save")]
async fn save_branding(
    state: Data<AppState>,
    operator: Operator<WriteBranding>,
    client: Client,
    body: Json<BrandingBody>,
) -> Result<Answer<BrandingDeskView>, ApiError> {
    let wanted = body.into_inner().parse()?;
    let author = author(&state, &operator, &client);
    let saved = branding::save(&state.engine.store, author, wanted).await?;
    Ok(Answer::ok(saved.into()))
}

/// Takes a picture for the console: the logo, or the one beside the sign-in form
///
/// JPG or PNG, at most 5 MiB; its longest edge becomes at most 1,600 pixels. It is shown once a change of the branding names it. 1001003010 to
/// 1001003013: too large, of another kind, too many pixels, damaged.
#[utoipa::path(
    tag = "branding",
    operation_id = "add_branding_picture",
    request_body(content = inline(AvatarForm), content_type = "multipart/form-data"),
    responses((
        status = 200,
        description = "Its path; or 400, 401, 403, 1001003010, 1001003011, 1001003012, 1001003013",
        body = Answer<BrandingPictureView>,
    )),
    extensions(("x-level" = json!("perm:system:branding:edit")), ("x-scope" = json!("none"))),
)]
#[post("/admin-api/branding/picture")]
async fn add_branding_picture(
    state: Data<AppState>,
    _operator: Operator<WriteBranding>,
    form: Multipart,
) -> Result<Answer<BrandingPictureView>, ApiError> {
    let picture = avatars::make_fitting(sent_file(form).await?, PICTURE_EDGE).await?;
    let name = pictures::add(&state.engine.store, picture, state.now_ms()).await?;
    Ok(Answer::ok(BrandingPictureView {
        path: format!("{PICTURE_PATH}{name}"),
    }))
}

/// A picture of the console, by its name
///
/// The name is random and never used again.
#[utoipa::path(
    tag = "branding",
    operation_id = "get_branding_picture",
    params(("name" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "The picture", content_type = "image/jpeg", body = Vec<u8>),
        (status = 404, description = "No such picture"),
    ),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/system/front/picture/{name}")]
async fn get_branding_picture(
    state: Data<AppState>,
    name: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let found = pictures::by_name(&state.engine.store, name.into_inner()).await?;
    Ok(found.map_or_else(|| HttpResponse::NotFound().finish(), picture_file))
}
