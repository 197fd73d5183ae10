//! Noise in the lower part of the picture.

use handset::internal::Frame;
use handset::internal::noise::{paint, share_of};

#[test]
fn the_lower_part_is_another_one_each_time_and_the_rest_stays() {
    let painted = |number| {
        let mut frame = Frame {
            width: 10,
            height: 100,
            drawn_us: 0,
            pixels: vec![[9, 9, 9, 255]; 1_000],
        };
        paint(&mut frame, number, 30);
        frame.pixels
    };
    let (one, other) = (painted(1), painted(2));
    assert!(one[..700].iter().all(|pixel| *pixel == [9, 9, 9, 255]));
    let same = one[700..].iter().zip(&other[700..]);
    assert!(same.filter(|(one, other)| one == other).count() < 20);
}

#[test]
fn only_parts_of_a_screen_are_taken() {
    assert_eq!(share_of(Some("100")), Some(100));
    for text in [None, Some(""), Some("0"), Some("101"), Some("x")] {
        assert_eq!(share_of(text), None, "{text:?}");
    }
}
