//! Border of the module: numbers, and addresses in its memory. An instance has one decoder.
//!
//! `room(bytes)` returns the address for an access unit, `decode(bytes)` decodes what was put there, `width` and `height`
//! describe the newest picture, and `paint()` returns the address of its `width × height × 4` bytes.

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::colour;
use crate::decoder::{Decoder, UNIT_MAX_BYTES};
use crate::error::AccessUnitError;

#[derive(Default)]
struct Instance {
    unit: Vec<u8>,
    decoder: Decoder,
    /// RGBA pixels: wasm is little-endian, so that red, the lowest byte, comes first.
    pixels: Vec<u32>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

/// Runs `act` with the state of this instance. The state is never borrowed across a call that could come back here; should it be, the
/// caller gets `nothing`.
fn with<T>(nothing: T, act: impl FnOnce(&mut Instance) -> T) -> T {
    INSTANCE.with(|instance| match instance.try_borrow_mut() {
        Ok(mut instance) => act(&mut instance),
        Err(_) => nothing,
    })
}

/// Address for an access unit of so many bytes; 0 where it is too long. Valid until the next call.
#[wasm_bindgen]
pub fn room(bytes: usize) -> usize {
    with(0, |instance| {
        if bytes > UNIT_MAX_BYTES {
            return 0;
        }
        if instance.unit.len() < bytes {
            instance.unit.resize(bytes, 0);
        }
        instance.unit.as_mut_ptr().addr()
    })
}

/// Decodes the access unit of so many bytes that was put at the address of [`room`]: 1 when it made a picture, 0 when it held none, else
/// the negative code of an [`AccessUnitError`].
#[wasm_bindgen]
pub fn decode(bytes: usize) -> i32 {
    with(AccessUnitError::TooLong.code(), |instance| {
        let Some(unit) = instance.unit.get(..bytes) else {
            return AccessUnitError::TooLong.code();
        };
        instance
            .decoder
            .decode(unit)
            .map_or_else(AccessUnitError::code, i32::from)
    })
}

/// Width of the newest picture in pixels; 0 without one.
#[wasm_bindgen]
pub fn width() -> usize {
    with(0, |instance| {
        instance
            .decoder
            .picture()
            .map_or(0, |(picture, _)| picture.width)
    })
}

/// Height of the newest picture in pixels; 0 without one.
#[wasm_bindgen]
pub fn height() -> usize {
    with(0, |instance| {
        instance
            .decoder
            .picture()
            .map_or(0, |(picture, _)| picture.height)
    })
}

/// Turns the newest picture into pixels and returns their address; 0 without one. Valid until the next call.
#[wasm_bindgen]
pub fn paint() -> usize {
    with(0, |instance| {
        let Some((picture, parameters)) = instance.decoder.picture() else {
            return 0;
        };
        colour::paint(picture, parameters.colours, &mut instance.pixels);
        instance.pixels.as_ptr().addr()
    })
}
