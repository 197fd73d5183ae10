//! How large and of which shape a request may be; a breach is answered in the user's words.

use actix_web::error::{JsonPayloadError, PathError, QueryPayloadError};
use actix_web::web;
use domain::codes;

use super::ApiError;

/// The largest JSON body. Its content type must say JSON: a form on another site can send text, and would sign a visitor in.
const BODY_MAX_BYTES: usize = 256 * 1024;

pub fn configure(cfg: &mut web::ServiceConfig) {
    let json = web::JsonConfig::default()
        .limit(BODY_MAX_BYTES)
        .error_handler(|error, _| {
            let code = match error {
                JsonPayloadError::Overflow { .. }
                | JsonPayloadError::OverflowKnownLength { .. } => codes::TOO_LARGE,
                _ => codes::BAD_REQUEST,
            };
            ApiError::Refused(code).into()
        });
    let query = web::QueryConfig::default()
        .error_handler(|_: QueryPayloadError, _| ApiError::Refused(codes::BAD_REQUEST).into());
    let path = web::PathConfig::default()
        .error_handler(|_: PathError, _| ApiError::Refused(codes::NOT_FOUND).into());
    cfg.app_data(json).app_data(query).app_data(path);
}
