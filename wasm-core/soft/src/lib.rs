//! A software H.264 decoder for browsers without WebCodecs: old ones, and pages over plain http on a network address.
//!
//! The module is fetched only there. An instance has one decoder, and the worker makes an instance for each
//! stream, so that damage and memory use by a hostile stream end with its instance. The border has
//! numbers alone, see [`exports`]; everything behind it is plain Rust and tested natively.

pub mod colour;
mod decoder;
mod error;
pub mod exports;
mod parameters;

pub use decoder::{Decoder, Picture, UNIT_MAX_BYTES};
pub use error::AccessUnitError;
pub use parameters::{PIXELS_MAX, Parameters, REFERENCES_MAX, SIDE_MAX};
