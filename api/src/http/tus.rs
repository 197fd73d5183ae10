//! tus 1.0 (tus.io/protocols/resumable-upload), by which files come to the server and to phones: its request headers, its answers and its
//! statuses. Where a file goes is decided by the features.

use std::collections::HashMap;
use std::future::{Ready, ready};
use std::time::{Duration, SystemTime};

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header::{
    self, ContentType, Header as _, HeaderMap, HeaderName, HeaderValue, HttpDate,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{FromRequest, HttpRequest, HttpResponse, HttpResponseBuilder};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::codes::{self, Code};
use serde::Serialize;

use super::{Answer, ApiError};

/// Path below which calls speak tus.
const PREFIX: &str = "/app-api/infra/tus/";
const VERSION: HeaderValue = HeaderValue::from_static("1.0.0");
const EXTENSIONS: HeaderValue = HeaderValue::from_static("creation,expiration,termination");
const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
const TUS_VERSION: HeaderName = HeaderName::from_static("tus-version");
const TUS_EXTENSION: HeaderName = HeaderName::from_static("tus-extension");
const TUS_MAX_SIZE: HeaderName = HeaderName::from_static("tus-max-size");
const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const UPLOAD_METADATA: HeaderName = HeaderName::from_static("upload-metadata");
const UPLOAD_EXPIRES: HeaderName = HeaderName::from_static("upload-expires");
const METHOD_OVERRIDE: HeaderName = HeaderName::from_static("x-http-method-override");
/// Media type of a piece.
const PIECE: &str = "application/offset+octet-stream";
/// Longest `Upload-Metadata`, in bytes.
const METADATA_MAX_BYTES: usize = 16 * 1024;

/// Refusals whose status says more than that the request is wrong (400).
pub const STATUSES: [(Code, u16); 24] = [
    (codes::UNAUTHENTICATED, 401),
    (codes::FORBIDDEN, 403),
    (codes::RIGHT_MISSING, 403),
    (codes::VIEW_ONLY, 403),
    (codes::NOT_FOUND, 404),
    (codes::UPLOAD_ABSENT, 404),
    (codes::FILE_ABSENT, 404),
    (codes::PHONE_ABSENT, 404),
    (codes::UPLOAD_SLOW, 408),
    (codes::UPLOAD_OFFSET, 409),
    (codes::FILE_OFFSET, 409),
    (codes::UPLOAD_SHARED, 409),
    (codes::TUS_VERSION, 412),
    (codes::TOO_LARGE, 413),
    (codes::UPLOAD_SIZE, 413),
    (codes::FILE_SIZE, 413),
    (codes::PIECE_TYPE, 415),
    (codes::UPLOAD_BUSY, 423),
    (codes::FILE_BUSY, 423),
    (codes::TOO_MANY, 429),
    (codes::UPLOAD_DAMAGED, 460),
    (codes::BUSY, 503),
    (codes::FILE_NO_ANSWER, 503),
    (codes::UPLOAD_NO_ROOM, 507),
];

/// Whether a path speaks tus.
pub fn is_at(path: &str) -> bool {
    path.starts_with(PREFIX)
}

/// Lets `X-HTTP-Method-Override` stand for the method: some networks pass neither PATCH nor DELETE.
pub fn override_method(request: &mut ServiceRequest) {
    let said = request.headers().get(METHOD_OVERRIDE);
    let method = said.and_then(|said| Method::from_bytes(said.as_bytes()).ok());
    if let Some(method) = method.filter(|_| is_at(request.path())) {
        request.head_mut().method = method;
    }
}

/// HTTP status of a refusal.
pub fn status_of(error: &ApiError) -> StatusCode {
    let number = error.number();
    let found = STATUSES.iter().find(|(code, _)| code.number == number);
    let status = match found {
        Some((_, status)) => *status,
        None if number == codes::INTERNAL.number => 500,
        None => 400,
    };
    StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST)
}

/// Adds the headers of every answer of the protocol.
pub fn set_headers(status: StatusCode, headers: &mut HeaderMap) {
    headers.insert(TUS_RESUMABLE, VERSION);
    if status == StatusCode::PRECONDITION_FAILED {
        headers.insert(TUS_VERSION, VERSION);
    }
}

/// Answer to OPTIONS: what the server can do.
pub fn abilities(size_max: u64) -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((TUS_VERSION, VERSION))
        .insert_header((TUS_EXTENSION, EXTENSIONS))
        .insert_header((TUS_MAX_SIZE, size_max))
        .finish()
}

/// Answer to a creation: where the upload is, and what is known of it.
pub fn created<T: Serialize>(location: String, expire_ms: Option<i64>, view: T) -> HttpResponse {
    expiring(HttpResponse::Created(), expire_ms)
        .insert_header((header::LOCATION, location))
        .json(Answer::ok(view))
}

/// Answer to HEAD: how far an upload is. `metadata` is what its client said of the file, by key.
pub fn progress(
    offset: u64,
    length: u64,
    expire_ms: Option<i64>,
    metadata: &[(&str, &str)],
) -> HttpResponse {
    let pairs: Vec<String> = metadata
        .iter()
        .map(|(key, value)| format!("{key} {}", STANDARD.encode(value)))
        .collect();
    expiring(HttpResponse::Ok(), expire_ms)
        .insert_header((UPLOAD_OFFSET, offset))
        .insert_header((UPLOAD_LENGTH, length))
        .insert_header((UPLOAD_METADATA, pairs.join(",")))
        .finish()
}

/// Answer to a piece: where the next one begins.
pub fn appended(offset: u64, expire_ms: Option<i64>) -> HttpResponse {
    expiring(HttpResponse::NoContent(), expire_ms)
        .insert_header((UPLOAD_OFFSET, offset))
        .finish()
}

fn expiring(mut response: HttpResponseBuilder, expire_ms: Option<i64>) -> HttpResponseBuilder {
    if let Some(ms) = expire_ms.and_then(|ms| u64::try_from(ms).ok()) {
        let time = SystemTime::UNIX_EPOCH + Duration::from_millis(ms);
        response.insert_header((UPLOAD_EXPIRES, HttpDate::from(time)));
    }
    response
}

fn number(request: &HttpRequest, name: &HeaderName) -> Result<u64, ApiError> {
    let text = request.headers().get(name).and_then(|v| v.to_str().ok());
    text.and_then(|text| text.parse().ok())
        .ok_or(ApiError::Refused(codes::BAD_REQUEST))
}

/// Request of a client that speaks this version of the protocol.
pub struct Version;

impl Version {
    fn check(request: &HttpRequest) -> Result<Self, ApiError> {
        if request.headers().get(TUS_RESUMABLE) == Some(&VERSION) {
            Ok(Self)
        } else {
            Err(ApiError::Refused(codes::TUS_VERSION))
        }
    }
}

impl FromRequest for Version {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::check(request))
    }
}

/// Upload that a client wants to begin.
pub struct Creation {
    /// Length in bytes.
    pub length: u64,
    metadata: HashMap<String, String>,
}

impl Creation {
    /// Value of the metadata by its key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.metadata.get(key).map(String::as_str)
    }

    fn parse(request: &HttpRequest) -> Result<Self, ApiError> {
        Version::check(request)?;
        let text = match request.headers().get(UPLOAD_METADATA) {
            None => Some(""),
            Some(value) => value.to_str().ok(),
        };
        Ok(Self {
            length: number(request, &UPLOAD_LENGTH)?,
            metadata: text
                .and_then(metadata)
                .ok_or(ApiError::Refused(codes::BAD_REQUEST))?,
        })
    }
}

impl FromRequest for Creation {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::parse(request))
    }
}

/// Reads `Upload-Metadata`: pairs with commas between them, each a key and, after a blank, its value in Base64. Returns `None` for a malformed
/// text.
pub fn metadata(text: &str) -> Option<HashMap<String, String>> {
    let mut all = HashMap::new();
    if text.len() > METADATA_MAX_BYTES {
        return None;
    }
    for pair in text
        .split(',')
        .map(str::trim)
        .filter(|pair| !pair.is_empty())
    {
        let (key, value) = pair.split_once(' ').unwrap_or((pair, ""));
        let value = String::from_utf8(STANDARD.decode(value.trim()).ok()?).ok()?;
        if all.insert(key.to_owned(), value).is_some() {
            return None;
        }
    }
    Some(all)
}

/// Piece of an upload: the headers of its request.
pub struct PieceHead {
    /// Offset of the piece in the file, in bytes.
    pub offset: u64,
    /// Length of the piece in bytes, where the client says it.
    pub length: Option<u64>,
}

impl PieceHead {
    fn parse(request: &HttpRequest) -> Result<Self, ApiError> {
        Version::check(request)?;
        let is_piece = ContentType::parse(request).is_ok_and(|kind| kind.0.as_ref() == PIECE);
        if !is_piece {
            return Err(ApiError::Refused(codes::PIECE_TYPE));
        }
        let length = if request.headers().contains_key(header::CONTENT_LENGTH) {
            Some(number(request, &header::CONTENT_LENGTH)?)
        } else if request.headers().contains_key(header::TRANSFER_ENCODING) {
            None
        } else {
            // There is no body.
            Some(0)
        };
        Ok(Self {
            offset: number(request, &UPLOAD_OFFSET)?,
            length,
        })
    }
}

impl FromRequest for PieceHead {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::parse(request))
    }
}
