//! Untrusted pictures: the memory for decoding is computed from the header and taken from a [`Memory`] before the pixels are allocated.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use thiserror::Error;

use crate::memory::{Memory, MemoryLease};

/// Memory for reading the header of a picture, in bytes: a colour profile in it is compressed, too.
const HEADER_MAX_BYTES: u64 = 2 * 1024 * 1024;
/// Bytes per pixel of a progressive JPEG's coefficients: two bytes for up to three components, beside its pixels.
const COEFFICIENT_BYTES: u64 = 6;

/// Reason why a picture is not decoded.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The picture is larger than the caller's limits, or than there is memory for.
    #[error("the picture has too many pixels")]
    TooLarge,
    /// The picture cannot be read.
    #[error("the picture cannot be read")]
    Broken(#[from] image::ImageError),
}

/// Limits of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Longest edge, in pixels.
    pub edge: u32,
    /// Total number of pixels.
    pub pixels: u64,
}

/// Decoded picture, and its share of the memory.
#[derive(Debug)]
pub struct Picture<'a> {
    /// Pixels as they lie in the file.
    pub pixels: DynamicImage,
    /// Orientation by the metadata (EXIF), not yet applied to the pixels.
    pub orientation: Orientation,
    _lease: MemoryLease<'a>,
}

/// Decodes a PNG or a JPEG.
pub fn decode<'a>(
    bytes: &[u8],
    format: ImageFormat,
    bounds: Bounds,
    memory: &'a Memory,
) -> Result<Picture<'a>, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(HEADER_MAX_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > bounds.pixels || width.max(height) > bounds.edge {
        return Err(PictureError::TooLarge);
    }
    let beside = match format {
        ImageFormat::Jpeg if is_progressive(bytes) => pixels * COEFFICIENT_BYTES,
        _ => 0,
    };
    let lease = memory.take(decoder.total_bytes() + beside + HEADER_MAX_BYTES);
    let lease = lease.map_err(|_| PictureError::TooLarge)?;
    let orientation = decoder.orientation()?;
    let pixels = DynamicImage::from_decoder(decoder)?;
    Ok(Picture {
        pixels,
        orientation,
        _lease: lease,
    })
}

/// Whether a JPEG is progressive, by the marker of its frame header (ITU-T T.81, B.1.1.3).
fn is_progressive(jpeg: &[u8]) -> bool {
    let mut at = 2;
    while let Some([0xff, marker, high, low]) = jpeg.get(at..at + 4) {
        match marker {
            // These are fill bytes, and markers without a length.
            0xff => at += 1,
            0x01 | 0xd0..=0xd8 => at += 2,
            0xc2 | 0xc6 | 0xca | 0xce => return true,
            // These are the markers of other frames, and the end of the image and start of a scan.
            0xc0 | 0xc1 | 0xc3 | 0xc5 | 0xc7 | 0xc9 | 0xcb | 0xcd | 0xcf | 0xd9 | 0xda => {
                return false;
            }
            _ => at += 2 + usize::from(u16::from_be_bytes([*high, *low])),
        }
    }
    // Without a frame header the picture is treated as progressive, which takes more memory.
    true
}
