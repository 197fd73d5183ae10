//! What every socket does, whatever it carries: limits of what comes in, pings, silence, and closing.

use std::io::ErrorKind;
use std::time::Duration;

use actix_web::{Error, HttpRequest, HttpResponse, web};
use actix_ws::{CloseCode, CloseReason, Message, ProtocolError, Session};
use bytes::Bytes;
use tokio::time::{Instant, timeout};

use super::farewell::{self, Farewell};
use super::frames::{Pieces, Whole};
use super::guard::{self, Messages, Unread};

/// A browser that takes no message for so long is gone.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
/// Between two pings of the socket itself.
const PING_EVERY: Duration = Duration::from_secs(15);
/// Without any message for so long, the browser is gone.
const SILENCE_MAX: Duration = Duration::from_secs(45);
/// After a close, the browser's answer is awaited for so long.
const LINGER: Duration = Duration::from_secs(1);
/// How often time passes.
const TICK: Duration = Duration::from_millis(500);

/// The browser left, or was lost: nothing can be said to it any more.
pub struct Left {
    /// It closed the socket itself.
    pub wilfully: bool,
}

/// Why a message ends the socket.
pub enum Stop {
    /// The browser is gone.
    Left(Left),
    /// It broke the protocol: this code and reason.
    Broken(CloseCode, &'static str),
}

impl Stop {
    fn lost() -> Self {
        Self::Left(Left { wilfully: false })
    }
}

/// One thing that came in.
pub enum Came {
    /// A whole binary message.
    Bytes(Bytes),
    /// A whole text message.
    Text(String),
    /// Nothing: time passed.
    Tick,
}

/// How much a client may say.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Bytes of one message, in however many frames.
    pub message_max_bytes: usize,
    /// Frames in one second, pings and empty ones among them.
    pub a_second_max: u32,
}

/// An upgraded socket.
pub struct Upkeep {
    session: Session,
    messages: Messages,
    pieces: Pieces,
    heard: Instant,
    pinged: Instant,
    tick: tokio::time::Interval,
    /// The last that goes: with it, the connection.
    _farewell: Farewell,
}

impl Upkeep {
    /// Upgrades a request. Whether it may be is the caller's question.
    pub fn open(
        request: &HttpRequest,
        body: web::Payload,
        bounds: Bounds,
    ) -> Result<(HttpResponse, Self), Error> {
        let (response, session, messages) = guard::handle(request, body, bounds)?;
        let (response, farewell) = Farewell::attach(request, response);
        let now = Instant::now();
        let upkeep = Self {
            session,
            messages,
            pieces: Pieces::new(bounds.message_max_bytes),
            heard: now,
            pinged: now,
            tick: tokio::time::interval(TICK),
            _farewell: farewell,
        };
        Ok((response, upkeep))
    }

    /// Sends a binary message. A browser that does not take it in time is gone.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> Result<(), Left> {
        in_time(self.session.binary(bytes)).await
    }

    /// Sends a text. A browser that does not take it in time is gone.
    pub async fn send_text(&mut self, text: String) -> Result<(), Left> {
        in_time(self.session.text(text)).await
    }

    /// The next message, or the passing of time. Answers pings, watches for silence.
    pub async fn next(&mut self) -> Result<Came, Stop> {
        loop {
            tokio::select! {
                message = self.messages.next() => {
                    if let Some(came) = self.receive(message).await? {
                        return Ok(came);
                    }
                }
                _ = self.tick.tick() => {
                    self.keep_alive().await?;
                    return Ok(Came::Tick);
                }
            }
        }
    }

    async fn receive(
        &mut self,
        message: Option<Result<Message, Unread>>,
    ) -> Result<Option<Came>, Stop> {
        self.heard = Instant::now();
        match message {
            Some(Ok(Message::Binary(bytes))) => Ok(Some(Came::Bytes(bytes))),
            Some(Ok(Message::Text(text))) => Ok(Some(Came::Text(text.to_string()))),
            Some(Ok(Message::Continuation(piece))) => match self.pieces.add(piece) {
                Ok(None) => Ok(None),
                Ok(Some(Whole::Bytes(bytes))) => Ok(Some(Came::Bytes(bytes))),
                Ok(Some(Whole::Text(text))) => Ok(Some(Came::Text(text))),
                Err((code, words)) => Err(Stop::Broken(code, words)),
            },
            Some(Ok(Message::Ping(echo))) => {
                in_time(self.session.pong(&echo))
                    .await
                    .map_err(Stop::Left)?;
                Ok(None)
            }
            Some(Ok(Message::Pong(_) | Message::Nop)) => Ok(None),
            Some(Ok(Message::Close(reason))) => {
                // Each Close is answered, or browsers tell their page of a lost connection (RFC 6455, 5.5.1).
                let answer = farewell::answer(reason);
                let _ = in_time(self.session.clone().close(answer)).await;
                Err(Stop::Left(Left { wilfully: true }))
            }
            Some(Err(Unread::Broken((code, words)))) => Err(Stop::Broken(code, words)),
            Some(Err(Unread::Codec(ProtocolError::Io(error)))) => match error.kind() {
                ErrorKind::InvalidData => Err(Stop::Broken(CloseCode::Invalid, "not a text")),
                _ => Err(Stop::lost()),
            },
            Some(Err(Unread::Codec(_))) => {
                Err(Stop::Broken(CloseCode::Protocol, "frames out of order"))
            }
            None => Err(Stop::lost()),
        }
    }

    async fn keep_alive(&mut self) -> Result<(), Stop> {
        let now = Instant::now();
        if now.duration_since(self.heard) > SILENCE_MAX {
            return Err(Stop::lost());
        }
        if now.duration_since(self.pinged) >= PING_EVERY {
            self.pinged = now;
            in_time(self.session.ping(b"")).await.map_err(Stop::Left)?;
        }
        Ok(())
    }

    /// Closes with a code and a reason.
    pub async fn close(mut self, code: CloseCode, words: &str) {
        let reason = CloseReason {
            code,
            description: Some(words.to_owned()),
        };
        let _ = timeout(SEND_TIMEOUT, self.session.close(Some(reason))).await;
        // What the browser still sends is read for a moment: were it not, the connection would be reset, and the reason lost with it.
        let _ = timeout(LINGER, async {
            while let Some(message) = self.messages.next().await {
                if matches!(message, Ok(Message::Close(_))) {
                    break;
                }
            }
        })
        .await;
    }
}

async fn in_time(sending: impl Future<Output = Result<(), actix_ws::Closed>>) -> Result<(), Left> {
    match timeout(SEND_TIMEOUT, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Left { wilfully: false }),
    }
}
