//! Access units in Annex B, as they come, taken apart into NAL units: MP4 has a length before each instead of a start code.
//! Source: ITU-T H.264, table 7-1 (types) and annex B; ISO/IEC 14496-15 (samples).

use h264::{NalType, nal_units};

/// Access unit, split into NAL units.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Unit<'a> {
    /// Sequence parameter set, if there is one; the last one counts.
    pub sps: Option<&'a [u8]>,
    /// Picture parameter set; the last one counts.
    pub pps: Option<&'a [u8]>,
    /// Rest for the sample: slices and messages, in order.
    pub rest: Vec<&'a [u8]>,
}

impl<'a> Unit<'a> {
    /// Splits Annex B. Bytes before the first start code are dropped.
    pub fn parse(bytes: &'a [u8]) -> Self {
        let mut unit = Self::default();
        for nal in nal_units(bytes) {
            match nal.nal_type() {
                Some(NalType::Sequence) => unit.sps = Some(nal.bytes()),
                Some(NalType::Picture) => unit.pps = Some(nal.bytes()),
                Some(NalType::Delimiter) | None => {}
                Some(NalType::Slice | NalType::KeySlice | NalType::Other) => {
                    unit.rest.push(nal.bytes());
                }
            }
        }
        unit
    }

    /// Appends the sample: each NAL unit behind its length in four bytes, parameter sets first, since players do not all
    /// follow a change of the sample description. Returns the number of bytes.
    pub fn write(&self, out: &mut Vec<u8>) -> u32 {
        let before = out.len();
        for nal in self.sps.iter().chain(&self.pps).chain(&self.rest) {
            out.extend_from_slice(&(nal.len() as u32).to_be_bytes());
            out.extend_from_slice(nal);
        }
        (out.len() - before) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameter_sets_come_first_and_delimiters_are_left_out() {
        let bytes = [
            &[0, 0, 0, 1, 0x09, 0xF0][..],
            &[0, 0, 0, 1, 0x67, 1, 2],
            &[0, 0, 0, 1, 0x68, 3],
            &[0, 0, 1, 0x06, 5, 0x80, 0, 0],
            &[0, 0, 1, 0x65, 9, 9],
        ]
        .concat();
        let unit = Unit::parse(&bytes);
        assert_eq!(unit.sps, Some(&[0x67, 1, 2][..]));
        assert_eq!(unit.pps, Some(&[0x68, 3][..]));
        let mut sample = Vec::new();
        assert_eq!(unit.write(&mut sample), 27);
        assert_eq!(
            sample,
            [
                0, 0, 0, 3, 0x67, 1, 2, 0, 0, 0, 2, 0x68, 3, 0, 0, 0, 3, 0x06, 5, 0x80, 0, 0, 0, 3,
                0x65, 9, 9
            ]
        );
    }

    #[test]
    fn what_is_no_annex_b_makes_an_empty_sample_and_no_panic() {
        for bytes in [
            &[][..],
            &[0, 0, 1],
            &[0, 0, 1, 0, 0, 1],
            &[0, 0, 0, 0],
            &[1, 2, 3, 4],
        ] {
            assert_eq!(Unit::parse(bytes).rest, [[0_u8; 0]; 0], "{bytes:?}");
        }
    }
}
