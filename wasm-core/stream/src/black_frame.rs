//! Detection of black pictures: phones send them instead of a window that may not be shown, and of a screen that is off.

/// Width and height in pixels of the tiny copy that is examined.
pub const PROBE_SIDE_PX: u32 = 32;
/// Time after the member's last input within which a black picture is reported, in milliseconds.
pub const RECENT_INPUT_MS: f64 = 10_000.0;
/// Largest red, green or blue value that still counts as black: encoders leave black a little grey.
const BLACK_MAX: u8 = 12;

/// Whether all pixels (four bytes each: red, green, blue, alpha) are black; `false` for no pixels at all.
pub fn is_black(pixels: &[u8]) -> bool {
    !pixels.is_empty()
        && pixels
            .chunks(4)
            .all(|pixel| pixel.iter().take(3).all(|value| *value <= BLACK_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_brighter_pixel_is_a_picture() {
        let mut pixels = [BLACK_MAX, 0, BLACK_MAX, 255].repeat(16);
        assert!(is_black(&pixels));
        pixels[21] = BLACK_MAX + 1;
        assert!(!is_black(&pixels));
        assert!(!is_black(&[]));
    }
}
