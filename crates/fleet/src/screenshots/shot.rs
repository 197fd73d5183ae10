//! Converts a phone's PNG to a JPEG of the shown size, within bounds: a phone may send anything.

use bytes::Bytes;
use domain::play::Size;
use image::ImageFormat;
use image::codecs::jpeg::JpegEncoder;
use unpack::MEMORY;
use unpack::picture::{self, Bounds, PictureError};

use crate::phone::Phone;

/// Longest side of a phone's screen, as for its video.
const SIDE_MAX: u32 = phone_link::wire::screen::SIDE_MAX as u32;
/// JPEG quality, from 1 to 100, at which text stays readable.
const QUALITY: u8 = 75;

const PNG_MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Longest output before the picture, in bytes: with several displays Android writes a warning of half a kilobyte.
const WARNING_MAX_BYTES: usize = 16 * 1024;

/// A converted screenshot.
#[derive(Debug)]
pub struct Shot {
    pub jpeg: Bytes,
    /// Size of the JPEG.
    pub size: Size,
    /// Size of the phone's screen, in whose pixels `input` commands are given.
    pub real: Size,
}

/// Why a screenshot cannot be shown.
#[derive(Debug)]
pub enum ShotError {
    /// The phone's bytes are no picture, or too large a one.
    Broken(String),
    /// The conversion failed on this server.
    Ours(String),
}

/// Finds the PNG in the output of `screencap`, which may begin with warnings.
pub fn png_of(written: &Bytes) -> Option<Bytes> {
    let start = written
        .windows(PNG_MAGIC.len())
        .take(WARNING_MAX_BYTES + 1)
        .position(|part| part == PNG_MAGIC)?;
    Some(written.slice(start..))
}

/// Converts a PNG to a JPEG of `side` pixels at most. Only a few are converted at a time, on threads that may block, so that no other phone's
/// tasks are held up.
pub async fn convert(phone: &Phone, png: Bytes, side: u32) -> Result<Shot, ShotError> {
    let ours = |error: &dyn std::error::Error| ShotError::Ours(error.to_string());
    let permit = phone.environment.conversions.acquire().await;
    let _permit = permit.map_err(|error| ours(&error))?;
    let work = phone
        .environment
        .runtime
        .spawn_blocking(move || shrink(&png, side));
    work.await.map_err(|error| ours(&error))?
}

fn shrink(png: &[u8], side: u32) -> Result<Shot, ShotError> {
    let broken =
        |error: PictureError| ShotError::Broken(format!("a screenshot is broken: {error}"));
    let bounds = Bounds {
        edge: SIDE_MAX,
        pixels: u64::from(SIDE_MAX).pow(2),
    };
    let whole = picture::decode(png, ImageFormat::Png, bounds, &MEMORY).map_err(broken)?;
    let size_of = |picture: &image::DynamicImage| Size {
        width: picture.width() as u16,
        height: picture.height() as u16,
    };
    let real = size_of(&whole.pixels);
    let is_large = whole.pixels.width().max(whole.pixels.height()) > side;
    let shown = if is_large {
        whole.pixels.thumbnail(side, side)
    } else {
        whole.pixels
    };
    let size = size_of(&shown);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY)
        .encode_image(&shown.into_rgb8())
        .map_err(|error| ShotError::Ours(error.to_string()))?;
    Ok(Shot {
        jpeg: jpeg.into(),
        size,
        real,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let picture = image::RgbaImage::from_pixel(width, height, image::Rgba([200, 30, 60, 255]));
        let mut out = Cursor::new(Vec::new());
        picture
            .write_to(&mut out, ImageFormat::Png)
            .expect("a picture");
        out.into_inner()
    }

    #[test]
    fn a_screenshot_is_shrunk_in_its_shape_and_never_enlarged() {
        for ((width, height), side, (to_width, to_height)) in [
            ((720, 1280), 1280, (720, 1280)),
            ((1080, 2400), 1280, (576, 1280)),
            ((1280, 720), 320, (320, 180)),
            ((100, 50), 320, (100, 50)),
        ] {
            let shot = shrink(&png(width, height), side).expect("a shot");
            let size = |width: u32, height: u32| Size {
                width: width as u16,
                height: height as u16,
            };
            assert_eq!(shot.real, size(width, height));
            assert_eq!(shot.size, size(to_width, to_height));
            let back = image::load_from_memory_with_format(&shot.jpeg, ImageFormat::Jpeg);
            let pixel = back.expect("a JPEG").into_rgb8();
            assert_eq!(pixel.dimensions(), (to_width, to_height));
            let [red, green, blue] = pixel.get_pixel(1, 1).0.map(i32::from);
            assert!((red - 200).abs() < 8 && (green - 30).abs() < 8 && (blue - 60).abs() < 8);
        }
    }

    #[test]
    fn a_picture_beyond_the_limits_is_refused_and_so_are_broken_bytes() {
        assert!(shrink(&png(SIDE_MAX, 1), 320).is_ok());
        let refused = |bytes: &[u8]| {
            let shot = shrink(bytes, 320);
            assert!(matches!(shot, Err(ShotError::Broken(_))), "{shot:?}");
        };
        refused(&png(SIDE_MAX + 1, 1));
        // A header that claims 65,535 × 65,535, with a right sum.
        let whole = png(64, 64);
        refused(&whole[..whole.len() / 2]);
        refused(PNG_MAGIC);
        let mut huge = whole;
        huge[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        refused(&huge);
    }

    #[test]
    fn a_picture_is_found_behind_what_the_phone_says_before_it() {
        let png = png(64, 64);
        let warning = "[Warning] Multiple displays were found, but no display id was specified! \
             Defaulting to the first display found, however this default is not guaranteed to be \
             consistent across captures. A display id should be specified.\n\
             A display ID can be specified with the [-d display-id] option.\n\
             See \"dumpsys SurfaceFlinger --display-id\" for valid display IDs.\n";
        let behind = |before: &[u8]| {
            let written = Bytes::from([before, &png].concat());
            png_of(&written).map(|found| found == png)
        };
        assert_eq!(behind(b""), Some(true));
        assert_eq!(behind(warning.as_bytes()), Some(true));
        // A bare signature passes here; decoding refuses it.
        assert_eq!(behind(b"\x89PNG\r\n\x1a"), Some(true));
        assert_eq!(behind(&vec![b'x'; WARNING_MAX_BYTES]), Some(true));
        assert_eq!(behind(&vec![b'x'; WARNING_MAX_BYTES + 1]), None);
        for none in [&b""[..], b"/system/bin/sh: screencap: not found"] {
            assert_eq!(png_of(&Bytes::from_static(none)), None);
        }
    }
}
