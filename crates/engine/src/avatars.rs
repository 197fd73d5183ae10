//! Uploaded pictures, such as avatars: decoded within bounds, cropped or scaled, and encoded anew, so that metadata and appended data are lost.

use std::io::Cursor;
use std::sync::LazyLock;

use domain::member::{AVATAR_MAX_BYTES, AVATAR_MAX_PIXELS, AVATAR_SIZES};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{DynamicImage, ImageFormat};
use store::StoreError;
use store::member::Picture;
use thiserror::Error;
use tokio::sync::Semaphore;
use unpack::MEMORY;
use unpack::picture::{self, Bounds, Picture as Decoded, PictureError};

/// Limits how many pictures are decoded at the same time: each keeps a processor busy for a moment and takes memory of [`MEMORY`].
static DECODERS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));
/// Longest edge that is accepted, in pixels: wide panoramas pass, a line of many thousand pixels does not.
const EDGE_MAX: u32 = 16_384;
/// JPEG quality, from 1 to 100.
const QUALITY: u8 = 88;
/// Edge, in pixels, to which the fast filter reduces a larger square before the fine filter scales it to its size.
const FINE_EDGE: u32 = 1024;

/// Why a picture was not taken.
#[derive(Debug, Error)]
pub enum AvatarError {
    /// More than [`AVATAR_MAX_BYTES`].
    #[error("the file is too large")]
    TooLarge,
    /// Neither JPG nor PNG, by its first bytes.
    #[error("neither JPG nor PNG")]
    Kind,
    /// More than [`AVATAR_MAX_PIXELS`] by its header, or more than there is memory for.
    #[error("the picture has too many pixels")]
    TooManyPixels,
    /// Damaged, or decoding would take more than it may.
    #[error("the picture cannot be read")]
    Damaged,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}

/// Makes an avatar in each of [`AVATAR_SIZES`] from a member's file.
pub async fn make(file: Vec<u8>) -> Result<[Picture; AVATAR_SIZES.len()], AvatarError> {
    if file.len() > AVATAR_MAX_BYTES {
        return Err(AvatarError::TooLarge);
    }
    // The semaphore is never closed; if it were, the picture would be made without the bound.
    let permit = DECODERS.acquire().await.ok();
    let made = tokio::task::spawn_blocking(move || make_now(&file)).await;
    drop(permit);
    made.map_err(StoreError::from)?
}

/// Makes a picture whose longest edge is at most `edge` pixels from an untrusted file.
pub async fn make_fitting(file: Vec<u8>, edge: u32) -> Result<Picture, AvatarError> {
    if file.len() > AVATAR_MAX_BYTES {
        return Err(AvatarError::TooLarge);
    }
    let permit = DECODERS.acquire().await.ok();
    let made = tokio::task::spawn_blocking(move || write(&fit(read(&file)?, edge))).await;
    drop(permit);
    made.map_err(StoreError::from)?
}

/// The whole picture, upright, in eight bits, with transparency only where there is some.
fn fit(picture: Decoded<'_>, edge: u32) -> DynamicImage {
    let pixels = &picture.pixels;
    let mut whole = DynamicImage::ImageRgba8(if pixels.width().max(pixels.height()) > edge {
        let (width, height) = fitting(pixels.width(), pixels.height(), edge);
        imageops::thumbnail(pixels, width, height)
    } else {
        imageops::crop_imm(pixels, 0, 0, pixels.width(), pixels.height()).to_image()
    });
    whole.apply_orientation(picture.orientation);
    drop(picture);
    if whole.to_rgba8().pixels().any(|pixel| pixel.0[3] < u8::MAX) {
        whole
    } else {
        DynamicImage::ImageRgb8(whole.to_rgb8())
    }
}

/// Width and height with the longer one at `edge`.
fn fitting(width: u32, height: u32, edge: u32) -> (u32, u32) {
    let long = u64::from(width.max(height).max(1));
    let scaled =
        |side: u32| u32::try_from(u64::from(side) * u64::from(edge) / long).unwrap_or(edge);
    (scaled(width).max(1), scaled(height).max(1))
}

fn make_now(file: &[u8]) -> Result<[Picture; AVATAR_SIZES.len()], AvatarError> {
    let square = crop(read(file)?);
    let mut pictures = Vec::with_capacity(AVATAR_SIZES.len());
    for size in AVATAR_SIZES {
        pictures.push(write(&square.resize_exact(
            size,
            size,
            FilterType::Lanczos3,
        ))?);
    }
    pictures.try_into().map_err(|_| AvatarError::Damaged)
}

fn kind_of(file: &[u8]) -> Option<ImageFormat> {
    const PNG: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
    const JPEG: [u8; 3] = [0xff, 0xd8, 0xff];
    if file.starts_with(&PNG) {
        Some(ImageFormat::Png)
    } else if file.starts_with(&JPEG) {
        Some(ImageFormat::Jpeg)
    } else {
        None
    }
}

fn read(file: &[u8]) -> Result<Decoded<'static>, AvatarError> {
    let kind = kind_of(file).ok_or(AvatarError::Kind)?;
    let bounds = Bounds {
        edge: EDGE_MAX,
        pixels: AVATAR_MAX_PIXELS,
    };
    picture::decode(file, kind, bounds, &MEMORY).map_err(|error| match error {
        PictureError::TooLarge => AvatarError::TooManyPixels,
        PictureError::Broken(_) => AvatarError::Damaged,
    })
}

/// The square in the middle, upright, in eight bits, with transparency only where there is some. A large picture is not copied on the way.
fn crop(picture: Decoded<'_>) -> DynamicImage {
    let pixels = &picture.pixels;
    let edge = pixels.width().min(pixels.height());
    let (left, top) = ((pixels.width() - edge) / 2, (pixels.height() - edge) / 2);
    let view = imageops::crop_imm(pixels, left, top, edge, edge);
    let mut square = DynamicImage::ImageRgba8(if edge > FINE_EDGE {
        imageops::thumbnail(&*view, FINE_EDGE, FINE_EDGE)
    } else {
        view.to_image()
    });
    square.apply_orientation(picture.orientation);
    drop(picture);
    if square.to_rgba8().pixels().any(|pixel| pixel.0[3] < u8::MAX) {
        square
    } else {
        DynamicImage::ImageRgb8(square.to_rgb8())
    }
}

fn write(picture: &DynamicImage) -> Result<Picture, AvatarError> {
    let png = picture.color().has_alpha();
    let mut bytes = Vec::new();
    let mut out = Cursor::new(&mut bytes);
    let written = if png {
        picture.write_to(&mut out, ImageFormat::Png)
    } else {
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut out, QUALITY))
    };
    written.map_err(|_| AvatarError::Damaged)?;
    Ok(Picture { png, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, alpha: u8) -> DynamicImage {
        let mut picture =
            image::RgbaImage::from_pixel(width, height, image::Rgba([9, 9, 9, alpha]));
        // The middle is red: the crop must show it.
        for (x, _, pixel) in picture.enumerate_pixels_mut() {
            if x.abs_diff(width / 2) <= height / 2 {
                pixel.0 = [255, 0, 0, alpha];
            }
        }
        DynamicImage::ImageRgba8(picture)
    }

    fn file(picture: &DynamicImage, kind: ImageFormat) -> Vec<u8> {
        let mut bytes = Vec::new();
        picture
            .write_to(&mut Cursor::new(&mut bytes), kind)
            .unwrap();
        bytes
    }

    #[test]
    fn the_middle_is_kept_in_three_sizes() {
        let wide = file(&picture(900, 300, 255), ImageFormat::Png);
        let made = make_now(&wide).unwrap();
        for (size, kept) in AVATAR_SIZES.into_iter().zip(&made) {
            assert!(!kept.png, "nothing shines through: JPEG");
            let shown = image::load_from_memory(&kept.bytes).unwrap().to_rgb8();
            assert_eq!(shown.dimensions(), (size, size));
            for at in [(size / 2, size / 2), (size / 2, 1), (size / 4, size / 2)] {
                let [red, green, _] = shown.get_pixel(at.0, at.1).0;
                assert!(red > 200 && green < 60, "{size} at {at:?}");
            }
        }
    }

    #[test]
    fn transparency_stays() {
        let made = make_now(&file(&picture(80, 80, 100), ImageFormat::Png)).unwrap();
        assert!(made.iter().all(|kept| kept.png));
        let shown = image::load_from_memory(&made[2].bytes).unwrap().to_rgba8();
        assert!(shown.get_pixel(128, 128).0[3].abs_diff(100) < 3);
    }

    #[test]
    fn what_a_camera_noted_is_gone_and_its_turn_is_applied() {
        let mut rgb = image::RgbImage::from_pixel(300, 200, image::Rgb([9, 9, 9]));
        for (x, _, pixel) in rgb.enumerate_pixels_mut() {
            if x < 150 {
                pixel.0 = [255, 0, 0];
            }
        }
        let rgb = DynamicImage::ImageRgb8(rgb);
        let mut jpeg = file(&rgb, ImageFormat::Jpeg);
        // APP1 with an orientation of 6 (a quarter turn) and a text that must not come through.
        let tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GPS 31.2304N";
        let mut app1 = vec![0xff, 0xe1];
        app1.extend(u16::try_from(8 + tiff.len()).unwrap().to_be_bytes());
        app1.extend(b"Exif\0\0");
        app1.extend(tiff);
        jpeg.splice(2..2, app1);
        assert!(jpeg.windows(3).any(|w| w == b"GPS"));
        for kept in make_now(&jpeg).unwrap() {
            // A quarter turn to the right: what was at the left is now above.
            let shown = image::load_from_memory(&kept.bytes).unwrap().to_rgb8();
            let red = |y| shown.get_pixel(shown.width() / 2, y).0[0];
            assert!(red(1) > 200 && red(shown.height() - 2) < 60);
            assert!(!kept.bytes.windows(4).any(|w| w == b"Exif" || w == b"GPS "));
        }
    }

    #[test]
    fn only_the_first_bytes_say_what_a_file_is() {
        for lie in [
            &b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..],
            b"<html><script>alert(1)</script>",
            b"GIF89a",
            b"PK\x03\x04",
            b"",
            b"\xff\xd8",
        ] {
            assert!(matches!(make_now(lie), Err(AvatarError::Kind)), "{lie:?}");
        }
        let mut cut = file(&picture(64, 64, 255), ImageFormat::Png);
        cut.truncate(60);
        assert!(matches!(make_now(&cut), Err(AvatarError::Damaged)));
    }

    #[test]
    fn a_flood_of_pixels_is_refused_by_its_header() {
        // A PNG header that claims a size, with its checksum; hardly a picture follows.
        let claim = |width: u32, height: u32| {
            let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
            bytes.extend(width.to_be_bytes());
            bytes.extend(height.to_be_bytes());
            bytes.extend([8, 2, 0, 0, 0]);
            let sum = crc(&bytes[12..]);
            bytes.extend(sum.to_be_bytes());
            // An empty first piece of the picture: there the header ends.
            bytes.extend(b"\0\0\0\0IDAT");
            bytes.extend(crc(b"IDAT").to_be_bytes());
            bytes
        };
        for (width, height) in [(65_535, 65_535), (5000, 4001), (EDGE_MAX + 1, 1)] {
            let refused = make_now(&claim(width, height));
            assert!(
                matches!(refused, Err(AvatarError::TooManyPixels)),
                "{width}×{height}"
            );
        }
        assert!(matches!(
            make_now(&claim(5000, 4000)),
            Err(AvatarError::Damaged)
        ));
    }

    /// PNG's checksum (ISO 15948, annex D).
    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
            })
        })
    }

    #[tokio::test]
    async fn five_mebibytes_are_read_and_one_byte_more_is_not() {
        let mut file = vec![0; AVATAR_MAX_BYTES];
        assert!(matches!(make(file.clone()).await, Err(AvatarError::Kind)));
        file.push(0);
        assert!(matches!(make(file).await, Err(AvatarError::TooLarge)));
    }
}
