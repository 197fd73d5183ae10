//! Pictures: decoded where there is memory for them.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use unpack::Memory;
use unpack::picture::{Bounds, PictureError, decode};

const BOUNDS: Bounds = Bounds {
    edge: 1000,
    pixels: 500_000,
};
/// Memory that a header may take, in bytes.
const HEADER: u64 = 2 << 20;

fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    DynamicImage::new_rgb8(width, height)
        .write_to(&mut out, format)
        .expect("a picture");
    out.into_inner()
}

#[test]
fn a_picture_is_decoded_where_its_bounds_and_the_memory_allow() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        let of = |width, height, memory| {
            let memory = Memory::new(memory);
            let decoded = decode(&file(width, height, format), format, BOUNDS, &memory);
            decoded.map(|picture| (picture.pixels.width(), picture.pixels.height()))
        };
        assert_eq!(of(1000, 500, u64::MAX).expect("in bounds"), (1000, 500));
        let too_large = |result| matches!(result, Err(PictureError::TooLarge));
        assert!(too_large(of(1001, 1, u64::MAX)), "an edge");
        assert!(too_large(of(1000, 501, u64::MAX)), "pixels");
        // Three bytes for each of 300 pixels.
        assert!(of(30, 10, HEADER + 900).is_ok());
        assert!(too_large(of(30, 10, HEADER + 899)), "memory");
    }
}

#[test]
fn a_progressive_jpeg_is_reckoned_with_its_coefficients() {
    let mut jpeg = file(30, 10, ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|part| part == [0xff, 0xc0]);
    jpeg[frame.expect("a frame") + 1] = 0xc2;
    let of = |memory| {
        let memory = Memory::new(memory);
        decode(&jpeg, ImageFormat::Jpeg, BOUNDS, &memory).map(drop)
    };
    assert!(matches!(of(HEADER + 2699), Err(PictureError::TooLarge)));
    assert!(!matches!(of(HEADER + 2700), Err(PictureError::TooLarge)));
}

#[test]
fn a_colour_profile_that_unpacks_without_end_is_refused() {
    use std::io::Write as _;
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&vec![0; 20 << 20]).expect("a vector");
    let mut data = b"iCCPp\0\0".to_vec();
    data.extend(zlib.finish().expect("a vector"));
    let mut sum = flate2::Crc::new();
    sum.update(&data);
    let mut png = file(30, 10, ImageFormat::Png);
    let chunk = [
        &(data.len() as u32 - 4).to_be_bytes()[..],
        &data,
        &sum.sum().to_be_bytes(),
    ];
    // Behind the header of 8 + 25 bytes.
    png.splice(33..33, chunk.concat());
    let memory = Memory::new(HEADER + 900);
    let decoded = decode(&png, ImageFormat::Png, BOUNDS, &memory);
    let profile = decoded.map(|picture| picture.pixels.width());
    // The decoder leaves such a profile away, or refuses the picture; it does not unpack it.
    assert!(matches!(profile, Ok(30) | Err(PictureError::Broken(_))));
}
