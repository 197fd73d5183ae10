//! A picture message: the header, then sequence and time, then one H.264 access unit in Annex B.
//!
//! | offset | size | field |
//! |---|---|---|
//! | 8 | 4 | sequence, counts up by 1 per phone and kind of picture; a gap means dropped pictures |
//! | 12 | 8 | when it was drawn: Unix microseconds of the server's clock, as the server estimates it |
//! | 20 | – | the access unit; a key picture begins with SPS and PPS. Or, with [`super::FLAG_STILL`], a JPEG image: of a phone that is shown by screenshots |

use super::{Channel, FLAG_KEY, FLAG_STILL, HEADER_BYTES, Header, Malformed};

/// Offset of the access unit.
pub const PICTURE_HEADER_BYTES: usize = HEADER_BYTES + 12;

/// Header of an access unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// The phone within a deck; 0 on a play socket.
    pub slot: u16,
    /// Whether the picture can be decoded by itself.
    pub key: bool,
    /// Whether the picture is an image instead of an access unit; an image is always a key picture.
    pub still: bool,
    /// Sequence, counts up by 1.
    pub sequence: u32,
    /// Time at which the picture was drawn, Unix microseconds.
    pub drawn_us: u64,
}

impl Picture {
    /// The bytes before the access unit.
    pub fn to_bytes(self) -> [u8; PICTURE_HEADER_BYTES] {
        let mut out = [0; PICTURE_HEADER_BYTES];
        let key = if self.key { FLAG_KEY } else { 0 };
        let flags = if self.still { FLAG_STILL | key } else { key };
        out[..8].copy_from_slice(&Header::new(Channel::Picture, flags, self.slot).to_bytes());
        out[8..12].copy_from_slice(&self.sequence.to_be_bytes());
        out[12..].copy_from_slice(&self.drawn_us.to_be_bytes());
        out
    }

    /// Reads the header of an access unit. Takes the first few bytes only, so that the picture itself need not be copied.
    pub fn parse(head: &[u8]) -> Result<Self, Malformed> {
        let header = Header::parse(head)?;
        if header.channel != Channel::Picture {
            return Err(Malformed::Channel(header.channel as u8));
        }
        let rest: &[u8; 12] = head
            .get(HEADER_BYTES..)
            .and_then(<[u8]>::first_chunk)
            .ok_or(Malformed::Short)?;
        let (sequence, drawn) = rest.split_at(4);
        Ok(Self {
            slot: header.slot,
            key: header.flags & FLAG_KEY != 0,
            still: header.flags & FLAG_STILL != 0,
            sequence: u32::from_be_bytes(sequence.try_into().map_err(|_| Malformed::Short)?),
            drawn_us: u64::from_be_bytes(drawn.try_into().map_err(|_| Malformed::Short)?),
        })
    }
}
