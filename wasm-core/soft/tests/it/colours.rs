//! Pixels from planes, against the standards' formulas in floating point.

use soft::Picture;
use soft::colour::{Colours, Matrix, Range, paint};

/// Kr and Kb of H.273, table 4.
const fn weights(matrix: Matrix) -> (f64, f64) {
    match matrix {
        Matrix::Bt601 => (0.299, 0.114),
        Matrix::Bt709 => (0.2126, 0.0722),
    }
}

fn expected(colours: Colours, [y, u, v]: [u8; 3]) -> [f64; 3] {
    let (kr, kb) = weights(colours.matrix);
    let (y, scale) = match colours.range {
        Range::Limited => ((f64::from(y) - 16.0) / 219.0, 224.0),
        Range::Full => (f64::from(y) / 255.0, 255.0),
    };
    let (u, v) = (
        (f64::from(u) - 128.0) / scale,
        (f64::from(v) - 128.0) / scale,
    );
    let (red, blue) = (y + 2.0 * (1.0 - kr) * v, y + 2.0 * (1.0 - kb) * u);
    let green = (y - kr * red - kb * blue) / (1.0 - kr - kb);
    [red, green, blue].map(|value| (value * 255.0).clamp(0.0, 255.0))
}

fn flat([y, u, v]: [u8; 3], width: usize, height: usize) -> Picture {
    Picture {
        width,
        height,
        y: vec![y; width * height],
        u: vec![u; width * height / 4],
        v: vec![v; width * height / 4],
    }
}

#[test]
fn every_colour_is_within_one_step_of_the_formula() {
    let mut pixels = Vec::new();
    for matrix in [Matrix::Bt601, Matrix::Bt709] {
        for range in [Range::Limited, Range::Full] {
            let colours = Colours { matrix, range };
            for code in 0..4_096_u32 {
                let sample = [code & 15, code >> 4 & 15, code >> 8].map(|part| (part * 17) as u8);
                paint(&flat(sample, 2, 2), colours, &mut pixels);
                let [r, g, b, a] = pixels[3].to_le_bytes();
                assert_eq!(a, 255);
                for (mine, yours) in [r, g, b].into_iter().zip(expected(colours, sample)) {
                    assert!(
                        (f64::from(mine) - yours).abs() <= 1.0,
                        "{colours:?} of {sample:?}: {mine}, not {yours}"
                    );
                }
            }
        }
    }
}

#[test]
fn each_chroma_sample_colours_its_four_pixels() {
    let colours = Colours {
        matrix: Matrix::Bt601,
        range: Range::Full,
    };
    let mut picture = flat([128, 128, 128], 6, 4);
    picture.v[4] = 255;
    let mut pixels = vec![7; 9];
    paint(&picture, colours, &mut pixels);
    assert_eq!(pixels.len(), 6 * 4);
    let red: Vec<usize> = (0..24).filter(|at| pixels[*at] & 0xff > 200).collect();
    assert_eq!(red, [14, 15, 20, 21]);
}
