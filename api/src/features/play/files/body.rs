//! Bytes of files on their way: a request's body to the phone, a phone's file to the response.

use std::fmt::Write as _;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{Data, Payload};
use bytes::Bytes;
use causes::causes;
use domain::codes;
use fleet::{FileFacts, Reading};
use futures_util::{StreamExt as _, stream};
use store::session::Actor;
use tokio::io::{AsyncWriteExt as _, DuplexStream};
use tokio::time::{Instant, timeout};

use crate::AppState;
use crate::http::ApiError;

/// What waits between a request and the phone.
pub const WAITING_MAX_BYTES: usize = 64 * 1024;
/// For the next bytes of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// Opened by itself it runs nothing.
const POLICY: &str = "default-src 'none'; sandbox";
/// Between two looks whether its reader still has the right.
const LOOK_AFTER: Duration = Duration::from_secs(1);

/// Passes a body on until it ends, or stalls. What the phone's side does not want any more is read all the same, so that the client, still
/// sending, reads the answer.
pub async fn pour(mut body: Payload, to: DuplexStream) {
    let mut to = Some(to);
    while let Ok(Some(Ok(bytes))) = timeout(BODY_TIMEOUT, body.next()).await {
        if let Some(wants) = &mut to
            && wants.write_all(&bytes).await.is_err()
        {
            to = None;
        }
    }
}

/// Which bytes of a file go out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first one.
    pub offset: u64,
    /// How many.
    pub length: u64,
    /// Whether they were asked for as a part.
    pub part: bool,
}

impl Span {
    /// Reads `Range` and `If-Range`: one span of bytes, or the whole. `None` when the file has no such bytes.
    pub fn parse(range: Option<&str>, unless: Option<&str>, tag: &str, size: u64) -> Option<Self> {
        let whole = Self {
            offset: 0,
            length: size,
            part: false,
        };
        let spans = range.and_then(|text| text.strip_prefix("bytes="));
        // What is not understood is left out, as the protocol says; several spans would need another kind of answer.
        let Some((first, last)) = spans.and_then(|text| text.split_once('-')) else {
            return Some(whole);
        };
        if unless.is_some_and(|known| known != tag) || last.contains(',') {
            return Some(whole);
        }
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let (offset, end) = match (number(first), number(last)) {
            (Some(first), Some(last)) if last >= first => (first, last.saturating_add(1).min(size)),
            (Some(first), None) if last.trim().is_empty() => (first, size),
            (None, Some(count)) if first.trim().is_empty() && count > 0 => {
                (size.saturating_sub(count), size)
            }
            _ => return Some(whole),
        };
        (offset < end).then_some(Self {
            offset,
            length: end - offset,
            part: true,
        })
    }
}

/// Changes whenever the file does, as far as its length and time tell.
pub fn tag(facts: FileFacts) -> String {
    format!("\"{:x}-{:x}\"", facts.size, facts.modified_ms)
}

/// The bytes that were asked for are not there.
pub fn unsatisfiable(facts: FileFacts) -> HttpResponse {
    HttpResponse::RangeNotSatisfiable()
        .insert_header((header::CONTENT_RANGE, format!("bytes */{}", facts.size)))
        .finish()
}

/// A file that is saved, not shown: its bytes are the phone's.
pub fn response(
    name: &str,
    facts: FileFacts,
    span: Span,
    reading: Reading,
    reader: Reader,
) -> HttpResponse {
    let status = if span.part {
        StatusCode::PARTIAL_CONTENT
    } else {
        StatusCode::OK
    };
    let fixed = HeaderValue::from_static;
    let mut response = HttpResponse::build(status);
    response
        .insert_header((header::CONTENT_TYPE, fixed("application/octet-stream")))
        .insert_header((header::CONTENT_DISPOSITION, attachment(name)))
        .insert_header((header::CONTENT_SECURITY_POLICY, fixed(POLICY)))
        .insert_header((header::CACHE_CONTROL, fixed("no-store, no-transform")))
        .insert_header((header::CONTENT_ENCODING, fixed("identity")))
        .insert_header((header::ACCEPT_RANGES, fixed("bytes")))
        .insert_header((header::ETAG, tag(facts)))
        .insert_header(("cross-origin-resource-policy", "same-origin"));
    if span.part {
        let last = span.offset + span.length - 1;
        let range = format!("bytes {}-{last}/{}", span.offset, facts.size);
        response.insert_header((header::CONTENT_RANGE, range));
    }
    response.body(SizedStream::new(span.length, reader.chunks(reading)))
}

/// Who reads, and from which phone.
pub struct Reader {
    /// The server.
    pub state: Data<AppState>,
    /// The member.
    pub actor: Actor,
    /// The phone.
    pub phone_id: i64,
}

impl Reader {
    /// The file's chunks, for as long as the right lasts.
    fn chunks(
        self,
        reading: Reading,
    ) -> impl futures_core::Stream<Item = Result<Bytes, actix_web::Error>> {
        let begun = (self, reading, Instant::now());
        stream::try_unfold(begun, async |(reader, mut reading, mut looked)| {
            if looked.elapsed() >= LOOK_AFTER {
                reader.look().await?;
                looked = Instant::now();
            }
            match reading.chunk().await {
                Ok(chunk) => {
                    Ok::<_, actix_web::Error>(chunk.map(|chunk| (chunk, (reader, reading, looked))))
                }
                Err(fault) => {
                    tracing::debug!(reader.phone_id, error = %causes(&fault), "read file of phone failed");
                    // Nobody reads it: the connection ends in the middle of the file.
                    Err(ApiError::Refused(codes::FILE_NO_ANSWER).into())
                }
            }
        })
    }

    async fn look(&self) -> Result<(), ApiError> {
        let (store, now_ms) = (&self.state.engine.store, self.state.now_ms());
        store::play::may_move(store, &self.actor, self.phone_id, now_ms).await?;
        Ok(())
    }
}

/// A file's name as every browser takes it (RFC 6266): what is not ASCII as RFC 5987 writes it, and a plain name for the oldest.
fn attachment(name: &str) -> String {
    let plain: String = (name.chars())
        .map(|c| {
            if c.is_ascii_alphanumeric() || " ._-()".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    let mut exact = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte) {
            exact.push(byte as char);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(exact, "%{byte:02X}");
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{exact}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_written_for_old_and_new_browsers() {
        assert_eq!(
            attachment("照 \"a\";b.txt"),
            "attachment; filename=\"_ _a__b.txt\"; filename*=UTF-8''%E7%85%A7%20%22a%22%3Bb.txt"
        );
        assert!(!attachment("a\r\nx: y").contains(['\r', '\n']));
    }

    #[test]
    fn one_span_of_bytes_is_read_and_nothing_else() {
        let span =
            |range| Span::parse(range, None, "\"t\"", 10).map(|s| (s.offset, s.length, s.part));
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
        assert_eq!(Span::parse(Some("bytes=0-"), None, "\"t\"", 0), None);
    }

    #[test]
    fn a_part_of_another_version_is_the_whole() {
        let part = |unless| Span::parse(Some("bytes=4-"), Some(unless), "\"t\"", 10);
        assert!(part("\"t\"").is_some_and(|span| span.part));
        assert!(part("\"u\"").is_some_and(|span| !span.part && span.length == 10));
    }
}
