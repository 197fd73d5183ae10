//! What both sockets do alike: upgrade, send without being held up, stay alive, say why they end.

use std::time::Duration;

use actix_web::error::ErrorForbidden;
use actix_web::{Error, HttpRequest, HttpResponse, web};
use actix_ws::{
    AggregatedMessage, AggregatedMessageStream, CloseCode, CloseReason, ProtocolError, Session,
};
use bytes::Bytes;
use domain::play::{EndReason, Event, INPUT_MAX_BYTES};
use tokio::time::{Instant, timeout};

use super::lane::Pictures;
use crate::AppState;
use crate::http::same_origin;

/// A browser that takes no message for so long is gone.
const SEND_PATIENCE: Duration = Duration::from_secs(5);
/// Between two pings of the socket itself.
const PING_EVERY: Duration = Duration::from_secs(15);
/// Without any message for so long, the browser is gone.
const SILENCE_MAX: Duration = Duration::from_secs(45);
/// Messages a second beyond which nobody types or draws.
const MESSAGES_A_SECOND_MAX: u32 = 2000;

/// The browser left, or was lost: nothing can be said to it any more.
pub struct Left {
    /// It closed the socket itself.
    pub wilfully: bool,
}

/// One thing that came in.
pub enum Incoming {
    /// A whole message.
    Message(Bytes),
    /// Nothing: time passed.
    Tick,
}

/// An upgraded socket.
pub struct Door {
    session: Session,
    messages: AggregatedMessageStream,
    pictures: Pictures,
    heard: Instant,
    pinged: Instant,
    second: Instant,
    in_second: u32,
    tick: tokio::time::Interval,
}

/// Why a message ends the socket.
pub enum Stop {
    /// The browser is gone.
    Left(Left),
    /// It broke the protocol: this code and reason.
    Broken(CloseCode, &'static str),
}

impl Door {
    /// Upgrades a request of our own pages.
    pub fn open(
        request: &HttpRequest,
        body: web::Payload,
        state: &AppState,
    ) -> Result<(HttpResponse, Self), Error> {
        if !same_origin(request, state) {
            return Err(ErrorForbidden(
                "sockets are opened by this server's own pages",
            ));
        }
        let (response, session, messages) = actix_ws::handle(request, body)?;
        let pictures = Pictures::default();
        let now = Instant::now();
        let door = Self {
            session,
            messages: messages
                .max_frame_size(INPUT_MAX_BYTES)
                .aggregate_continuations()
                .max_continuation_size(INPUT_MAX_BYTES),
            pictures: pictures.clone(),
            heard: now,
            pinged: now,
            second: now,
            in_second: 0,
            tick: tokio::time::interval(Duration::from_millis(500)),
        };
        Ok((pictures.attach(response), door))
    }

    /// The pictures that go out.
    pub fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// Sends an event. A browser that does not take it in time is gone.
    pub async fn send(&mut self, slot: u16, event: &Event) -> Result<(), Left> {
        let lost = Left { wilfully: false };
        match timeout(SEND_PATIENCE, self.session.binary(event.encode(slot))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(lost),
        }
    }

    /// The next message, or the passing of time. Answers pings, watches for silence and floods.
    pub async fn next(&mut self) -> Result<Incoming, Stop> {
        loop {
            tokio::select! {
                message = self.messages.recv() => {
                    if let Some(bytes) = self.receive(message).await? {
                        return Ok(Incoming::Message(bytes));
                    }
                }
                _ = self.tick.tick() => {
                    self.keep_alive().await?;
                    return Ok(Incoming::Tick);
                }
            }
        }
    }

    async fn receive(
        &mut self,
        message: Option<Result<AggregatedMessage, ProtocolError>>,
    ) -> Result<Option<Bytes>, Stop> {
        let lost = || Stop::Left(Left { wilfully: false });
        let now = Instant::now();
        self.heard = now;
        if now.duration_since(self.second) >= Duration::from_secs(1) {
            (self.second, self.in_second) = (now, 0);
        }
        self.in_second += 1;
        if self.in_second > MESSAGES_A_SECOND_MAX {
            return Err(Stop::Broken(CloseCode::Policy, "too many messages"));
        }
        match message {
            Some(Ok(AggregatedMessage::Binary(bytes))) => Ok(Some(bytes)),
            Some(Ok(AggregatedMessage::Text(_))) => Err(Stop::Broken(
                CloseCode::Other(4400),
                "text is not spoken here",
            )),
            Some(Ok(AggregatedMessage::Ping(echo))) => {
                let pong = timeout(SEND_PATIENCE, self.session.pong(&echo)).await;
                pong.map_err(|_| lost())?.map_err(|_| lost())?;
                Ok(None)
            }
            Some(Ok(AggregatedMessage::Pong(_))) => Ok(None),
            Some(Ok(AggregatedMessage::Close(_))) => Err(Stop::Left(Left { wilfully: true })),
            Some(Err(ProtocolError::Overflow)) => {
                Err(Stop::Broken(CloseCode::Size, "message too large"))
            }
            Some(Err(ProtocolError::Io(_))) | None => Err(lost()),
            Some(Err(_)) => Err(Stop::Broken(CloseCode::Protocol, "not a WebSocket message")),
        }
    }

    async fn keep_alive(&mut self) -> Result<(), Stop> {
        let lost = || Stop::Left(Left { wilfully: false });
        let now = Instant::now();
        if now.duration_since(self.heard) > SILENCE_MAX {
            return Err(lost());
        }
        if now.duration_since(self.pinged) >= PING_EVERY {
            self.pinged = now;
            let ping = timeout(SEND_PATIENCE, self.session.ping(b"")).await;
            ping.map_err(|_| lost())?.map_err(|_| lost())?;
        }
        Ok(())
    }

    /// Says why, then closes. No picture goes out any more.
    pub async fn end(mut self, reason: EndReason, detail: u32) {
        self.pictures.clear();
        let _ = self.send(0, &Event::Ended { reason, detail }).await;
        self.close(close_code(reason), reason.name()).await;
    }

    /// Closes for a broken message.
    pub async fn refuse(mut self, code: CloseCode, words: &'static str) {
        self.pictures.clear();
        let _ = self
            .send(
                0,
                &Event::Ended {
                    reason: EndReason::BadMessage,
                    detail: 0,
                },
            )
            .await;
        self.close(code, words).await;
    }

    async fn close(self, code: CloseCode, words: &str) {
        let reason = CloseReason {
            code,
            description: Some(words.to_owned()),
        };
        let _ = timeout(SEND_PATIENCE, self.session.close(Some(reason))).await;
    }
}

/// What programs read.
const fn close_code(reason: EndReason) -> CloseCode {
    match reason {
        EndReason::JoinFailed => CloseCode::Other(4401),
        EndReason::Expired | EndReason::Recalled | EndReason::SignedOut => CloseCode::Other(4403),
        EndReason::Occupied | EndReason::Elsewhere => CloseCode::Other(4409),
        EndReason::BadMessage => CloseCode::Other(4400),
        EndReason::ServerStopping => CloseCode::Away,
        EndReason::Idle
        | EndReason::Offline
        | EndReason::StreamLeft
        | EndReason::NotRetrieved
        | EndReason::Status
        | EndReason::NoPicture => CloseCode::Normal,
    }
}
