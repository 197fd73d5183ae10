//! Noise in a part of the picture, for measuring: no encoder can predict noise, so the video takes all the bandwidth that it may have.

use super::Frame;

/// Property that asks for noise, with the covered part of the screen's height in percent, from the bottom up.
pub(crate) const PROPERTY: &str = "owl.noise";

/// Covered part of the screen in percent; `None` if no noise is asked for.
pub(crate) fn share_of(property: Option<&str>) -> Option<usize> {
    let share: usize = property?.parse().ok()?;
    (1..=100).contains(&share).then_some(share)
}

/// Paints noise into a picture; each frame number has another pattern.
pub(crate) fn paint(frame: &mut Frame, number: u32, share: usize) {
    let from = frame.pixels.len() * (100 - share) / 100;
    // This is xorshift32, whose state stays different from 0.
    let mut state = number.wrapping_mul(0x9E37_79B9) | 1;
    for pixel in &mut frame.pixels[from..] {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let shade = state.to_be_bytes()[0];
        *pixel = [shade, shade, shade, 255];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
