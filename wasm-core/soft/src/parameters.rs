//! Parameters of a sequence parameter set, and their limits (ITU-T H.264, 7.3.2.1 and annex E).

use h264::{ChromaFormat, FrameMbsFlags, MACROBLOCK, SeqParameterSet};

use crate::colour::{Colours, Matrix, Range};
use crate::error::AccessUnitError;

/// Most pixels of a picture: beyond what encoders of phones make in real time, and a quarter of what WebCodecs is given.
pub const PIXELS_MAX: u32 = 2_048 * 2_048;
/// Longest edge, in pixels.
pub const SIDE_MAX: u32 = 4_096;
/// Most pictures that a picture may refer to: the standard's own limit (A.3.1).
pub const REFERENCES_MAX: u32 = 16;
/// Largest id of a picture parameter set: the standard's limit (7.4.2.2).
const PICTURE_ID_MAX: u32 = 255;
/// Height in pixels from which a picture is of high definition, for which BT.709 is assumed where the stream names no matrix.
const HIGH_DEFINITION_ROWS: u32 = 720;

// A picture and its references, at 2.5 bytes a pixel, and its RGBA pixels, at 4, stay below the memory that build.rs gives the module.
const _: () = assert!(
    PIXELS_MAX as u64 * (REFERENCES_MAX as u64 + 4) * 5 / 2 + PIXELS_MAX as u64 * 4 <= 256 << 20
);
const _: () = assert!(SIDE_MAX as u64 * SIDE_MAX as u64 >= PIXELS_MAX as u64);

/// Facts of a stream that the decoder needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Width in pixels, cropping applied; even.
    pub width: u32,
    /// Height in pixels, cropping applied; even.
    pub height: u32,
    /// Colour coding of the samples.
    pub colours: Colours,
}

impl Parameters {
    /// Reads a sequence parameter set, from its header byte on.
    pub fn read(nal: &[u8]) -> Result<Self, AccessUnitError> {
        let read = h264::sequence(nal).map_err(|_| AccessUnitError::Parameters)?;
        within_limits(&read)?;
        let (width, height) = h264::size(&read).map_err(|_| AccessUnitError::Parameters)?;
        if width < 2 || height < 2 {
            return Err(AccessUnitError::Parameters);
        }
        Ok(Self {
            width,
            height,
            colours: colours(&read, height),
        })
    }
}

fn within_limits(read: &SeqParameterSet) -> Result<(), AccessUnitError> {
    let chroma = &read.chroma_info;
    if read.frame_mbs_flags != FrameMbsFlags::Frames
        || chroma.chroma_format != ChromaFormat::YUV420
        || chroma.bit_depth_luma_minus8 != 0
        || chroma.bit_depth_chroma_minus8 != 0
    {
        return Err(AccessUnitError::Unsupported);
    }
    // The limits hold for the coded size, before cropping, for that is allocated.
    let side = |macroblocks: u32| {
        macroblocks
            .checked_add(1)
            .and_then(|count| count.checked_mul(MACROBLOCK))
            .filter(|side| *side <= SIDE_MAX)
            .ok_or(AccessUnitError::Limits)
    };
    let width = side(read.pic_width_in_mbs_minus1)?;
    let height = side(read.pic_height_in_map_units_minus1)?;
    if width * height > PIXELS_MAX || read.max_num_ref_frames > REFERENCES_MAX {
        return Err(AccessUnitError::Limits);
    }
    // The decoder crops on the right and below alone; no encoder of a phone does otherwise.
    match &read.frame_cropping {
        Some(crop) if crop.left_offset != 0 || crop.top_offset != 0 => {
            Err(AccessUnitError::Unsupported)
        }
        Some(crop) if crop.right_offset >= width / 2 || crop.bottom_offset >= height / 2 => {
            Err(AccessUnitError::Parameters)
        }
        _ => Ok(()),
    }
}

/// Colour coding of the stream (annex E); where the stream does not state it, the default that browsers use.
fn colours(read: &SeqParameterSet, height: u32) -> Colours {
    let signal = read
        .vui_parameters
        .as_ref()
        .and_then(|vui| vui.video_signal_type.as_ref());
    let range = if signal.is_some_and(|signal| signal.video_full_range_flag) {
        Range::Full
    } else {
        Range::Limited
    };
    let named = signal
        .and_then(|signal| signal.colour_description.as_ref())
        .map(|description| description.matrix_coefficients);
    // Table E-5: 1 is BT.709, 4 to 6 are BT.601 and its kin.
    let matrix = match named {
        Some(1) => Matrix::Bt709,
        Some(4..=6) => Matrix::Bt601,
        _ if height >= HIGH_DEFINITION_ROWS => Matrix::Bt709,
        _ => Matrix::Bt601,
    };
    Colours { matrix, range }
}

/// Checks that a picture parameter set may be kept: its id is one of the 256 that exist (7.4.2.2), so that the decoder's memory is bounded.
pub fn may_keep(nal: &[u8]) -> Result<(), AccessUnitError> {
    match h264::picture_set_id(nal) {
        Ok(id) if id <= PICTURE_ID_MAX => Ok(()),
        Ok(_) | Err(_) => Err(AccessUnitError::Parameters),
    }
}
