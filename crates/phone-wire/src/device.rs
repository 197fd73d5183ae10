//! Device messages of scrcpy, from the phone to the controller on the control socket. Big-endian, byte 0 is the type.
//! Source: scrcpy `app/src/device_msg.c` and `device_msg.h`.

use bytes::{Buf, BufMut, Bytes, BytesMut};
use thiserror::Error;

use crate::decoder::{Grammar, u16_be_at, u32_be_at};

/// Longest clipboard text in bytes, `DEVICE_MSG_TEXT_MAX_LENGTH`: a message has at most 256 KiB, its head 5 bytes.
pub const CLIPBOARD_MAX_BYTES: usize = 256 * 1024 - 5;

/// A message from the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceMessage {
    /// Type 0: text of the phone's clipboard, sent after each copy with `clipboard_autosync`, else when asked.
    Clipboard(String),
    /// Type 1: acknowledges a SET_CLIPBOARD by its sequence, which is never 0.
    AckClipboard(u64),
    /// Type 2: output report for a virtual HID device, such as the lamps of a keyboard.
    UhidOutput {
        /// The device's id.
        id: u16,
        /// Bytes of the report.
        data: Bytes,
    },
}

/// Reason why bytes are not a device message, or a message cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DeviceError {
    /// The type is not 0 to 2.
    #[error("device message type {0} is not known")]
    UnknownType(u8),
    /// A text is longer than [`CLIPBOARD_MAX_BYTES`], or a report longer than 65,535 bytes.
    #[error("device message of {0} bytes is too long")]
    TooLong(usize),
    /// The text is not UTF-8.
    #[error("clipboard text is not UTF-8")]
    NotUtf8,
}

impl DeviceMessage {
    /// Appends the message.
    pub fn encode(&self, out: &mut BytesMut) -> Result<(), DeviceError> {
        match self {
            Self::Clipboard(text) => {
                if text.len() > CLIPBOARD_MAX_BYTES {
                    return Err(DeviceError::TooLong(text.len()));
                }
                out.put_u8(0);
                out.put_u32(text.len() as u32);
                out.put_slice(text.as_bytes());
            }
            Self::AckClipboard(sequence) => {
                out.put_u8(1);
                out.put_u64(*sequence);
            }
            Self::UhidOutput { id, data } => {
                let size =
                    u16::try_from(data.len()).map_err(|_| DeviceError::TooLong(data.len()))?;
                out.put_u8(2);
                out.put_u16(*id);
                out.put_u16(size);
                out.put_slice(data);
            }
        }
        Ok(())
    }

    /// Bytes of the message alone.
    pub fn to_bytes(&self) -> Result<Bytes, DeviceError> {
        let mut out = BytesMut::new();
        self.encode(&mut out)?;
        Ok(out.freeze())
    }
}

/// Grammar of [`DeviceMessage`]s.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeviceMessages;

impl Grammar for DeviceMessages {
    type Item = DeviceMessage;
    type Error = DeviceError;

    fn measure(&self, front: &[u8]) -> Result<Option<usize>, DeviceError> {
        Ok(match front.first() {
            None => None,
            Some(0) => match u32_be_at(front, 1).map(|length| length as usize) {
                Some(length) if length > CLIPBOARD_MAX_BYTES => {
                    return Err(DeviceError::TooLong(length));
                }
                length => length.map(|length| 5 + length),
            },
            Some(1) => Some(9),
            Some(2) => u16_be_at(front, 3).map(|size| 5 + size as usize),
            Some(&other) => return Err(DeviceError::UnknownType(other)),
        })
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<DeviceMessage, DeviceError> {
        match whole.get_u8() {
            0 => {
                let _length = whole.get_u32();
                let text = std::str::from_utf8(&whole).map_err(|_| DeviceError::NotUtf8)?;
                Ok(DeviceMessage::Clipboard(text.to_owned()))
            }
            1 => Ok(DeviceMessage::AckClipboard(whole.get_u64())),
            2 => {
                let id = whole.get_u16();
                let _size = whole.get_u16();
                Ok(DeviceMessage::UhidOutput { id, data: whole })
            }
            other => Err(DeviceError::UnknownType(other)),
        }
    }
}
