//! The wires by their bytes: samples from the protocols' own tests, limits, and every stream in any pieces.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails by panicking, as the test does"
)]

mod devices;
mod keys;
mod limits;
mod messages;
mod packages;
mod samples;
mod screen;
mod sound;
mod splits;
