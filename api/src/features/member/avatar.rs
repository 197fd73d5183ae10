//! The calls about pictures of members.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get, post};
use domain::member::AVATAR_SIZES;
use engine::avatars;
use store::member;

use super::wire::NewAvatarView;
use crate::AppState;
use crate::http::pictures::{AvatarForm, picture_file, sent_file};
use crate::http::{Answer, ApiError, Member};

/// Sets the member's picture
///
/// JPG or PNG, at most 5 MiB and 20 megapixels (15 with transparency, 7 as a progressive JPG); it is cropped square and written anew in
/// three sizes, so that nothing of the file is kept but what is seen. 1001003010 to 1001003013: too large, of another kind, too many pixels, damaged.
#[utoipa::path(
    tag = "member",
    operation_id = "update_avatar",
    request_body(content = inline(AvatarForm), content_type = "multipart/form-data"),
    responses((
        status = 200,
        description = "The paths of the new picture; or 400, 401, 1001003010, 1001003011, 1001003012, 1001003013",
        body = Answer<NewAvatarView>,
    )),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[post("/app-api/member/member/updateAvatar")]
pub async fn update_avatar(
    state: Data<AppState>,
    Member(actor): Member,
    form: Multipart,
) -> Result<Answer<NewAvatarView>, ApiError> {
    let pictures = avatars::make(sent_file(form).await?).await?;
    let name = member::set_avatar(&state.engine.store, &actor, pictures).await?;
    Ok(Answer::ok(NewAvatarView::of(&name)))
}

/// A picture of a member, by its name and size
///
/// The name is random and never used again: whoever knows it may see the picture, for ever the same one.
#[utoipa::path(
    tag = "member",
    operation_id = "get_avatar",
    params(("name" = String, Path, description = "Name and edge in pixels, as in avatarList")),
    responses(
        (status = 200, description = "The picture", content_type = "image/jpeg", body = Vec<u8>),
        (status = 404, description = "No such picture"),
    ),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/member/avatar/{name}")]
pub async fn get_avatar(
    state: Data<AppState>,
    path: Path<String>,
) -> Result<HttpResponse, ApiError> {
    let named = path
        .rsplit_once('-')
        .and_then(|(name, size)| Some((name, size.parse::<u32>().ok()?)))
        .filter(|(_, size)| AVATAR_SIZES.contains(size));
    let Some((name, size)) = named else {
        return Ok(HttpResponse::NotFound().finish());
    };
    let found = member::avatar(&state.engine.store, name.to_owned(), size).await?;
    let Some(picture) = found else {
        return Ok(HttpResponse::NotFound().finish());
    };
    Ok(picture_file(picture))
}
