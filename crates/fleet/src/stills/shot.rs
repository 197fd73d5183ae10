//! From a phone's PNG to a JPEG of the size that is shown, within bounds: a phone may send anything.

use std::io::Cursor;

use bytes::Bytes;
use domain::play::Size;
use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, ImageReader, Limits};

use crate::phone::Phone;

/// Longest side of a phone's screen, as for its video.
const SIDE_MAX: u32 = phone_link::wire::screen::SIDE_MAX as u32;
/// What decoding may take: such a screen in 4 bytes a pixel, and a little more.
const MEMORY_MAX_BYTES: u64 = SIDE_MAX as u64 * SIDE_MAX as u64 * 4 + 1024 * 1024;
/// Of 100; text stays readable.
const QUALITY: u8 = 75;

const PNG_MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// What is shown of a screenshot.
#[derive(Debug)]
pub struct Shot {
    pub jpeg: Bytes,
    /// The JPEG's.
    pub size: Size,
    /// The screen's own.
    pub real: Size,
}

/// Why there is none.
#[derive(Debug)]
pub enum ShotError {
    /// The phone's bytes are no picture, or too large a one.
    Broken(String),
    /// This side failed.
    Ours(String),
}

/// Whether it begins as a PNG does.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG_MAGIC)
}

/// Shrinks it to `side` pixels at most. A few at a time for all phones, and not where other phones are served.
pub async fn convert(phone: &Phone, png: Bytes, side: u32) -> Result<Shot, ShotError> {
    let ours = |error: &dyn std::error::Error| ShotError::Ours(error.to_string());
    let turn = phone.environment.shots.acquire().await;
    let _turn = turn.map_err(|error| ours(&error))?;
    let work = phone
        .environment
        .runtime
        .spawn_blocking(move || shrink(&png, side));
    work.await.map_err(|error| ours(&error))?
}

fn shrink(png: &[u8], side: u32) -> Result<Shot, ShotError> {
    let broken =
        |error: image::ImageError| ShotError::Broken(format!("a screenshot is broken: {error}"));
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(MEMORY_MAX_BYTES);
    reader.limits(limits);
    let picture = reader.decode().map_err(broken)?;
    let size_of = |picture: &image::DynamicImage| Size {
        width: picture.width() as u16,
        height: picture.height() as u16,
    };
    let real = size_of(&picture);
    let shown = if picture.width().max(picture.height()) > side {
        picture.thumbnail(side, side)
    } else {
        picture
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
        assert!(!is_png(b"/system/bin/sh: screencap: not found"));
    }
}
