//! A socket as a page of the server opens it.

use domain::play::{ClientMessage, Event};
use eventually::LIMIT;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A picture socket.
pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub async fn send(&mut self, message: &(impl Clone + Into<ClientMessage>), epoch: u32) {
        self.put(message, 0, epoch).await;
    }

    /// A message about one phone of a deck, or for all that follow.
    pub async fn send_to(&mut self, slot: u16, message: &(impl Clone + Into<ClientMessage>)) {
        self.put(message, slot, 0).await;
    }

    async fn put(&mut self, message: &(impl Clone + Into<ClientMessage>), slot: u16, epoch: u32) {
        let bytes = message.clone().into().encode_on(None, slot, epoch);
        self.raw(Message::binary(bytes)).await;
    }

    pub async fn raw(&mut self, message: Message) {
        self.0.send(message).await.expect("the socket takes it");
    }

    /// Sends a message to a socket that may have been closed meanwhile.
    pub async fn try_raw(&mut self, message: Message) -> Result<(), Error> {
        self.0.send(message).await
    }

    /// The next binary message.
    pub async fn bytes(&mut self) -> Vec<u8> {
        loop {
            if let Message::Binary(bytes) = self.message().await {
                return bytes.to_vec();
            }
        }
    }

    async fn message(&mut self) -> Message {
        timeout(LIMIT, self.0.next())
            .await
            .expect("in time")
            .expect("open")
            .expect("a message")
    }

    /// The next text message.
    pub async fn text(&mut self) -> String {
        loop {
            if let Message::Text(text) = self.message().await {
                return text.to_string();
            }
        }
    }

    /// The next picture message.
    pub async fn picture(&mut self) -> Vec<u8> {
        loop {
            if let Message::Binary(bytes) = self.message().await
                && bytes.get(1) == Some(&1)
            {
                return bytes.to_vec();
            }
        }
    }

    /// The next event; pictures between are left out.
    pub async fn event(&mut self) -> Event {
        loop {
            if let Message::Binary(bytes) = self.message().await
                && bytes.get(1) == Some(&0)
            {
                return Event::parse(&bytes).expect("an event").1;
            }
        }
    }

    /// The next event of a deck with its slot; pictures between are left out.
    pub async fn event_of(&mut self) -> (u16, Event) {
        loop {
            if let Message::Binary(bytes) = self.message().await
                && bytes.get(1) == Some(&0)
            {
                return Event::parse(&bytes).expect("an event");
            }
        }
    }

    /// How the socket ends: the last event that says so, and the close frame's code.
    pub async fn end(mut self) -> (Option<Event>, u16) {
        let mut said = None;
        loop {
            match self.message().await {
                Message::Binary(bytes) if bytes.get(1) == Some(&0) => {
                    if let Ok((_, event @ Event::Ended { .. })) = Event::parse(&bytes) {
                        said = Some(event);
                    }
                }
                Message::Close(Some(CloseFrame { code, .. })) => return (said, code.into()),
                Message::Close(None) => return (said, 1005),
                _ => {}
            }
        }
    }
}
