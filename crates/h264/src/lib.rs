//! Reading H.264, as far as this product does it itself: the NAL units of a byte stream (ITU-T H.264, annex B), and sequence parameter sets (7.3.2.1).
//!
//! Bytes come from phones that nobody trusts: lengths and sizes are bounded before they are used. Which sizes a reader goes on with is its own
//! decision.

mod nal;
mod sps;

pub use h264_reader::nal::sps::{ChromaFormat, FrameMbsFlags, SeqParameterSet};
pub use nal::{Nal, NalType, nal_units};
pub use sps::{MACROBLOCK, PARAMETERS_MAX_BYTES, ParameterError, picture_set_id, sequence, size};
