//! Facts of an H.264 stream that are needed before decoding it: codec string and size, from its SPS (ITU-T H.264, 7.3.2.1).

use h264::{NalType, nal_units};

use crate::error::StreamError;

/// Longest edge that is decoded, in pixels.
pub const SIDE_MAX: u32 = 8_192;
/// Most pixels of a picture: 4,096 squared, beyond any phone.
pub const PIXELS_MAX: u64 = 4_096 * 4_096;
/// Longest SPS that is read, in bytes.
pub const SPS_MAX_BYTES: usize = h264::PARAMETERS_MAX_BYTES;

/// Parameters for setting up a decoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// Codec by RFC 6381, `avc1.42C01F`.
    pub codec: String,
    /// Width in pixels, cropping applied.
    pub width: u32,
    /// Height in pixels, cropping applied.
    pub height: u32,
}

/// Newest SPS of a stream and the shape read from it, so that the same SPS is not parsed again.
#[derive(Debug, Default)]
pub struct Configuration {
    sps: Vec<u8>,
    shape: Option<Shape>,
}

impl Configuration {
    /// Learns the SPS of a key picture; `true` when the decoder must be set up anew.
    ///
    /// An SPS that cannot be read is an error each time it comes.
    pub fn learn(&mut self, sps: &[u8]) -> Result<bool, StreamError> {
        if !self.sps.is_empty() && sps == self.sps.as_slice() {
            return Ok(false);
        }
        let shape = shape_of(sps)?;
        self.sps.clear();
        self.sps.extend_from_slice(sps);
        let changed = self.shape.as_ref() != Some(&shape);
        self.shape = Some(shape);
        Ok(changed)
    }

    /// Shape that was learned; an error before the first.
    pub fn shape(&self) -> Result<&Shape, StreamError> {
        self.shape
            .as_ref()
            .ok_or(StreamError::Configuration("no SPS at the beginning"))
    }
}

/// Result of the search for an SPS at the beginning of a key picture.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// Bytes of the SPS, without the start code.
    Sps(&'a [u8]),
    /// The SPS begins here and ends beyond these bytes.
    Cut,
    /// These bytes begin with no SPS.
    None,
}

/// Looks for the SPS in the first bytes of an access unit; `whole` if these are all its bytes.
pub fn find_sps(head: &[u8], whole: bool) -> Found<'_> {
    let sps = nal_units(head).find(|nal| nal.nal_type() == Some(NalType::Sequence));
    match sps {
        Some(sps) if sps.is_ended || whole => Found::Sps(sps.bytes()),
        None if whole => Found::None,
        Some(_) | None => Found::Cut,
    }
}

/// Reads codec string and size from an SPS, whose header byte comes first; an error beyond the limits above.
pub fn shape_of(sps: &[u8]) -> Result<Shape, StreamError> {
    let (width, height) = h264::sequence(sps).and_then(|sps| h264::size(&sps))?;
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > PIXELS_MAX || width.max(height) > SIDE_MAX {
        return Err(StreamError::Configuration("size of the picture"));
    }
    let [_, profile, constraints, level, ..] = *sps else {
        return Err(StreamError::Configuration("length of the SPS"));
    };
    Ok(Shape {
        codec: format!("avc1.{profile:02X}{constraints:02X}{level:02X}"),
        width,
        height,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A constrained-baseline SPS of the given size in macroblocks, level 3.1: written bit by bit as 7.3.2.1.1 lists the fields.
    fn sps(columns: u32, rows: u32) -> Vec<u8> {
        let mut bits = String::new();
        let mut golomb = |value: u32| {
            let code = format!("{:b}", value + 1);
            bits.push_str(&"0".repeat(code.len() - 1));
            bits.push_str(&code);
        };
        for value in [0, 0, 2, 1] {
            golomb(value); // id, log2_max_frame_num − 4, pic_order_cnt_type, max_num_ref_frames
        }
        bits.push('0'); // gaps
        let mut golomb = |value: u32| {
            let code = format!("{:b}", value + 1);
            bits.push_str(&"0".repeat(code.len() - 1));
            bits.push_str(&code);
        };
        golomb(columns - 1);
        golomb(rows - 1);
        bits.push_str("1100"); // frames only, 8x8 inference, no cropping, no VUI
        bits.push('1'); // stop
        while !bits.len().is_multiple_of(8) {
            bits.push('0');
        }
        let mut nal = vec![0x67, 0x42, 0xC0, 0x1F];
        let mut zeros = 0;
        for at in (0..bits.len()).step_by(8) {
            let byte = u8::from_str_radix(&bits[at..at + 8], 2).unwrap();
            if zeros >= 2 && byte <= 3 {
                nal.push(3);
                zeros = 0;
            }
            zeros = if byte == 0 { zeros + 1 } else { 0 };
            nal.push(byte);
        }
        nal
    }

    fn key_picture(sps: &[u8]) -> Vec<u8> {
        [
            &[0, 0, 0, 1],
            sps,
            &[0, 0, 0, 1, 0x68, 0xCE, 0x3C, 0x80],
            &[0, 0, 1, 0x65, 0x88, 0x84, 0, 0x33],
        ]
        .concat()
    }

    #[test]
    fn codec_and_size_are_read() {
        let shape = shape_of(&sps(45, 80)).unwrap();
        assert_eq!(
            shape,
            Shape {
                codec: "avc1.42C01F".into(),
                width: 720,
                height: 1_280
            }
        );
    }

    #[test]
    fn only_another_shape_sets_the_decoder_up_anew() {
        let mut configuration = Configuration::default();
        assert!(configuration.shape().is_err());
        assert!(configuration.learn(&[]).is_err());
        assert!(configuration.learn(&sps(45, 80)).unwrap());
        assert!(!configuration.learn(&sps(45, 80)).unwrap());
        let same_shape = [sps(45, 80), vec![0x80]].concat();
        assert!(
            !configuration
                .learn(&same_shape)
                .is_ok_and(|changed| changed),
            "other bytes, same shape, or unreadable"
        );
        assert!(configuration.learn(&sps(80, 45)).unwrap());
        assert_eq!(configuration.shape().unwrap().width, 1_280);
        for _ in 0..2 {
            assert!(configuration.learn(&[0x67, 0, 0, 0, 0, 0]).is_err());
        }
        assert_eq!(configuration.shape().unwrap().width, 1_280);
    }

    #[test]
    fn the_sps_is_found_between_its_start_codes() {
        let sps = sps(45, 80);
        let picture = key_picture(&sps);
        assert_eq!(find_sps(&picture, true), Found::Sps(&sps));
        let delimited = [&[0, 0, 0, 1, 0x09, 0x10], picture.as_slice()].concat();
        assert_eq!(
            find_sps(&delimited, false),
            Found::Sps(&sps),
            "after an access unit delimiter"
        );
        assert_eq!(
            find_sps(&[&[0, 0, 1], sps.as_slice()].concat(), true),
            Found::Sps(&sps),
            "at the very end"
        );
    }

    #[test]
    fn a_head_that_ends_too_early_says_so() {
        let sps = sps(45, 80);
        let picture = key_picture(&sps);
        for end in 0..4 + sps.len() + 2 {
            assert_eq!(find_sps(&picture[..end], false), Found::Cut, "{end}");
        }
        assert_eq!(find_sps(&[0, 0, 1, 0x65, 1, 2, 3], true), Found::None);
        assert_eq!(find_sps(&[0, 0, 1], true), Found::None);
        assert_eq!(find_sps(&[], true), Found::None);
    }

    #[test]
    fn sizes_are_refused_beyond_the_limits() {
        assert_eq!(
            shape_of(&sps(256, 256)).unwrap().height,
            4_096,
            "though level 3.1 allows no such size"
        );
        assert!(matches!(
            shape_of(&sps(256, 257)),
            Err(StreamError::Configuration(_))
        ));
        assert_eq!(shape_of(&sps(512, 4)).unwrap().width, SIDE_MAX);
        assert!(matches!(
            shape_of(&sps(513, 4)),
            Err(StreamError::Configuration(_))
        ));
        assert!(shape_of(&sps(1_024, 1_024)).is_err(), "16,384 squared");
    }

    #[test]
    fn lengths_are_refused_beyond_the_limits() {
        assert!(shape_of(&[]).is_err());
        assert!(shape_of(&[0x67]).is_err());
        assert!(shape_of(&[0x67, 0x42, 0xC0, 0x1F]).is_err());
        assert!(shape_of(&vec![0x67; SPS_MAX_BYTES + 1]).is_err());
    }

    /// Every prefix, every single changed byte, and a spread of noise give an answer, never a panic.
    #[test]
    fn garbage_is_refused_or_read_but_never_panics() {
        let good = sps(45, 80);
        for end in 0..good.len() {
            let _ = shape_of(&good[..end]);
        }
        for at in 0..good.len() {
            for value in 0..=u8::MAX {
                let mut bad = good.clone();
                bad[at] = value;
                if let Ok(shape) = shape_of(&bad) {
                    assert!(u64::from(shape.width) * u64::from(shape.height) <= PIXELS_MAX);
                }
            }
        }
        let mut noise = 0x2545_F491_4F6C_DD1D_u64;
        for _ in 0..20_000 {
            let bytes: Vec<u8> = (0..40)
                .map(|_| {
                    noise ^= noise << 13;
                    noise ^= noise >> 7;
                    noise ^= noise << 17;
                    noise as u8
                })
                .collect();
            let _ = shape_of(&bytes);
            let _ = find_sps(&bytes, noise & 1 == 0);
        }
    }
}
