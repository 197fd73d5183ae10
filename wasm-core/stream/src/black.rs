//! Detection of black pictures: phones send them instead of a window that may not be shown, and of a screen that is off.

/// Width and height in pixels of the tiny copy that is examined.
pub const SIDE: u32 = 32;
/// Time after the member's last input within which a black picture is reported, in milliseconds.
pub const USED_WITHIN_MS: f64 = 10_000.0;
/// Brightest value of black: encoders leave it a little grey.
const BLACK_MAX: u8 = 12;

/// Whether all pixels (red, green, blue, and how solid) are black. No pixels are not.
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
