//! Limits of a request's size and shape; a breach is answered in the user's language.

use std::pin::Pin;

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::{JsonPayloadError, PathError, PayloadError, QueryPayloadError};
use actix_web::http::header;
use actix_web::{HttpMessage, web};
use bytes::Bytes;
use domain::codes;
use futures_util::stream::{self, Stream, StreamExt};

use super::ApiError;

/// Largest JSON body, in bytes. Its content type must say JSON: a form on another site can send text, and would sign a visitor in.
const BODY_MAX_BYTES: usize = 256 * 1024;
/// Compressed bytes that are unpacked at once: they grow a thousandfold at most before the limit is checked.
const PIECE_MAX_BYTES: usize = 256;

pub fn configure(cfg: &mut web::ServiceConfig) {
    let json = web::JsonConfig::default()
        .limit(BODY_MAX_BYTES)
        .error_handler(|error, _| {
            let code = match error {
                JsonPayloadError::Overflow { .. }
                | JsonPayloadError::OverflowKnownLength { .. }
                | JsonPayloadError::Payload(PayloadError::Overflow) => codes::TOO_LARGE,
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

/// Bounds the unpacking of a compressed JSON body. actix-web unpacks each piece of a body whole before it counts what came out.
pub(super) fn bound_unpacking(request: &mut ServiceRequest) {
    let is_json = request.content_type().contains("json");
    if is_json && request.headers().contains_key(header::CONTENT_ENCODING) {
        let pieces = in_pieces(request.take_payload(), BODY_MAX_BYTES);
        request.set_payload(Payload::from(
            Box::pin(pieces) as Pin<Box<dyn Stream<Item = _>>>
        ));
    }
}

/// Splits a body into small pieces, `most` of them.
pub fn in_pieces(
    body: impl Stream<Item = Result<Bytes, PayloadError>>,
    most: usize,
) -> impl Stream<Item = Result<Bytes, PayloadError>> {
    let mut left = most;
    body.flat_map(move |part| {
        let part = part.and_then(|part| {
            left = left.checked_sub(part.len()).ok_or(PayloadError::Overflow)?;
            Ok(part)
        });
        match part {
            Ok(mut part) => stream::iter(std::iter::from_fn(move || {
                let piece = part.split_to(part.len().min(PIECE_MAX_BYTES));
                (!piece.is_empty()).then_some(Ok(piece))
            }))
            .left_stream(),
            Err(error) => stream::iter([Err(error)]).right_stream(),
        }
    })
}
