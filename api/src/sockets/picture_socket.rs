//! Shared part of both picture sockets: events in, messages out, and saying why they end.

use actix_web::{Error, HttpRequest, HttpResponse, web};
use actix_ws::CloseCode;
use bytes::Bytes;
use domain::play::{EndReason, Event, INPUT_MAX_BYTES};

use super::guard::Bounds;
use super::picture_stream::Pictures;
use super::web_socket::{Received, WebSocket};

pub use super::web_socket::{Left, Stop};

/// Limits of what a client may send: more than anybody's typing or drawing makes.
const BOUNDS: Bounds = Bounds {
    message_max_bytes: INPUT_MAX_BYTES,
    a_second_max: 2000,
};

/// An incoming message, or a tick.
pub enum ReceivedBinary {
    /// A whole message.
    Message(Bytes),
    /// No message: time passed.
    Tick,
}

/// An upgraded socket with pictures.
pub struct PictureSocket {
    web_socket: WebSocket,
    pictures: Pictures,
}

impl PictureSocket {
    /// Upgrades a request. The caller has checked it with [`super::entry::Handshake::admit`].
    pub fn open(request: &HttpRequest, body: web::Payload) -> Result<(HttpResponse, Self), Error> {
        let (response, web_socket) = WebSocket::open(request, body, BOUNDS)?;
        let pictures = Pictures::default();
        let socket = Self {
            web_socket,
            pictures: pictures.clone(),
        };
        Ok((pictures.attach(response), socket))
    }

    /// Pictures on their way to the client.
    pub fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    /// Sends an event. A browser that does not take it in time is gone.
    pub async fn send(&mut self, slot: u16, event: &Event) -> Result<(), Left> {
        self.web_socket.send_bytes(event.encode(slot)).await
    }

    /// The next message, or the passing of time.
    pub async fn next(&mut self) -> Result<ReceivedBinary, Stop> {
        match self.web_socket.next().await? {
            Received::Bytes(bytes) => Ok(ReceivedBinary::Message(bytes)),
            Received::Tick => Ok(ReceivedBinary::Tick),
            Received::Text(_) => Err(Stop::Broken(
                CloseCode::Other(4400),
                "text is not spoken here",
            )),
        }
    }

    /// Sends the reason, then closes. No picture goes out any more.
    pub async fn end(mut self, reason: EndReason, detail: u32) {
        self.pictures.clear();
        let _ = self.send(0, &Event::Ended { reason, detail }).await;
        self.web_socket
            .close(close_code(reason), reason.into_str())
            .await;
    }

    /// Closes because of a broken message.
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
        self.web_socket.close(code, words).await;
    }
}

/// Close code for a reason, for programs.
const fn close_code(reason: EndReason) -> CloseCode {
    match reason {
        EndReason::JoinFailed => CloseCode::Other(4401),
        EndReason::Expired
        | EndReason::Recalled
        | EndReason::Left
        | EndReason::Lowered
        | EndReason::SignedOut
        | EndReason::TimeUp => CloseCode::Other(4403),
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
