//! A part of a file, as HTTP asks for it and answers with it (RFC 9110, section 14).

use std::str::FromStr as _;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ByteRangeSpec, HeaderName, HeaderValue, Range};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

/// Policy of a file that is opened by itself: it runs nothing.
const POLICY: &str = "default-src 'none'; sandbox";

/// Span of a file's bytes that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Offset of the first byte.
    pub offset: u64,
    /// Number of bytes.
    pub length: u64,
    /// Whether the client asked for a part.
    part: bool,
}

impl Span {
    /// The bytes that a request asks for by `Range` and `If-Range`; `None` when the file has no such bytes.
    pub fn of(request: &HttpRequest, tag: &str, size: u64) -> Option<Self> {
        let text = |name: HeaderName| request.headers().get(name)?.to_str().ok();
        Self::parse(text(header::RANGE), text(header::IF_RANGE), tag, size)
    }

    /// Reads `Range` and `If-Range`: one span of bytes, or the whole.
    fn parse(range: Option<&str>, unless: Option<&str>, tag: &str, size: u64) -> Option<Self> {
        let whole = Self {
            offset: 0,
            length: size,
            part: false,
        };
        // A range that is not understood is ignored, as RFC 9110 says; several spans would need another kind of answer.
        let Some(Ok(Range::Bytes(spans))) = range.map(Range::from_str) else {
            return Some(whole);
        };
        let [span] = &spans[..] else {
            return Some(whole);
        };
        let backwards = matches!(span, ByteRangeSpec::FromTo(first, last) if last < first);
        if backwards || unless.is_some_and(|known| known != tag) {
            return Some(whole);
        }
        let (first, last) = span.to_satisfiable_range(size)?;
        Some(Self {
            offset: first,
            length: last - first + 1,
            part: true,
        })
    }

    /// Answer with these bytes of a file; its body is the caller's.
    pub fn response(self, tag: &str, size: u64) -> HttpResponseBuilder {
        let status = if self.part {
            StatusCode::PARTIAL_CONTENT
        } else {
            StatusCode::OK
        };
        let fixed = HeaderValue::from_static;
        let mut response = HttpResponse::build(status);
        response
            .insert_header((header::CONTENT_SECURITY_POLICY, fixed(POLICY)))
            .insert_header((header::CACHE_CONTROL, fixed("no-store, no-transform")))
            .insert_header((header::CONTENT_ENCODING, fixed("identity")))
            .insert_header((header::ACCEPT_RANGES, fixed("bytes")))
            .insert_header((header::ETAG, tag))
            .insert_header(("cross-origin-resource-policy", "same-origin"));
        if self.part {
            let last = self.offset + self.length - 1;
            let range = format!("bytes {}-{last}/{size}", self.offset);
            response.insert_header((header::CONTENT_RANGE, range));
        }
        response
    }

    /// Answer when the file has no such bytes.
    pub fn unsatisfiable(size: u64) -> HttpResponse {
        HttpResponse::RangeNotSatisfiable()
            .insert_header((header::CONTENT_RANGE, format!("bytes */{size}")))
            .finish()
    }
}
