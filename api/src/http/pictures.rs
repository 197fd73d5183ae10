//! Pictures: read from a form with bounds, served as files that a browser only shows, and their addresses.

use actix_multipart::{Field, Multipart};
use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::codes;
use domain::member::{AVATAR_MAX_BYTES, AVATAR_SIZES};
use engine::avatars::AvatarError;
use futures_util::StreamExt;
use store::member::Picture;
use tokio::time::{Duration, timeout};
use utoipa::ToSchema;

use super::{ApiError, attachment};

/// Timeout for a form with a file.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Fields of a form that are searched for the file.
const FIELDS_MAX: usize = 8;
/// Caching of a picture: its name is never used for another one.
const FOREVER: &str = "private, max-age=31536000, immutable";
/// Policy of a picture that is opened by itself: it runs nothing.
const POLICY: &str = "default-src 'none'; sandbox";

/// Path of a member's picture in one size; empty for the product's own.
pub fn avatar_path(name: &str, size: u32) -> String {
    if name.is_empty() {
        String::new()
    } else {
        format!("/app-api/member/avatar/{name}-{size}")
    }
}

/// Path of the largest size, for the header.
pub fn shown_avatar(name: &str) -> String {
    avatar_path(name, AVATAR_SIZES[AVATAR_SIZES.len() - 1])
}

/// A small PNG as a `data:` address.
pub fn png_address(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(png))
}

/// A picture as a form sends it: one file, JPG or PNG.
#[derive(ToSchema)]
pub struct AvatarForm {
    /// At most 5 MiB and 20 megapixels. Also read as `avatarfile`.
    #[schema(value_type = String, format = Binary)]
    #[expect(
        dead_code,
        reason = "it describes the form; the file is read as it comes"
    )]
    file: Vec<u8>,
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

impl From<AvatarError> for ApiError {
    fn from(error: AvatarError) -> Self {
        match error {
            AvatarError::TooLarge => Self::Refused(codes::AVATAR_TOO_LARGE),
            AvatarError::Kind => Self::Refused(codes::AVATAR_KIND),
            AvatarError::TooManyPixels => Self::Refused(codes::AVATAR_PIXELS),
            AvatarError::Damaged => Self::Refused(codes::AVATAR_DAMAGED),
            AvatarError::Fault(fault) => fault.into(),
        }
    }
}
