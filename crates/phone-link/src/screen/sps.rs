//! Size of the picture from an H.264 configuration (ITU-T H.264, 7.3.2.1.1).

use h264_reader::nal::sps::SeqParameterSet;
use h264_reader::nal::{Nal, RefNal, UnitType};
use phone_wire::screen::{SIDE_MAX, checked_size};

use super::ScreenError;

/// Longest configuration; real ones have some 40 bytes.
const CONFIG_MAX_BYTES: usize = 4096;
/// Position of `level_idc` in an SPS, behind header, profile and constraints (H.264, 7.3.2.1.1); and a value that is no level.
const LEVEL_AT: usize = 3;
const LEVEL_NONE: u8 = 255;
/// Most macroblocks along a side: those of [`SIDE_MAX`] pixels, and one for a cropped edge.
const SIDE_MAX_BLOCKS: u32 = SIDE_MAX as u32 / 16 + 1;

/// Width and height in pixels of the pictures that follow this configuration (Annex B).
pub(super) fn picture_size(config: &[u8]) -> Result<(u16, u16), ScreenError> {
    if config.len() > CONFIG_MAX_BYTES {
        return Err(ScreenError::BadConfig);
    }
    units(config)
        .find_map(size_of)
        .ok_or(ScreenError::BadConfig)?
}

/// Size from an SPS; `None` when the unit is not one.
fn size_of(unit: &[u8]) -> Option<Result<(u16, u16), ScreenError>> {
    let header = RefNal::new(unit, &[], true).header().ok()?;
    if header.nal_unit_type() != UnitType::SeqParameterSet {
        return None;
    }
    // Some phones name a level that is too low for their pictures. Decoders do not mind, but the parser would refuse the SPS.
    let mut unit = unit.to_vec();
    if let Some(level) = unit.get_mut(LEVEL_AT) {
        *level = LEVEL_NONE;
    }
    let nal = RefNal::new(&unit, &[], true);
    let Ok(sps) = SeqParameterSet::from_bits(nal.rbsp_bits()) else {
        return Some(Err(ScreenError::BadConfig));
    };
    // The limits are checked before the crate multiplies these values.
    if sps.pic_width_in_mbs_minus1 >= SIDE_MAX_BLOCKS
        || sps.pic_height_in_map_units_minus1 >= SIDE_MAX_BLOCKS
    {
        return Some(Err(ScreenError::BadConfig));
    }
    Some(match sps.pixel_dimensions() {
        Ok((width, height)) => checked_size(width, height).map_err(ScreenError::Video),
        Err(_) => Err(ScreenError::BadConfig),
    })
}

/// NAL units between Annex B's start codes (H.264, B.1.1), without empty ones.
fn units(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let start = start_code(rest)? + 3;
        rest = &rest[start..];
        let end = start_code(rest).unwrap_or(rest.len());
        // A start code of four bytes leaves its first zero at the end of the unit before.
        Some(without_end_zeros(&rest[..end]))
    })
    .filter(|unit| !unit.is_empty())
}

fn start_code(bytes: &[u8]) -> Option<usize> {
    bytes.windows(3).position(|three| three == [0, 0, 1])
}

fn without_end_zeros(unit: &[u8]) -> &[u8] {
    let end = unit.iter().rposition(|byte| *byte != 0);
    &unit[..end.map_or(0, |last| last + 1)]
}
