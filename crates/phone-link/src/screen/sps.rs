//! Size of the picture from an H.264 configuration (ITU-T H.264, 7.3.2.1.1).

use h264::{NalType, nal_units};
use phone_wire::screen::checked_size;

use super::ScreenError;

/// Longest configuration; real ones have some 40 bytes.
const CONFIG_MAX_BYTES: usize = 4096;

/// Width and height in pixels of the pictures that follow this configuration (Annex B).
pub(super) fn picture_size(config: &[u8]) -> Result<(u16, u16), ScreenError> {
    if config.len() > CONFIG_MAX_BYTES {
        return Err(ScreenError::BadConfig);
    }
    let sps = nal_units(config)
        .find(|nal| nal.nal_type() == Some(NalType::Sequence))
        .ok_or(ScreenError::BadConfig)?;
    let size = h264::sequence(sps.bytes()).and_then(|sps| h264::size(&sps));
    let (width, height) = size.map_err(|_| ScreenError::BadConfig)?;
    checked_size(width, height).map_err(ScreenError::Video)
}
