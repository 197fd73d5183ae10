//! Decoder of access units into pictures: the library `rusty_h264_decoder`, behind checks of what it is given.

use rusty_h264_decoder::{DecodeError, Decoder as Inner};

use crate::fault::Fault;
use crate::parameters::{Parameters, may_keep};

/// Longest access unit in bytes: more than the 6 MiB that the largest picture has before it is encoded.
pub const UNIT_MAX_BYTES: usize = 8 << 20;

/// NAL unit types (ITU-T H.264, table 7-1).
const SLICE: u8 = 1;
const KEY_SLICE: u8 = 5;
const SEQUENCE: u8 = 7;
const PICTURE: u8 = 8;

/// A decoded picture: planes without gaps, chroma of half the size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Luma plane, `width × height` bytes.
    pub y: Vec<u8>,
    /// Plane of blue difference, `width / 2 × height / 2` bytes.
    pub u: Vec<u8>,
    /// Plane of red difference, `width / 2 × height / 2` bytes.
    pub v: Vec<u8>,
}

/// Decoder of one stream. Pictures come in the order in which they are sent: phones make no B pictures.
#[derive(Default)]
pub struct Decoder {
    inner: Inner,
    /// Sequence parameters of the stream, as sent and as read.
    sequence: Option<(Vec<u8>, Parameters)>,
    /// Whether a key picture was decoded, and nothing failed since.
    running: bool,
    picture: Option<Picture>,
}

impl Decoder {
    /// Decodes an access unit in Annex B; `true` when it made a picture, which is now the newest.
    ///
    /// After a fault the state is lost, and only a key picture with its parameter sets can be decoded next.
    pub fn decode(&mut self, unit: &[u8]) -> Result<bool, Fault> {
        let decoded = self.pass(unit);
        if decoded.is_err() {
            *self = Self::default();
        }
        decoded
    }

    /// Newest picture and its colour coding.
    pub fn picture(&self) -> Option<(&Picture, Parameters)> {
        self.picture
            .as_ref()
            .zip(self.sequence.as_ref().map(|(_, parameters)| *parameters))
    }

    fn pass(&mut self, unit: &[u8]) -> Result<bool, Fault> {
        if unit.len() > UNIT_MAX_BYTES {
            return Err(Fault::TooLong);
        }
        let (mut slices, mut came) = (0_u32, false);
        for nal in Nals::of(unit) {
            match nal.kind() {
                SEQUENCE => self.learn(nal.bytes())?,
                PICTURE => may_keep(nal.bytes())?,
                KEY_SLICE if self.sequence.is_some() => (slices, self.running) = (slices + 1, true),
                SLICE if self.running => slices += 1,
                SLICE | KEY_SLICE => return Err(Fault::NoKey),
                _ => continue,
            }
            if let Some(frame) = self
                .inner
                .decode(nal.with_start_code)
                .map_err(|error| fault(&error))?
            {
                came = true;
                self.picture = Some(Picture {
                    width: frame.width,
                    height: frame.height,
                    y: frame.y,
                    u: frame.u,
                    v: frame.v,
                });
            }
        }
        if slices > 0 && !came {
            return Err(Fault::Damaged);
        }
        Ok(came)
    }

    /// Reads a sequence parameter set. Another one than before means another stream, for which the decoder begins anew.
    fn learn(&mut self, nal: &[u8]) -> Result<(), Fault> {
        if self
            .sequence
            .as_ref()
            .is_some_and(|(known, _)| known == nal)
        {
            return Ok(());
        }
        let parameters = Parameters::read(nal)?;
        *self = Self {
            sequence: Some((nal.to_vec(), parameters)),
            ..Self::default()
        };
        Ok(())
    }
}

const fn fault(error: &DecodeError) -> Fault {
    match error {
        DecodeError::Unsupported(_) => Fault::Unsupported,
        DecodeError::MissingParameterSet => Fault::Parameters,
        DecodeError::Truncated | DecodeError::Internal(_) => Fault::Damaged,
    }
}

/// NAL unit of an access unit.
struct Nal<'a> {
    with_start_code: &'a [u8],
}

impl<'a> Nal<'a> {
    fn bytes(&self) -> &'a [u8] {
        let bytes = self.with_start_code.get(START.len()..).unwrap_or_default();
        let end = bytes
            .iter()
            .rposition(|byte| *byte != 0)
            .map_or(0, |last| last + 1);
        bytes.get(..end).unwrap_or_default()
    }

    fn kind(&self) -> u8 {
        self.with_start_code
            .get(START.len())
            .map_or(0, |head| head & 0x1F)
    }
}

const START: [u8; 3] = [0, 0, 1];

/// Iterator over the NAL units; bytes before the first start code are left out.
struct Nals<'a> {
    rest: &'a [u8],
}

impl<'a> Nals<'a> {
    fn of(unit: &'a [u8]) -> Self {
        let begin = start_code(unit).unwrap_or(unit.len());
        Self {
            rest: unit.get(begin..).unwrap_or_default(),
        }
    }
}

impl<'a> Iterator for Nals<'a> {
    type Item = Nal<'a>;

    fn next(&mut self) -> Option<Nal<'a>> {
        let body = self.rest.get(START.len()..)?;
        let end = start_code(body).map_or(self.rest.len(), |at| at + START.len());
        let (with_start_code, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(Nal { with_start_code })
    }
}

/// Position of the next start code. Only every third byte is read as long as it is above 1, since then no start code reaches over it.
fn start_code(bytes: &[u8]) -> Option<usize> {
    let mut at = 2;
    while let Some(byte) = bytes.get(at) {
        match byte {
            0 => at += 1,
            1 if bytes.get(at - 2..at) == Some(&[0, 0]) => return Some(at - 2),
            _ => at += 3,
        }
    }
    None
}
