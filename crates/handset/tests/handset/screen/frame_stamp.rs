//! Stamp of frame number and time in a corner of the picture.

use std::time::Duration;

use handset::internal::Frame;
use handset::internal::frame_stamp::{BLOCK, COLUMNS, bits, crc16, paint, period_of};

#[test]
fn number_and_time_lie_in_blocks_with_their_checksum() {
    assert_eq!(crc16(b"123456789"), 0x29B1, "the catalogue's check value");
    let mut frame = Frame {
        width: 720,
        height: 1280,
        drawn_us: 0x0006_4321_8765_4321,
        pixels: vec![[9, 9, 9, 255]; 720 * 1280],
    };
    paint(&mut frame, 0x8000_0001);
    let bit = |place: usize| {
        let (x, y) = (place % COLUMNS * BLOCK + 8, place / COLUMNS * BLOCK + 8);
        frame.pixels[y * 720 + x][0] == 255
    };
    let read: Vec<bool> = (0..96).map(bit).collect();
    assert_eq!(read, bits(0x8000_0001, 0x0006_4321_8765_4321));
    assert!(read[0] && read[31] && !read[1]);
    assert_eq!(frame.pixels[64 * 720][0], 9, "nothing below");
    assert_eq!(frame.pixels[384][0], 9, "nothing beside");
}

#[test]
fn only_rates_that_a_screen_has_are_taken() {
    assert_eq!(period_of(Some("30")), Some(Duration::from_secs(1) / 30));
    for text in [None, Some(""), Some("0"), Some("61"), Some("x")] {
        assert_eq!(period_of(text), None, "{text:?}");
    }
}
