//! `/app-api/trade/phone-link/clip/**`: what the page of a link to a clip asks for.

use std::io::SeekFrom;

use actix_web::body::SizedStream;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get, post};
use bytes::{Bytes, BytesMut};
use causes::causes;
use domain::codes;
use domain::play::EndReason;
use futures_util::stream;
use serde::Serialize;
use store::play::Ticket;
use store::sharing::links;
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Member, Span, kept_clip};

/// Bytes that are read from the disk at once, for each player.
const CHUNK_BYTES: usize = 64 * 1024;

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(create_clip_ticket).service(play_clip);
}

/// Address of a page's clip, behind this server's origin.
pub fn clip_path(state: &AppState, page_id: i64) -> String {
    let base = state.base.as_str();
    format!("{base}/app-api/trade/phone-link/clip/{page_id}")
}

/// A ticket of the socket of a page that plays a clip.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClipTicketView {
    /// For the `token` of `/websocket/clip`, once.
    ticket: String,
    /// Time when it ends, Unix milliseconds.
    expires_ms: i64,
}

impl From<Ticket> for ClipTicketView {
    fn from(ticket: Ticket) -> Self {
        Self {
            ticket: ticket.text,
            expires_ms: ticket.expires_ms,
        }
    }
}

/// A ticket of the socket of my page, which plays a clip
///
/// While `/websocket/clip` is open the page counts among those of its link, and its clip is sent. It is closed with 4403 when the link ends,
/// and with 4429 when as many pages as may are open. For the session of a page that a link to a clip opened; 404 for every other.
#[utoipa::path(
    tag = "sharing",
    operation_id = "create_clip_ticket",
    responses((status = 200, description = "A ticket; or 401, 404", body = Answer<ClipTicketView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("phones:control"))),
)]
#[post("/app-api/trade/phone-link/clip/ticket")]
async fn create_clip_ticket(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Answer<ClipTicketView>, ApiError> {
    let ticket = links::clip_ticket(&state.engine.store, &actor, state.now_ms()).await?;
    let ticket = ticket.ok_or(ApiError::Refused(codes::NOT_FOUND))?;
    Ok(Answer::ok(ticket.into()))
}

/// The bytes of the clip of a page
///
/// By the cookie that `open_share_link` set at this address, while the page's socket is open. `Range` and `If-Range` are understood. The answer
/// breaks off when the link ends.
#[utoipa::path(
    tag = "sharing",
    operation_id = "play_clip",
    params(("page" = i64, Path, description = "The page's number, from its address")),
    responses(
        (status = 200, description = "The clip", content_type = "video/mp4", body = Vec<u8>),
        (status = 206, description = "A part of it", content_type = "video/mp4", body = Vec<u8>),
        (
            status = 404,
            description = "No page plays anything here, whether there never was one or its link ended",
        ),
        (status = 416, description = "It has no such bytes"),
    ),
    extensions(("x-level" = json!("anon")), ("x-scope" = json!("none"))),
)]
#[get("/app-api/trade/phone-link/clip/{page}")]
async fn play_clip(
    state: Data<AppState>,
    page: Path<i64>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (page_id, engine) = (page.into_inner(), &state.engine);
    let clip = match kept_clip(&state, &request) {
        Some(token) => links::clip(&engine.store, (token, page_id), state.now_ms()).await?,
        None => None,
    };
    let Some((sha256, end)) = clip.zip(engine.screen_sockets.end_of(page_id)) else {
        return Ok(HttpResponse::NotFound().finish());
    };
    let fault = |error: std::io::Error| ApiError::Fault(Box::new(error));
    let (mut file, size) = engine.open_content(&sha256).await.map_err(fault)?;
    let tag = format!("\"{sha256}\"");
    let Some(span) = Span::of(&request, &tag, size) else {
        return Ok(Span::unsatisfiable(size));
    };
    file.seek(SeekFrom::Start(span.offset))
        .await
        .map_err(fault)?;
    let playing = Playing {
        file,
        left: span.length,
        end,
    };
    Ok(span
        .response(&tag, size)
        .insert_header((header::CONTENT_TYPE, "video/mp4"))
        .body(SizedStream::new(span.length, playing.chunks())))
}

/// A part of a clip on its way.
struct Playing {
    file: File,
    /// Bytes that are still to come.
    left: u64,
    end: watch::Receiver<Option<EndReason>>,
}

impl Playing {
    /// Chunks of the clip, for as long as the page's socket is open.
    fn chunks(self) -> impl futures_core::Stream<Item = Result<Bytes, actix_web::Error>> {
        stream::try_unfold(self, async |mut playing| {
            if playing.left == 0 {
                return Ok(None);
            }
            // The page's socket has closed, or was told to close.
            if playing.end.has_changed().is_err() || playing.end.borrow().is_some() {
                return Err(ApiError::Refused(codes::NOT_FOUND).into());
            }
            match playing.chunk().await {
                Ok(chunk) => Ok::<_, actix_web::Error>(Some((chunk, playing))),
                Err(error) => {
                    tracing::warn!(error = %causes(&error), "read clip failed");
                    Err(ApiError::Refused(codes::NOT_FOUND).into())
                }
            }
        })
    }

    async fn chunk(&mut self) -> std::io::Result<Bytes> {
        let most = usize::try_from(self.left).map_or(CHUNK_BYTES, |left| left.min(CHUNK_BYTES));
        let mut chunk = BytesMut::zeroed(most);
        let read = self.file.read(&mut chunk).await?;
        if read == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        chunk.truncate(read);
        self.left -= read as u64;
        Ok(chunk.freeze())
    }
}
