//! Shared part of every socket, whatever it carries: limits of what comes in, pings, silence, and closing.

use std::io::ErrorKind;
use std::time::Duration;

use actix_web::{Error, HttpRequest, HttpResponse, web};
use actix_ws::{CloseCode, CloseReason, Message, ProtocolError, Session};
use bytes::Bytes;
use tokio::time::{Instant, timeout};

use super::closing_handshake::{self, ClosingHandshake};
use super::frames::{self, Reassembler};
use super::guard::{self, Bounds, Messages, Unread};

/// Time after which a browser that takes no message is gone.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);
/// Pause between two pings.
const PING_EVERY: Duration = Duration::from_secs(15);
/// Time after which a browser that sends no message is gone.
const SILENCE_MAX: Duration = Duration::from_secs(45);
/// Time to wait for the browser's answer to a close.
const LINGER: Duration = Duration::from_secs(1);
/// Interval of ticks.
const TICK: Duration = Duration::from_millis(500);

/// The connection is over: the browser closed it, or was lost, and nothing can be sent any more.
pub struct Left {
    /// Whether the browser closed the socket itself.
    pub wilfully: bool,
}

/// Reason why no further message comes.
pub enum Stop {
    /// The browser is gone.
    Left(Left),
    /// A breach of the protocol: close code and reason.
    Broken(CloseCode, &'static str),
}

impl Stop {
    fn lost() -> Self {
        Self::Left(Left { wilfully: false })
    }
}

/// An incoming message, or a tick.
pub enum Received {
    /// A whole binary message.
    Bytes(Bytes),
    /// A whole text message.
    Text(String),
    /// No message: time passed.
    Tick,
}

/// An upgraded socket.
pub struct WebSocket {
    session: Session,
    messages: Messages,
    reassembler: Reassembler,
    heard: Instant,
    pinged: Instant,
    tick: tokio::time::Interval,
    /// End of the connection; last field, so that it is dropped last.
    _closing_handshake: ClosingHandshake,
}

impl WebSocket {
    /// Upgrades a request. The caller has checked it.
    pub fn open(
        request: &HttpRequest,
        body: web::Payload,
        bounds: Bounds,
    ) -> Result<(HttpResponse, Self), Error> {
        let (response, session, messages) = guard::handle(request, body, bounds)?;
        let (response, closing_handshake) = ClosingHandshake::attach(request, response);
        let now = Instant::now();
        let web_socket = Self {
            session,
            messages,
            reassembler: Reassembler::new(bounds.message_max_bytes),
            heard: now,
            pinged: now,
            tick: tokio::time::interval(TICK),
            _closing_handshake: closing_handshake,
        };
        Ok((response, web_socket))
    }

    /// Sends a binary message. A browser that does not take it in time is gone.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> Result<(), Left> {
        in_time(self.session.binary(bytes)).await
    }

    /// Sends a text. A browser that does not take it in time is gone.
    pub async fn send_text(&mut self, text: String) -> Result<(), Left> {
        in_time(self.session.text(text)).await
    }

    /// The next message or tick. Pings are answered meanwhile, and a browser that is silent for too long is lost.
    pub async fn next(&mut self) -> Result<Received, Stop> {
        loop {
            tokio::select! {
                message = self.messages.next() => {
                    if let Some(received) = self.receive(message).await? {
                        return Ok(received);
                    }
                }
                _ = self.tick.tick() => {
                    self.keep_alive().await?;
                    return Ok(Received::Tick);
                }
            }
        }
    }

    async fn receive(
        &mut self,
        message: Option<Result<Message, Unread>>,
    ) -> Result<Option<Received>, Stop> {
        self.heard = Instant::now();
        match message {
            Some(Ok(Message::Binary(bytes))) => Ok(Some(Received::Bytes(bytes))),
            Some(Ok(Message::Text(text))) => Ok(Some(Received::Text(text.to_string()))),
            Some(Ok(Message::Continuation(piece))) => match self.reassembler.add(piece) {
                Ok(None) => Ok(None),
                Ok(Some(frames::Message::Bytes(bytes))) => Ok(Some(Received::Bytes(bytes))),
                Ok(Some(frames::Message::Text(text))) => Ok(Some(Received::Text(text))),
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
                let answer = closing_handshake::answer(reason);
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
        // The browser's last messages are read for a moment: otherwise the connection would be reset, and the reason lost with it.
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
