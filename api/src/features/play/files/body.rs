//! Bytes of files in transfer: a request's body to the phone, a phone's file to the response.

use std::str::FromStr as _;
use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::body::SizedStream;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, ByteRangeSpec, HeaderValue, Range};
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
use crate::http::{ApiError, attachment};

/// Bytes that may wait between a request and the phone.
pub const WAITING_MAX_BYTES: usize = 64 * 1024;
/// Timeout for the next bytes of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// Policy of a file that is opened by itself: it runs nothing.
const POLICY: &str = "default-src 'none'; sandbox";
/// Pause between two checks that the member still has the right.
const LOOK_AFTER: Duration = Duration::from_secs(1);

/// Passes a body on until it ends, stalls, or the right of its sender ends. What the phone's side does not want any more is read all the
/// same, so that the client, still sending, reads the answer.
pub async fn pour(mut body: Payload, to: DuplexStream, sender: &Transfer) -> Result<(), ApiError> {
    let (mut to, mut looked) = (Some(to), Instant::now());
    while let Ok(Some(Ok(bytes))) = timeout(BODY_TIMEOUT, body.next()).await {
        if looked.elapsed() >= LOOK_AFTER {
            sender.look().await?;
            looked = Instant::now();
        }
        if let Some(wants) = &mut to
            && wants.write_all(&bytes).await.is_err()
        {
            to = None;
        }
    }
    Ok(())
}

/// Span of a file's bytes that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Offset of the first byte.
    pub offset: u64,
    /// Number of bytes.
    pub length: u64,
    /// Whether the client asked for a part.
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
}

/// Entity tag: changes whenever the file does, as far as its length and time tell.
pub fn tag(facts: FileFacts) -> String {
    format!("\"{:x}-{:x}\"", facts.size, facts.modified_ms)
}

/// Answer when the file has no such bytes.
pub fn unsatisfiable(facts: FileFacts) -> HttpResponse {
    HttpResponse::RangeNotSatisfiable()
        .insert_header((header::CONTENT_RANGE, format!("bytes */{}", facts.size)))
        .finish()
}

/// Answer with a file that is saved, not shown: its bytes are the phone's.
pub fn response(
    name: &str,
    facts: FileFacts,
    span: Span,
    reading: Reading,
    reader: Transfer,
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
        .insert_header(attachment(name))
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

/// Member who reads or sends a file, and the phone.
pub struct Transfer {
    /// State of the server.
    pub state: Data<AppState>,
    /// Actor whose right is checked.
    pub actor: Actor,
    /// Phone's id.
    pub phone_id: i64,
}

impl Transfer {
    /// Chunks of the file, for as long as the right lasts.
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
                    // The error has no reader: the connection ends in the middle of the file.
                    Err(ApiError::Refused(codes::FILE_NO_ANSWER).into())
                }
            }
        })
    }

    /// Checks that the member still has the right.
    pub async fn look(&self) -> Result<(), ApiError> {
        let (store, now_ms) = (&self.state.engine.store, self.state.now_ms());
        store::play::may_move(store, &self.actor, self.phone_id, now_ms).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
