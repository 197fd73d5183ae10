//! Noise in a part of the picture, for measuring: no encoder can predict noise, so the video takes all the bandwidth that it may have.

use super::Frame;

/// Property that asks for noise, with the covered part of the screen's height in percent, from the bottom up.
pub(crate) const PROPERTY: &str = "owl.noise";

/// Covered part of the screen in percent; `None` if no noise is asked for.
pub fn share_of(property: Option<&str>) -> Option<usize> {
    let share: usize = property?.parse().ok()?;
    (1..=100).contains(&share).then_some(share)
}

/// Paints noise into the lower `share` percent of a picture, 1 to 100; each frame number has another pattern.
pub fn paint(frame: &mut Frame, number: u32, share: usize) {
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
