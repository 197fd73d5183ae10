//! ADB and scrcpy as plain values: bytes in, messages out, and back; no I/O, no clock.
//!
//! Every module serves both ends: a controller talking to a phone and a phone made of software.
//! ADB and sync are little-endian, scrcpy is big-endian. A length from the wire meets its limit before it is used.

pub mod auth;
pub mod banner;
pub mod control;
pub mod decoder;
pub mod device;
pub mod hid;
pub mod package;
pub mod packet;
pub mod screen;
pub mod service;
pub mod shell;
pub mod sync;

pub use decoder::{Decoder, Grammar};
