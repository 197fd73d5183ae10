//! A bounded big-endian reader: each field is checked, nothing panics.

use thiserror::Error;

/// Why a stream message was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Malformed {
    /// The message ends before its fields do.
    #[error("message too short")]
    Short,
    /// Bytes follow the last field.
    #[error("{0} bytes too many")]
    Trailing(usize),
    /// A version that is not spoken.
    #[error("version {0} is not spoken")]
    Version(u8),
    /// An unknown channel, or one that flows the other way.
    #[error("channel {0} is not accepted here")]
    Channel(u8),
    /// An unknown kind of message within its channel.
    #[error("kind {0} is unknown")]
    Kind(u8),
    /// A field has a value outside its range.
    #[error("field out of range")]
    Range,
    /// A text or message beyond its limit.
    #[error("longer than allowed")]
    TooLong,
    /// A text that is not UTF-8.
    #[error("text is not UTF-8")]
    Utf8,
}

pub(super) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (head, tail) = self.0.split_first_chunk::<N>().ok_or(Malformed::Short)?;
        self.0 = tail;
        Ok(*head)
    }

    pub fn u8(&mut self) -> Result<u8, Malformed> {
        Ok(self.array::<1>()?[0])
    }

    pub fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_be_bytes)
    }

    pub fn i16(&mut self) -> Result<i16, Malformed> {
        self.array().map(i16::from_be_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, Malformed> {
        self.array().map(u32::from_be_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_be_bytes)
    }

    /// A text of u32 length, at most `max` bytes.
    pub fn text(&mut self, max: usize) -> Result<&'a str, Malformed> {
        let length = self.u32()? as usize;
        if length > max {
            return Err(Malformed::TooLong);
        }
        let (head, tail) = self.0.split_at_checked(length).ok_or(Malformed::Short)?;
        self.0 = tail;
        str::from_utf8(head).map_err(|_| Malformed::Utf8)
    }

    pub fn end(self) -> Result<(), Malformed> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Malformed::Trailing(self.0.len()))
        }
    }
}

pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_be_bytes());
    out.extend_from_slice(text.as_bytes());
}
