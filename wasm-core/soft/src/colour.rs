//! Conversion of YUV 4:2:0 planes to the RGBA pixels of a canvas, in fixed-point arithmetic with 14 fractional bits.
//! Source of the weights: ITU-R BT.601 and BT.709.

use crate::decoder::Picture;

/// Matrix coefficients, by which luma and chroma are made of red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matrix {
    /// Matrix of standard definition, which Android's encoders mostly use.
    Bt601,
    /// Matrix of high definition.
    Bt709,
}

/// Range of luma: its values for black and white.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// Values 16 and 235.
    Limited,
    /// Values 0 and 255.
    Full,
}

/// Colour coding of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colours {
    /// Matrix of the coding.
    pub matrix: Matrix,
    /// Range of the coding.
    pub range: Range,
}

const BITS: u32 = 14;
const HALF: i32 = 1 << (BITS - 1);
const OPAQUE: u32 = 0xFF << 24;
/// Value of both chroma samples where there is no colour.
const GREY: i32 = 128;

/// Weights of the samples in 1/16,384, and the luma of black.
struct Weights {
    black: i32,
    luma: i32,
    red_v: i32,
    green_u: i32,
    green_v: i32,
    blue_u: i32,
}

impl Colours {
    /// Weights of this coding, from the standards' Kr and Kb: 2·(1−Kr) for red, 2·(1−Kb) for blue, and the two of green; for the limited
    /// range luma times 255/219 and chroma times 255/224.
    const fn weights(self) -> Weights {
        match (self.matrix, self.range) {
            (Matrix::Bt601, Range::Limited) => Weights {
                black: 16,
                luma: 19_077,
                red_v: 26_149,
                green_u: 6_419,
                green_v: 13_320,
                blue_u: 33_050,
            },
            (Matrix::Bt601, Range::Full) => Weights {
                black: 0,
                luma: 16_384,
                red_v: 22_970,
                green_u: 5_638,
                green_v: 11_700,
                blue_u: 29_032,
            },
            (Matrix::Bt709, Range::Limited) => Weights {
                black: 16,
                luma: 19_077,
                red_v: 29_372,
                green_u: 3_494,
                green_v: 8_731,
                blue_u: 34_610,
            },
            (Matrix::Bt709, Range::Full) => Weights {
                black: 0,
                luma: 16_384,
                red_v: 25_802,
                green_u: 3_069,
                green_v: 7_670,
                blue_u: 30_402,
            },
        }
    }
}

/// Writes a picture as pixels: red in the lowest byte, then green, blue, opaque. `pixels` becomes exactly as long as it needs.
pub fn paint(picture: &Picture, colours: Colours, pixels: &mut Vec<u32>) {
    let (width, height) = (picture.width, picture.height);
    pixels.resize(width * height, 0);
    if width < 2 {
        return;
    }
    let weights = colours.weights();
    let chroma = width / 2;
    let rows = pixels
        .chunks_exact_mut(width)
        .zip(picture.y.chunks_exact(width));
    for (at, (target, luma)) in rows.enumerate() {
        let from = at / 2 * chroma;
        let (Some(u), Some(v)) = (
            picture.u.get(from..from + chroma),
            picture.v.get(from..from + chroma),
        ) else {
            return;
        };
        paint_row(target, luma, u, v, &weights);
    }
}

/// Converts a row, with vector instructions, which every browser has that lets a worker draw on a canvas. Pixels are written as whole words
/// and all sums have 32 bits, so that the compiler does four at a time.
#[cfg_attr(target_arch = "wasm32", target_feature(enable = "simd128"))]
fn paint_row(target: &mut [u32], luma: &[u8], u: &[u8], v: &[u8], weights: &Weights) {
    let (targets, _) = target.as_chunks_mut::<2>();
    let (lumas, _) = luma.as_chunks::<2>();
    for ((target, luma), (u, v)) in targets.iter_mut().zip(lumas).zip(u.iter().zip(v)) {
        let (u, v) = (i32::from(*u) - GREY, i32::from(*v) - GREY);
        let red = weights.red_v * v + HALF;
        let green = HALF - weights.green_u * u - weights.green_v * v;
        let blue = weights.blue_u * u + HALF;
        for (pixel, luma) in target.iter_mut().zip(luma) {
            let luma = (i32::from(*luma) - weights.black) * weights.luma;
            *pixel = OPAQUE | clip(luma + red) | clip(luma + green) << 8 | clip(luma + blue) << 16;
        }
    }
}

fn clip(value: i32) -> u32 {
    (value >> BITS).clamp(0, 255).cast_unsigned()
}
