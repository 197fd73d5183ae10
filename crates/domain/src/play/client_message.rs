//! Messages that a browser sends on a stream's socket: inputs for the phone, and requests to the session.

use super::reader::{Malformed, Reader};
use super::{Channel, HEADER_BYTES, Header, INPUT_MAX_BYTES, Input, Orientation, SessionRequest};

/// A message of [`Channel::Input`]: one kind byte, the controller's epoch (u32), then the fields in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientMessage {
    /// Acts on the phone.
    Input(Input),
    /// Asks something of the session, which answers it.
    Request(SessionRequest),
}

impl ClientMessage {
    /// Reads a whole message: its slot, the epoch and the content.
    pub fn parse(message: &[u8]) -> Result<(u16, u32, Self), Malformed> {
        if message.len() > INPUT_MAX_BYTES {
            return Err(Malformed::TooLong);
        }
        let header = Header::parse(message)?;
        if header.channel != Channel::Input {
            return Err(Malformed::Channel(header.channel as u8));
        }
        let mut body = Reader(&message[HEADER_BYTES..]);
        let kind = body.u8()?;
        let epoch = body.u32()?;
        let content = match Input::read(kind, &mut body)? {
            Some(input) => Self::Input(input),
            None => {
                Self::Request(SessionRequest::read(kind, &mut body)?.ok_or(Malformed::Kind(kind))?)
            }
        };
        body.end()?;
        Ok((header.slot, epoch, content))
    }

    /// The whole message; an input with the orientation of the picture that it was made on.
    pub fn encode_on(&self, orientation: Option<Orientation>, slot: u16, epoch: u32) -> Vec<u8> {
        match self {
            Self::Input(input) => input.encode_on(orientation, slot, epoch),
            Self::Request(request) => request.encode(slot, epoch),
        }
    }
}

impl From<Input> for ClientMessage {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

impl From<SessionRequest> for ClientMessage {
    fn from(request: SessionRequest) -> Self {
        Self::Request(request)
    }
}

/// Begins a message: its header, kind and epoch.
pub(super) fn begin(flags: u8, slot: u16, kind: u8, epoch: u32) -> Vec<u8> {
    let mut out = Vec::with_capacity(HEADER_BYTES + 24);
    out.extend_from_slice(&Header::new(Channel::Input, flags, slot).to_bytes());
    out.push(kind);
    out.extend_from_slice(&epoch.to_be_bytes());
    out
}
