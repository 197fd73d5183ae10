//! NAL units of a byte stream (ITU-T H.264, annex B).

/// Start code of a NAL unit. Encoders often put another zero before it, which then ends the unit before.
const START_CODE: [u8; 3] = [0, 0, 1];
/// Bits of the first byte that tell the type (7.3.1).
const TYPE_BITS: u8 = 0x1F;

/// Type of a NAL unit (table 7-1), as far as this product tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NalType {
    /// Slice of a picture that needs others, type 1.
    Slice,
    /// Slice of a key picture, type 5.
    KeySlice,
    /// Sequence parameter set, type 7.
    Sequence,
    /// Picture parameter set, type 8.
    Picture,
    /// Access unit delimiter, type 9.
    Delimiter,
    /// A type that is not in this list.
    Other,
}

/// NAL unit within a byte stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nal<'a> {
    with_start_code: &'a [u8],
    /// Whether a start code follows, so that the unit is certainly whole.
    pub is_ended: bool,
}

impl<'a> Nal<'a> {
    /// The unit from its header byte on, without the zeros that may trail it; empty when two start codes meet.
    pub fn bytes(&self) -> &'a [u8] {
        let bytes = self
            .with_start_code
            .get(START_CODE.len()..)
            .unwrap_or_default();
        let end = bytes.iter().rposition(|byte| *byte != 0);
        bytes
            .get(..end.map_or(0, |last| last + 1))
            .unwrap_or_default()
    }

    /// The unit with its start code and what trails it.
    pub const fn with_start_code(&self) -> &'a [u8] {
        self.with_start_code
    }

    /// Type by the header byte; `None` of an empty unit.
    pub fn nal_type(&self) -> Option<NalType> {
        let header = self.with_start_code.get(START_CODE.len())?;
        Some(match header & TYPE_BITS {
            1 => NalType::Slice,
            5 => NalType::KeySlice,
            7 => NalType::Sequence,
            8 => NalType::Picture,
            9 => NalType::Delimiter,
            _ => NalType::Other,
        })
    }
}

/// NAL units of a byte stream, in order. Bytes before the first start code are left out.
pub fn nal_units(bytes: &[u8]) -> impl Iterator<Item = Nal<'_>> {
    let begin = start_code(bytes).unwrap_or(bytes.len());
    let mut rest = bytes.get(begin..).unwrap_or_default();
    std::iter::from_fn(move || {
        let body = rest.get(START_CODE.len()..)?;
        let next = start_code(body).map(|at| at + START_CODE.len());
        let (with_start_code, after) = rest.split_at_checked(next.unwrap_or(rest.len()))?;
        rest = after;
        Some(Nal {
            with_start_code,
            is_ended: next.is_some(),
        })
    })
}

/// Position of the next start code. Looks at every third byte, as most bytes of a picture are above one.
fn start_code(bytes: &[u8]) -> Option<usize> {
    let mut at = 2;
    while let Some(byte) = bytes.get(at) {
        match byte {
            0 => at += 1,
            1 if bytes.get(at - 2..at) == Some(&[0, 0]) => return Some(at - 2),
            _ => at += 3,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(bytes: &[u8]) -> Vec<&[u8]> {
        nal_units(bytes).map(|nal| nal.bytes()).collect()
    }

    #[test]
    fn units_stand_between_start_codes_of_three_and_four_bytes() {
        let bytes = [
            9, 9, 0, 0, 0, 1, 0x67, 1, 2, 0, 0, 1, 0x68, 3, 0, 0, 0, 1, 0x65, 7,
        ];
        assert_eq!(split(&bytes), [&[0x67, 1, 2][..], &[0x68, 3], &[0x65, 7]]);
        let types: Vec<_> = nal_units(&bytes).map(|nal| nal.nal_type()).collect();
        let expected = [NalType::Sequence, NalType::Picture, NalType::KeySlice];
        assert_eq!(types, expected.map(Some));
        let ended: Vec<_> = nal_units(&bytes).map(|nal| nal.is_ended).collect();
        assert_eq!(ended, [true, true, false]);
    }

    #[test]
    fn a_start_code_is_found_at_every_offset() {
        for before in 0..9 {
            let bytes = [vec![7; before], vec![0, 0, 1, 0x41]].concat();
            assert_eq!(split(&bytes), [&[0x41]], "{before}");
            let zeros = [vec![0; before], vec![0, 0, 1, 0x41]].concat();
            assert_eq!(split(&zeros), [&[0x41]], "{before} zeros");
        }
    }

    #[test]
    fn a_stream_without_units_has_none_and_an_empty_unit_has_no_type() {
        for bytes in [&[][..], &[0, 0], &[0, 0, 0, 0], &[1, 2, 3, 4]] {
            assert_eq!(nal_units(bytes).count(), 0, "{bytes:?}");
        }
        let met = [0, 0, 1, 0, 0, 1];
        assert_eq!(split(&met), [&[0_u8; 0][..], &[]]);
        let last = nal_units(&met).last().expect("a unit");
        assert_eq!(last.nal_type(), None);
    }
}
