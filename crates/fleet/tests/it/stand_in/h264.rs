//! The least H.264 that tells a size.

use bytes::Bytes;
use domain::play::Size;

/// SPS and PPS in Annex B for a size that is a multiple of 16.
pub fn config(size: Size) -> Bytes {
    let mut bits = Bits::default();
    bits.exp_golomb(0); // seq_parameter_set_id
    bits.exp_golomb(0); // log2_max_frame_num_minus4
    bits.exp_golomb(2); // pic_order_cnt_type
    bits.exp_golomb(1); // max_num_ref_frames
    bits.put(0, 1); // gaps_in_frame_num_value_allowed_flag
    bits.exp_golomb(u32::from(size.width / 16 - 1));
    bits.exp_golomb(u32::from(size.height / 16 - 1));
    bits.put(1, 1); // frame_mbs_only_flag
    bits.put(1, 1); // direct_8x8_inference_flag
    bits.put(0, 1); // frame_cropping_flag
    bits.put(0, 1); // vui_parameters_present_flag
    let mut out = vec![0, 0, 0, 1, 0x67, 66, 0xc0, 31];
    out.extend(bits.finish());
    out.extend_from_slice(&[0, 0, 0, 1, 0x68, 0xce, 0x38, 0x80]);
    Bytes::from(out)
}

/// An access unit's beginning; nobody decodes it here.
pub fn picture(key: bool) -> Bytes {
    Bytes::from_static(if key {
        &[0, 0, 0, 1, 0x65, 0x88]
    } else {
        &[0, 0, 0, 1, 0x41, 0x9a]
    })
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn put(&mut self, value: u32, count: u32) {
        for shift in (0..count).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let bit = (value >> shift & 1) as u8;
            *self.bytes.last_mut().expect("a byte") |= bit << (7 - self.used % 8);
            self.used += 1;
        }
    }

    fn exp_golomb(&mut self, value: u32) {
        let length = (value + 1).ilog2();
        self.put(0, length);
        self.put(value + 1, length + 1);
    }

    fn finish(mut self) -> Vec<u8> {
        self.put(1, 1);
        // An emulation prevention byte would be needed after two zeros; these small sizes have none.
        assert!(!self.bytes.windows(2).any(|pair| pair == [0, 0]));
        self.bytes
    }
}
