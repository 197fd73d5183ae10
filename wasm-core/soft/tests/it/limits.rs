//! Limits of a sequence parameter set, which is written bit by bit as 7.3.2.1.1 lists the fields.

use std::fmt::Write as _;

use soft::colour::{Matrix, Range};
use soft::{AccessUnitError, Decoder, PIXELS_MAX, Parameters, REFERENCES_MAX, SIDE_MAX};

/// Bits, most significant first.
#[derive(Default)]
struct Bits(String);

impl Bits {
    fn fixed(&mut self, value: u32, count: usize) -> &mut Self {
        write!(self.0, "{value:0count$b}").unwrap();
        self
    }

    fn golomb(&mut self, value: u32) -> &mut Self {
        let code = format!("{:b}", u64::from(value) + 1);
        self.0.push_str(&"0".repeat(code.len() - 1));
        self.0.push_str(&code);
        self
    }

    /// With the stop bit and the bytes that keep start codes away.
    fn nal(&mut self, head: &[u8]) -> Vec<u8> {
        self.0.push('1');
        while !self.0.len().is_multiple_of(8) {
            self.0.push('0');
        }
        let (mut nal, mut zeros) = (head.to_vec(), 0);
        for at in (0..self.0.len()).step_by(8) {
            let byte = u8::from_str_radix(&self.0[at..at + 8], 2).unwrap();
            if zeros >= 2 && byte <= 3 {
                nal.push(3);
                zeros = 0;
            }
            zeros = if byte == 0 { zeros + 1 } else { 0 };
            nal.push(byte);
        }
        nal
    }
}

#[derive(Clone, Copy)]
struct Asked {
    columns: u32,
    rows: u32,
    references: u32,
    crop: Option<[u32; 4]>,
    interlaced: bool,
    /// Full range, and the matrix where it is named.
    signal: Option<(bool, Option<u32>)>,
}

const USUAL: Asked = Asked {
    columns: 45,
    rows: 80,
    references: 1,
    crop: None,
    interlaced: false,
    signal: None,
};

fn sequence(asked: Asked) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.golomb(0).golomb(0).golomb(2).golomb(asked.references);
    bits.fixed(0, 1)
        .golomb(asked.columns - 1)
        .golomb(asked.rows - 1);
    if asked.interlaced {
        bits.fixed(0, 1).fixed(0, 1);
    } else {
        bits.fixed(1, 1);
    }
    bits.fixed(1, 1);
    match asked.crop {
        None => bits.fixed(0, 1),
        Some([left, right, top, bottom]) => bits
            .fixed(1, 1)
            .golomb(left)
            .golomb(right)
            .golomb(top)
            .golomb(bottom),
    };
    match asked.signal {
        None => bits.fixed(0, 1),
        Some((full, matrix)) => {
            // No aspect ratio, no overscan; the signal; no chroma place, timing, buffers, structure or restriction.
            bits.fixed(1, 1)
                .fixed(0, 2)
                .fixed(1, 1)
                .fixed(5, 3)
                .fixed(full.into(), 1);
            match matrix {
                None => bits.fixed(0, 1),
                Some(matrix) => bits.fixed(1, 1).fixed(1, 8).fixed(1, 8).fixed(matrix, 8),
            };
            bits.fixed(0, 6)
        }
    };
    bits.nal(&[0x67, 0x42, 0xC0, 0x1F])
}

#[test]
fn a_usual_phone_is_read() {
    let read = Parameters::read(&sequence(USUAL)).unwrap();
    assert_eq!((read.width, read.height), (720, 1_280));
    let cropped = Asked {
        crop: Some([0, 4, 0, 6]),
        ..USUAL
    };
    let read = Parameters::read(&sequence(cropped)).unwrap();
    assert_eq!((read.width, read.height), (712, 1_268));
}

#[test]
fn a_picture_may_be_as_large_as_the_limit_and_no_larger() {
    let side = SIDE_MAX / 16;
    let most = PIXELS_MAX / 256;
    for (columns, rows, fits) in [
        (side, most / side, true),
        (most / side, side, true),
        (side + 1, 1, false),
        (1, side + 1, false),
        (side, most / side + 1, false),
        (u32::MAX / 16, 1, false),
    ] {
        let read = Parameters::read(&sequence(Asked {
            columns,
            rows,
            ..USUAL
        }));
        assert_eq!(read.is_ok(), fits, "{columns} × {rows}: {read:?}");
    }
}

#[test]
fn references_are_the_standard_s_sixteen_and_no_more() {
    for (references, fits) in [
        (0, true),
        (REFERENCES_MAX, true),
        (REFERENCES_MAX + 1, false),
    ] {
        let read = Parameters::read(&sequence(Asked {
            references,
            ..USUAL
        }));
        assert_eq!(read.is_ok(), fits, "{references}: {read:?}");
    }
}

#[test]
fn what_is_not_built_here_is_refused_as_that() {
    let interlaced = Asked {
        interlaced: true,
        ..USUAL
    };
    assert_eq!(
        Parameters::read(&sequence(interlaced)),
        Err(AccessUnitError::Unsupported)
    );
    for crop in [[1, 0, 0, 0], [0, 0, 1, 0]] {
        let crop = Asked {
            crop: Some(crop),
            ..USUAL
        };
        assert_eq!(
            Parameters::read(&sequence(crop)),
            Err(AccessUnitError::Unsupported)
        );
    }
}

#[test]
fn cropping_leaves_at_least_two_pixels() {
    for (crop, fits) in [
        ([0, 359, 0, 0], true),
        ([0, 360, 0, 0], false),
        ([0, 0, 0, 639], true),
        ([0, 0, 0, 640], false),
        ([0, u32::MAX - 1, 0, 0], false),
    ] {
        let read = Parameters::read(&sequence(Asked {
            crop: Some(crop),
            ..USUAL
        }));
        assert_eq!(read.is_ok(), fits, "{crop:?}: {read:?}");
    }
}

#[test]
fn colours_are_what_the_stream_says_and_else_what_browsers_guess() {
    for (signal, rows, matrix, range) in [
        (Some((false, Some(1))), 20, Matrix::Bt709, Range::Limited),
        (Some((false, Some(6))), 80, Matrix::Bt601, Range::Limited),
        (Some((true, Some(5))), 80, Matrix::Bt601, Range::Full),
        (Some((true, None)), 80, Matrix::Bt709, Range::Full),
        (Some((false, Some(2))), 44, Matrix::Bt601, Range::Limited),
        (None, 45, Matrix::Bt709, Range::Limited),
        (None, 44, Matrix::Bt601, Range::Limited),
    ] {
        let read = Parameters::read(&sequence(Asked {
            rows,
            signal,
            ..USUAL
        }))
        .unwrap();
        assert_eq!(
            (read.colours.matrix, read.colours.range),
            (matrix, range),
            "{signal:?}, {rows}"
        );
    }
}

#[test]
fn a_stream_cannot_fill_the_memory_with_picture_parameters() {
    let with_number = |id| [&[0, 0, 1][..], &Bits::default().golomb(id).nal(&[0x68])].concat();
    let mut decoder = Decoder::default();
    assert_eq!(
        decoder.decode(&with_number(256)),
        Err(AccessUnitError::Parameters)
    );
    assert_eq!(
        decoder.decode(&with_number(u32::MAX - 1)),
        Err(AccessUnitError::Parameters)
    );
}

#[test]
fn parameters_too_long_or_too_short_are_refused() {
    assert_eq!(
        Parameters::read(&[0x67, 0x42, 0xC0, 0x1F]),
        Err(AccessUnitError::Parameters)
    );
    let mut long = sequence(USUAL);
    assert!(Parameters::read(&long).is_ok());
    long.resize(513, 0x55);
    assert_eq!(Parameters::read(&long), Err(AccessUnitError::Parameters));
}
