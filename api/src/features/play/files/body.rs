//! Bytes of files in transfer: a request's body to the phone, a phone's file to the response.

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::body::SizedStream;
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
use crate::http::{ApiError, Span, attachment};

/// Bytes that may wait between a request and the phone.
pub const WAITING_MAX_BYTES: usize = 64 * 1024;
/// Timeout for the next bytes of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// Pause between two checks that the member still has the right.
const LOOK_AFTER: Duration = Duration::from_secs(1);

/// Passes a body on until it ends, stalls, or the right of its sender ends. Bytes that the phone does not take any more are read all the
/// same, so that a client that is still sending gets to read the answer.
pub async fn forward_body(
    mut body: Payload,
    to: DuplexStream,
    sender: &FileAccess,
) -> Result<(), ApiError> {
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

/// Entity tag: changes whenever the file does, as far as its length and time tell.
pub fn tag(facts: FileFacts) -> String {
    format!("\"{:x}-{:x}\"", facts.size, facts.modified_ms)
}

/// Answer with a file that is saved, not shown: its bytes are the phone's.
pub fn response(
    name: &str,
    facts: FileFacts,
    span: Span,
    reading: Reading,
    reader: FileAccess,
) -> HttpResponse {
    let fixed = HeaderValue::from_static;
    let mut response = span.response(&tag(facts), facts.size);
    response
        .insert_header((header::CONTENT_TYPE, fixed("application/octet-stream")))
        .insert_header(attachment(name));
    response.body(SizedStream::new(span.length, reader.chunks(reading)))
}

/// The access of a member to the files of a phone: it is checked again while a file is read or written.
pub struct FileAccess {
    /// State of the server.
    pub state: Data<AppState>,
    /// Actor whose right is checked.
    pub actor: Actor,
    pub phone_id: i64,
}

impl FileAccess {
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
                    tracing::debug!(phone_id = reader.phone_id, error = %causes(&fault), "read file of phone failed");
                    // This error is shown to nobody: it only cuts the connection in the middle of the file.
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
