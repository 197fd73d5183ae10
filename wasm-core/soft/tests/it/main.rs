//! The decoder through its interface for Rust: against openh264, against garbage, at its limits.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails by panicking, as the test does"
)]

mod colours;
mod differential;
mod limits;
mod scenes;
mod strangers;
