//! Decoder of access units into pictures: the library `rusty_h264_decoder`, behind checks of what it is given.

use h264::{NalType, nal_units};
use rusty_h264_decoder::{DecodeError, Decoder as Inner};

use crate::error::AccessUnitError;
use crate::parameters::{Parameters, may_keep};

/// Longest access unit in bytes: more than the 6 MiB that the largest picture has before it is encoded.
pub const UNIT_MAX_BYTES: usize = 8 << 20;

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
    /// After an error the state is lost, and only a key picture with its parameter sets can be decoded next.
    pub fn decode(&mut self, unit: &[u8]) -> Result<bool, AccessUnitError> {
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

    fn pass(&mut self, unit: &[u8]) -> Result<bool, AccessUnitError> {
        if unit.len() > UNIT_MAX_BYTES {
            return Err(AccessUnitError::TooLong);
        }
        let (mut slices, mut came) = (0_u32, false);
        for nal in nal_units(unit) {
            match nal.nal_type() {
                Some(NalType::Sequence) => self.learn(nal.bytes())?,
                Some(NalType::Picture) => may_keep(nal.bytes())?,
                Some(NalType::KeySlice) if self.sequence.is_some() => {
                    (slices, self.running) = (slices + 1, true);
                }
                Some(NalType::Slice) if self.running => slices += 1,
                Some(NalType::Slice | NalType::KeySlice) => return Err(AccessUnitError::NoKey),
                Some(NalType::Delimiter | NalType::Other) | None => continue,
            }
            if let Some(frame) = self
                .inner
                .decode(nal.with_start_code())
                .map_err(|error| access_unit_error(&error))?
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
            return Err(AccessUnitError::Damaged);
        }
        Ok(came)
    }

    /// Reads a sequence parameter set. Another one than before means another stream, for which the decoder begins anew.
    fn learn(&mut self, nal: &[u8]) -> Result<(), AccessUnitError> {
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

const fn access_unit_error(error: &DecodeError) -> AccessUnitError {
    match error {
        DecodeError::Unsupported(_) => AccessUnitError::Unsupported,
        DecodeError::MissingParameterSet => AccessUnitError::Parameters,
        DecodeError::Truncated | DecodeError::Internal(_) => AccessUnitError::Damaged,
    }
}
