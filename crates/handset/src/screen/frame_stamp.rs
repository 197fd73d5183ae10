//! Stamp of frame number and time in a corner of the picture, for measuring: black and white blocks that survive scaling and H.264.
//!
//! 24 columns by 4 rows of 16-pixel squares from the top left, white is 1, row by row, highest bit first: frame number (32 bits), time of drawing
//! (Unix microseconds, low 48 bits), CRC-16/IBM-3740 of these ten bytes. docs/handset.md describes the format for programs that read it.

use std::time::Duration;

use super::Frame;

/// Property that asks for the stamp, with the number of pictures per second.
pub(crate) const PROPERTY: &str = "owl.corner";
/// Rates that may be asked for, in pictures per second.
const RATES: std::ops::RangeInclusive<u32> = 1..=60;
/// Side of a block in the screen's pixels.
pub const BLOCK: usize = 16;
/// Number of blocks in a row.
pub const COLUMNS: usize = 24;

/// Pause between two pictures, if the stamp is asked for.
pub fn period_of(property: Option<&str>) -> Option<Duration> {
    let rate: u32 = property?.parse().ok()?;
    RATES.contains(&rate).then(|| Duration::from_secs(1) / rate)
}

/// Paints number and time into a picture.
pub fn paint(frame: &mut Frame, number: u32) {
    let width = usize::from(frame.width);
    for (place, bit) in bits(number, frame.drawn_us).into_iter().enumerate() {
        let shade = if bit { 255 } else { 0 };
        let (left, top) = (place % COLUMNS * BLOCK, place / COLUMNS * BLOCK);
        for row in top..top + BLOCK {
            let start = row * width + left;
            if let Some(line) = frame.pixels.get_mut(start..start + BLOCK) {
                line.fill([shade, shade, shade, 255]);
            }
        }
    }
}

/// Colours of the stamp's 96 blocks, row by row; `true` is white. `drawn_us` is the time of drawing in Unix microseconds.
pub fn bits(number: u32, drawn_us: u64) -> Vec<bool> {
    let mut bytes = number.to_be_bytes().to_vec();
    bytes.extend_from_slice(&drawn_us.to_be_bytes()[2..]);
    bytes.extend_from_slice(&crc16(&bytes).to_be_bytes());
    let bits = |byte: &u8| {
        let byte = *byte;
        (0..8).rev().map(move |at| byte >> at & 1 == 1)
    };
    bytes.iter().flat_map(bits).collect()
}

/// CRC-16/IBM-3740: polynomial 0x1021, initial value all ones, so that a black stamp is invalid.
pub fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(u16::MAX, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            let shifted = crc << 1;
            if crc & 0x8000 == 0 {
                shifted
            } else {
                shifted ^ 0x1021
            }
        })
    })
}
