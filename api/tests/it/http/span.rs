//! A part of a file, as a request asks for it by its headers.

use actix_web::http::{StatusCode, header};
use actix_web::test::TestRequest;
use api::internal::Span;

/// Tag of the file's version.
const TAG: &str = "\"t\"";

/// Span that `Range` and `If-Range` ask for, of a file of `size` bytes.
fn asked(range: Option<&str>, unless: Option<&str>, size: u64) -> Option<Span> {
    let mut request = TestRequest::default();
    if let Some(range) = range {
        request = request.insert_header((header::RANGE, range));
    }
    if let Some(unless) = unless {
        request = request.insert_header((header::IF_RANGE, unless));
    }
    Span::of(&request.to_http_request(), TAG, size)
}

/// Whether the answer with a span of a file of ten bytes says that it is a part of it.
fn is_part(span: Span) -> bool {
    let answer = span.response(TAG, 10).finish();
    let part = answer.status() == StatusCode::PARTIAL_CONTENT;
    assert_eq!(answer.headers().contains_key(header::CONTENT_RANGE), part);
    part
}

#[test]
fn one_span_of_bytes_is_read_and_nothing_else() {
    let span = |range| asked(range, None, 10).map(|s| (s.offset, s.length, is_part(s)));
    for (range, wanted) in [
        (None, Some((0, 10, false))),
        (Some("bytes=0-"), Some((0, 10, true))),
        (Some("bytes=4-"), Some((4, 6, true))),
        (Some("bytes=4-5"), Some((4, 2, true))),
        (Some("bytes=9-99"), Some((9, 1, true))),
        (Some("bytes=-3"), Some((7, 3, true))),
        (Some("bytes=-99"), Some((0, 10, true))),
        (Some("bytes=10-"), None),
        (Some("bytes=5-4"), Some((0, 10, false))),
        (Some("bytes=0-1,3-4"), Some((0, 10, false))),
        (Some("lines=0-1"), Some((0, 10, false))),
        (Some("bytes=x-"), Some((0, 10, false))),
    ] {
        assert_eq!(span(range), wanted, "{range:?}");
    }
    assert_eq!(asked(Some("bytes=0-"), None, 0), None);
}

#[test]
fn a_part_of_another_version_is_the_whole() {
    let part = |unless| asked(Some("bytes=4-"), Some(unless), 10);
    assert!(part(TAG).is_some_and(is_part));
    assert!(part("\"u\"").is_some_and(|span| !is_part(span) && span.length == 10));
}
