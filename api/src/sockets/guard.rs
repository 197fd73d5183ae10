//! Filter before the codec of a socket: frames' headers are checked and counted as soon as they are read.
//!
//! The codec judges a frame's size once all of it is there, so that a frame that says to be 2^63 bytes long would be kept until memory
//! ends. This filter refuses it by its header: nothing of its payload is kept, and what still comes is thrown away.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::{Error, FromRequest, HttpRequest, HttpResponse, web};
use actix_ws::{CloseCode, Message, MessageStream, ProtocolError, Session};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tokio::time::{Duration, Instant};

use super::frames::Broken;

/// Limits of what a client may send.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Bytes of one message, in however many frames.
    pub message_max_bytes: usize,
    /// Frames in one second, pings and empty ones among them.
    pub a_second_max: u32,
}

/// RFC 6455 section 5.2, bits of a frame's first byte: final fragment, reserved bits, opcode, and the opcode's bit that marks control frames.
const FINAL: u8 = 0x80;
const RESERVED: u8 = 0x70;
const OPERATION: u8 = 0x0f;
const CONTROLS: u8 = 0x08;
/// RFC 6455 section 5.2, bits of a frame's second byte: mask and length. Two lengths say that the true one follows, in two or eight bytes.
const MASKED: u8 = 0x80;
const LENGTH: u8 = 0x7f;
const LENGTH_IN_TWO: u8 = 126;
const LENGTH_IN_EIGHT: u8 = 127;
/// Bytes of a mask, which every frame of a client has.
const MASK_BYTES: usize = 4;

const DISORDER: Broken = (CloseCode::Protocol, "not a WebSocket frame");
const TOO_LARGE: Broken = (CloseCode::Size, "message too large");
const TOO_MANY: Broken = (CloseCode::Policy, "too many messages");
const SECOND: Duration = Duration::from_secs(1);

/// Upgrades a request and bounds the frames that come in.
pub fn handle(
    request: &HttpRequest,
    body: web::Payload,
    bounds: Bounds,
) -> Result<(HttpResponse, Session, Messages), Error> {
    let broken = Rc::new(Cell::new(None));
    let guarded = Guarded {
        payload: body.into_inner(),
        headers: Some(Headers::new(bounds)),
        second: Instant::now(),
        broken: Rc::clone(&broken),
    };
    let mut guarded = Payload::from(Box::pin(guarded) as Pin<Box<dyn Stream<Item = _>>>);
    let body = web::Payload::from_request(request, &mut guarded).into_inner()?;
    let (response, session, stream) = actix_ws::handle(request, body)?;
    let stream = stream.max_frame_size(bounds.message_max_bytes);
    Ok((response, session, Messages { stream, broken }))
}

/// Reason why there is no next message.
pub enum Unread {
    /// A frame header that is not allowed: the code and reason with which the socket is closed.
    Broken(Broken),
    /// An error of the codec.
    Codec(ProtocolError),
}

/// The messages of a client whose frames are all within bounds.
pub struct Messages {
    stream: MessageStream,
    broken: Rc<Cell<Option<Broken>>>,
}

impl Messages {
    /// The next message; none when the connection ended. A broken header is returned once, after all that came before it; then nothing
    /// comes, until the client goes.
    pub async fn next(&mut self) -> Option<Result<Message, Unread>> {
        poll_fn(|cx| match self.stream.poll_next_unpin(cx) {
            Poll::Ready(came) => Poll::Ready(came.map(|message| message.map_err(Unread::Codec))),
            // `broken` was set by the stream's own poll just now, so this task was woken for it.
            Poll::Pending => match self.broken.take() {
                Some(broken) => Poll::Ready(Some(Err(Unread::Broken(broken)))),
                None => Poll::Pending,
            },
        })
        .await
    }
}

/// A connection's bytes up to the first broken header.
struct Guarded {
    payload: Payload,
    /// Parser of headers; none after a broken one: what comes then is read, so that the client hears why it is closed, and thrown away.
    headers: Option<Headers>,
    /// Start of the second in which frames are counted.
    second: Instant,
    broken: Rc<Cell<Option<Broken>>>,
}

impl Stream for Guarded {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            let mut bytes = match ready!(self.payload.poll_next_unpin(cx)) {
                Some(Ok(bytes)) => bytes,
                end => return Poll::Ready(end),
            };
            let (now, this) = (Instant::now(), &mut *self);
            let Some(headers) = &mut this.headers else {
                continue;
            };
            if now.duration_since(this.second) >= SECOND {
                this.second = now;
                headers.begin_second();
            }
            if let Err((sound, broken)) = headers.read(&bytes) {
                bytes.truncate(sound);
                this.headers = None;
                this.broken.set(Some(broken));
            }
            return Poll::Ready(Some(Ok(bytes)));
        }
    }
}

/// Meaning of the next byte.
#[derive(Clone, Copy)]
enum Awaited {
    First,
    Second {
        controls: bool,
    },
    Length {
        bytes: u8,
        so_far: u64,
    },
    /// Mask and payload that are left.
    Rest {
        bytes: usize,
    },
}

/// Parser that reads headers and skips payloads, and keeps neither.
pub struct Headers {
    bounds: Bounds,
    /// Frames that began in this second.
    in_second: u32,
    awaited: Awaited,
}

impl Headers {
    /// Parser that has read nothing yet.
    pub const fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            in_second: 0,
            awaited: Awaited::First,
        }
    }

    /// Begins to count the frames of another second.
    pub fn begin_second(&mut self) {
        self.in_second = 0;
    }

    /// Reads the connection's next bytes. When a byte makes a header broken, the error says how many bytes before it were sound.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), (usize, Broken)> {
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let read = if let Awaited::Rest { bytes: left } = self.awaited {
                left.min(bytes.len() - at)
            } else {
                1
            };
            self.awaited = self.after(*byte, read).map_err(|broken| (at, broken))?;
            at += read;
        }
        Ok(())
    }

    /// State after `byte` of a header, or after `read` bytes of a payload.
    fn after(&mut self, byte: u8, read: usize) -> Result<Awaited, Broken> {
        match self.awaited {
            Awaited::First => {
                let controls = byte & CONTROLS != 0;
                let known = matches!(byte & OPERATION, 0..=2 | 8..=10);
                if byte & RESERVED != 0 || !known || (controls && byte & FINAL == 0) {
                    return Err(DISORDER);
                }
                if self.in_second == self.bounds.a_second_max {
                    return Err(TOO_MANY);
                }
                self.in_second += 1;
                Ok(Awaited::Second { controls })
            }
            Awaited::Second { controls } => {
                let length = byte & LENGTH;
                if byte & MASKED == 0 || (controls && length >= LENGTH_IN_TWO) {
                    return Err(DISORDER);
                }
                let (bytes, so_far) = match length {
                    LENGTH_IN_TWO => (2, 0),
                    LENGTH_IN_EIGHT => (8, 0),
                    short => return self.rest(short.into()),
                };
                Ok(Awaited::Length { bytes, so_far })
            }
            Awaited::Length { bytes, so_far } => {
                let so_far = so_far << 8 | u64::from(byte);
                match bytes - 1 {
                    0 => self.rest(so_far),
                    bytes => Ok(Awaited::Length { bytes, so_far }),
                }
            }
            Awaited::Rest { bytes } if bytes > read => Ok(Awaited::Rest {
                bytes: bytes - read,
            }),
            Awaited::Rest { .. } => Ok(Awaited::First),
        }
    }

    fn rest(&self, length: u64) -> Result<Awaited, Broken> {
        match usize::try_from(length) {
            Ok(length) if length <= self.bounds.message_max_bytes => Ok(Awaited::Rest {
                bytes: MASK_BYTES + length,
            }),
            _ => Err(TOO_LARGE),
        }
    }
}
