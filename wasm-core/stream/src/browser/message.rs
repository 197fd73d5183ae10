//! A message in the browser's own buffer, of which wasm reads only the first bytes.

use domain::play::picture::PICTURE_HEADER_BYTES;
use js_sys::{ArrayBuffer, Uint8Array};

use crate::configuration::{Found, SPS_MAX_BYTES, find_sps};
use crate::error::StreamError;

/// Bytes that are copied of every message: header, and the SPS of nearly every key picture.
pub const HEAD_BYTES: usize = 64;
/// Bytes that are copied of a key picture whose SPS does not fit in the head.
const LONG_HEAD_BYTES: usize = PICTURE_HEADER_BYTES + 64 + SPS_MAX_BYTES;
/// Longest event in bytes: a clipboard text of the domain's limit and its header.
const EVENT_MAX_BYTES: u32 = domain::play::CLIPBOARD_MAX_BYTES as u32 + 64;

/// A message and a copy of its first bytes.
pub struct Message {
    buffer: ArrayBuffer,
    length: u32,
    head: [u8; HEAD_BYTES],
}

impl Message {
    /// Wraps a message; copies at most [`HEAD_BYTES`] of it.
    pub fn new(buffer: ArrayBuffer) -> Self {
        let length = buffer.byte_length();
        let mut head = [0; HEAD_BYTES];
        let copied = length.min(HEAD_BYTES as u32);
        if let Some(target) = head.get_mut(..copied as usize) {
            Uint8Array::new_with_byte_offset_and_length(&buffer, 0, copied).copy_to(target);
        }
        Self {
            buffer,
            length,
            head,
        }
    }

    /// Length of the whole message in bytes.
    pub const fn length(&self) -> u32 {
        self.length
    }

    /// First bytes of the message, at most [`HEAD_BYTES`].
    pub fn head(&self) -> &[u8] {
        self.head.get(..self.length as usize).unwrap_or(&self.head)
    }

    /// Copy of a whole event, which is at most as long as a clipboard text.
    pub fn event_bytes(&self) -> Result<Vec<u8>, StreamError> {
        if self.length > EVENT_MAX_BYTES {
            return Err(StreamError::TooLong(self.length));
        }
        Ok(Uint8Array::new(&self.buffer).to_vec())
    }

    /// Copy of the bytes behind a header of so many bytes; for short messages.
    pub fn behind(&self, header: usize) -> Vec<u8> {
        Uint8Array::new_with_byte_offset(&self.buffer, header as u32).to_vec()
    }

    /// Whole message, as it came.
    pub const fn buffer(&self) -> &ArrayBuffer {
        &self.buffer
    }

    /// View of the access unit behind the picture's header, which copies no byte.
    pub fn access_unit(&self) -> Uint8Array {
        Uint8Array::new_with_byte_offset(&self.buffer, PICTURE_HEADER_BYTES as u32)
    }

    /// Hands the SPS at the beginning of the access unit to `read`; `None` when there is none.
    pub fn with_sps<T>(&self, read: impl FnOnce(&[u8]) -> T) -> Result<Option<T>, StreamError> {
        let whole = self.length as usize <= HEAD_BYTES;
        match find_sps(
            self.head().get(PICTURE_HEADER_BYTES..).unwrap_or_default(),
            whole,
        ) {
            Found::Sps(sps) => return Ok(Some(read(sps))),
            Found::None => return Ok(None),
            Found::Cut => {}
        }
        let copied = self.length.min(LONG_HEAD_BYTES as u32);
        let start = PICTURE_HEADER_BYTES as u32;
        let long = Uint8Array::new_with_byte_offset_and_length(
            &self.buffer,
            start,
            copied.saturating_sub(start),
        )
        .to_vec();
        match find_sps(&long, copied == self.length) {
            Found::Sps(sps) => Ok(Some(read(sps))),
            Found::None => Ok(None),
            Found::Cut => Err(StreamError::Configuration("no SPS at the beginning")),
        }
    }
}
