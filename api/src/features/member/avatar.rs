//! Pictures of members: read from a form with bounds, served as files that a browser only shows.

use actix_multipart::{Field, Multipart};
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get, post};
use domain::codes;
use domain::member::{AVATAR_MAX_BYTES, AVATAR_SIZES};
use engine::avatars;
use futures_util::StreamExt;
use store::member::{self, Picture};
use tokio::time::{Duration, timeout};

use super::wire::{AvatarForm, NewAvatarView};
use crate::AppState;
use crate::http::{Answer, ApiError, Member, attachment};

/// Timeout for a form with a file.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Fields of a form that are searched for the file.
const FIELDS_MAX: usize = 8;

/// Caching of a picture: its name is never used for another one.
const FOREVER: &str = "private, max-age=31536000, immutable";
/// Policy of a picture that is opened by itself: it runs nothing.
const POLICY: &str = "default-src 'none'; sandbox";

/// Sets the member's picture
///
/// JPG or PNG, at most 5 MiB and 20 megapixels (15 with transparency, 7 as a progressive JPG); it is cropped square and written anew in
/// three sizes, so that nothing of the file is kept but what is seen. 1001003010 to 1001003013: too large, of another kind, too many pixels, damaged.
#[utoipa::path(tag = "member", operation_id = "update_avatar", request_body(content = inline(AvatarForm), content_type = "multipart/form-data"), responses((status = 200, description = "The paths of the new picture; or 400, 401, 1001003010, 1001003011, 1001003012, 1001003013", body = Answer<NewAvatarView>)), extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))))]
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

/// Reads the file of a form, within [`TIMEOUT`].
pub async fn sent_file(form: Multipart) -> Result<Vec<u8>, ApiError> {
    timeout(TIMEOUT, file_of(form))
        .await
        .map_err(|_| ApiError::Refused(codes::BAD_REQUEST))?
}

/// Reads the file of a form, however large the rest of it is.
async fn file_of(mut form: Multipart) -> Result<Vec<u8>, ApiError> {
    let bad = || ApiError::Refused(codes::BAD_REQUEST);
    for _ in 0..FIELDS_MAX {
        let field = form.next().await.ok_or_else(bad)?.map_err(|_| bad())?;
        if matches!(field.name(), Some("file" | "avatarfile")) {
            return read(field).await;
        }
    }
    Err(bad())
}

async fn read(mut field: Field) -> Result<Vec<u8>, ApiError> {
    let mut file = Vec::new();
    while let Some(part) = field.next().await {
        let part = part.map_err(|_| ApiError::Refused(codes::BAD_REQUEST))?;
        if file.len() + part.len() > AVATAR_MAX_BYTES {
            return Err(ApiError::Refused(codes::AVATAR_TOO_LARGE));
        }
        file.extend_from_slice(&part);
    }
    Ok(file)
}

/// A picture of a member, by its name and size
///
/// The name is random and never used again: whoever knows it may see the picture, for ever the same one.
#[utoipa::path(tag = "member", operation_id = "get_avatar", params(("name" = String, Path, description = "Name and edge in pixels, as in avatarList")), responses((status = 200, description = "The picture", content_type = "image/jpeg", body = Vec<u8>), (status = 404, description = "No such picture")), extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))))]
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

/// Picture as a file that a browser only shows.
pub fn picture_file(picture: Picture) -> HttpResponse {
    let (kind, file) = if picture.png {
        ("image/png", "avatar.png")
    } else {
        ("image/jpeg", "avatar.jpg")
    };
    let fixed = HeaderValue::from_static;
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, fixed(kind)))
        .insert_header(attachment(file))
        .insert_header((header::CONTENT_SECURITY_POLICY, fixed(POLICY)))
        .insert_header((header::CACHE_CONTROL, fixed(FOREVER)))
        .insert_header(("cross-origin-resource-policy", "same-origin"))
        .body(picture.bytes)
}
