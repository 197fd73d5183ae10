//! Parameter sets (ITU-T H.264, 7.3.2.1 and 7.3.2.2).

use h264_reader::nal::sps::SeqParameterSet;
use h264_reader::rbsp::{BitRead, BitReader, decode_nal};
use thiserror::Error;

/// Longest parameter set that is read, in bytes; a phone's has 4 to 40.
pub const PARAMETERS_MAX_BYTES: usize = 512;
/// Side of a macroblock in pixels.
pub const MACROBLOCK: u32 = 16;

/// Shortest sequence parameter set in bytes: header, profile, constraints, level, and one more.
const SEQUENCE_MIN_BYTES: usize = 5;
/// Most macroblocks along a side, beyond any picture: what is computed from less fits its type.
const SIDE_MAX_MACROBLOCKS: u32 = 4_096;
/// Position of the level, behind header, profile and constraints; and a value that is no level.
const LEVEL_AT: usize = 3;
const LEVEL_NONE: u8 = 255;

/// Why a parameter set cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ParameterError {
    /// The set is shorter or longer than one can be.
    #[error("length of the parameter set")]
    Length,
    /// The bytes that keep start codes out are wrong (7.4.1.1).
    #[error("escapes of the parameter set")]
    Escapes,
    /// A field is missing or has a value that it cannot have.
    #[error("fields of the parameter set")]
    Fields,
    /// The picture's size is none.
    #[error("size in the parameter set")]
    Size,
}

/// Reads a sequence parameter set, from its header byte on.
///
/// The level is not judged: some phones' encoders name one that is too low for their pictures, which decoders do not mind.
pub fn sequence(nal: &[u8]) -> Result<SeqParameterSet, ParameterError> {
    if !(SEQUENCE_MIN_BYTES..=PARAMETERS_MAX_BYTES).contains(&nal.len()) {
        return Err(ParameterError::Length);
    }
    let mut lenient = nal.to_vec();
    if let Some(level) = lenient.get_mut(LEVEL_AT) {
        *level = LEVEL_NONE;
    }
    let payload = decode_nal(&lenient).map_err(|_| ParameterError::Escapes)?;
    let sps = SeqParameterSet::from_bits(BitReader::new(payload.as_ref()))
        .map_err(|_| ParameterError::Fields)?;
    // The reader multiplies these values.
    if sps.pic_width_in_mbs_minus1 >= SIDE_MAX_MACROBLOCKS
        || sps.pic_height_in_map_units_minus1 >= SIDE_MAX_MACROBLOCKS
    {
        return Err(ParameterError::Size);
    }
    Ok(sps)
}

/// Width and height of the pictures in pixels, cropping applied.
pub fn size(sps: &SeqParameterSet) -> Result<(u32, u32), ParameterError> {
    sps.pixel_dimensions().map_err(|_| ParameterError::Size)
}

/// Id of a picture parameter set, from its header byte on.
pub fn picture_set_id(nal: &[u8]) -> Result<u32, ParameterError> {
    if nal.len() > PARAMETERS_MAX_BYTES {
        return Err(ParameterError::Length);
    }
    let payload = decode_nal(nal).map_err(|_| ParameterError::Escapes)?;
    BitReader::new(payload.as_ref())
        .read_ue("pic_parameter_set_id")
        .map_err(|_| ParameterError::Fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Constrained baseline, level 3.1, 720 by 1,280.
    const PORTRAIT: [u8; 9] = [0x67, 0x42, 0xC0, 0x1F, 0xDA, 0x02, 0xD0, 0x28, 0x64];

    #[test]
    fn the_size_does_not_depend_on_the_level() {
        let expected = size(&sequence(&PORTRAIT).expect("readable"));
        assert!(expected.is_ok());
        for level in [10, 31, 62] {
            let mut sps = PORTRAIT;
            sps[LEVEL_AT] = level;
            assert_eq!(size(&sequence(&sps).expect("readable")), expected);
        }
    }

    #[test]
    fn lengths_are_refused_beyond_the_limits() {
        let refused = |length| sequence(&vec![0x67; length]).err();
        assert_eq!(refused(0), Some(ParameterError::Length));
        assert_eq!(
            refused(SEQUENCE_MIN_BYTES - 1),
            Some(ParameterError::Length)
        );
        assert_eq!(
            refused(PARAMETERS_MAX_BYTES + 1),
            Some(ParameterError::Length)
        );
        let long = vec![0x68; PARAMETERS_MAX_BYTES + 1];
        assert_eq!(picture_set_id(&long), Err(ParameterError::Length));
    }

    #[test]
    fn any_changed_byte_gives_an_answer() {
        for at in 0..PORTRAIT.len() {
            for value in 0..=u8::MAX {
                let mut sps = PORTRAIT;
                sps[at] = value;
                if let Ok(sps) = sequence(&sps) {
                    let _ = size(&sps);
                }
            }
        }
    }

    #[test]
    fn the_id_of_a_picture_parameter_set_is_its_first_number() {
        assert_eq!(picture_set_id(&[0x68, 0xCE, 0x3C, 0x80]), Ok(0));
        assert_eq!(picture_set_id(&[0x68, 0x40]), Ok(1));
        assert_eq!(picture_set_id(&[0x68]), Err(ParameterError::Fields));
    }
}
