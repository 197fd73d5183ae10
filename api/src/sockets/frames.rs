//! Messages of several frames, put together within a limit. The caller counts the frames.

use actix_ws::{CloseCode, Item};
use bytes::Bytes;

/// A complete message.
#[derive(Debug, PartialEq, Eq)]
pub enum Message {
    Bytes(Bytes),
    Text(String),
}

/// Error of frames that make no message: the code and reason with which the socket is closed.
pub type Broken = (CloseCode, &'static str);

/// Reassembler of one message: its frames so far.
pub struct Reassembler {
    max_bytes: usize,
    begun: Option<Begun>,
}

struct Begun {
    text: bool,
    bytes: Vec<u8>,
}

impl Reassembler {
    /// Reassembler of messages of up to `max_bytes`, without a frame yet.
    pub fn new(max_bytes: usize) -> Self {
        Self {
            max_bytes,
            begun: None,
        }
    }

    /// Adds a frame; returns the message once its last frame is there.
    pub fn add(&mut self, piece: Item) -> Result<Option<Message>, Broken> {
        let disorder = (CloseCode::Protocol, "frames out of order");
        let (bytes, last) = match piece {
            Item::FirstText(bytes) | Item::FirstBinary(bytes) if self.begun.is_some() => {
                drop(bytes);
                return Err(disorder);
            }
            Item::FirstText(bytes) => {
                self.begin(true);
                (bytes, false)
            }
            Item::FirstBinary(bytes) => {
                self.begin(false);
                (bytes, false)
            }
            Item::Continue(bytes) => (bytes, false),
            Item::Last(bytes) => (bytes, true),
        };
        let begun = self.begun.as_mut().ok_or(disorder)?;
        if begun.bytes.len() + bytes.len() > self.max_bytes {
            return Err((CloseCode::Size, "message too large"));
        }
        begun.bytes.extend_from_slice(&bytes);
        if !last {
            return Ok(None);
        }
        let Some(whole) = self.begun.take() else {
            return Err(disorder);
        };
        if whole.text {
            String::from_utf8(whole.bytes)
                .map(|text| Some(Message::Text(text)))
                .map_err(|_| (CloseCode::Invalid, "not a text"))
        } else {
            Ok(Some(Message::Bytes(whole.bytes.into())))
        }
    }

    fn begin(&mut self, text: bool) {
        self.begun = Some(Begun {
            text,
            bytes: Vec::new(),
        });
    }
}
