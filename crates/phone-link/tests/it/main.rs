//! A link against a scripted phone: bytes in, bytes out.
#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails by panicking, as the test does"
)]

mod adbd;
mod control;
mod delayed;
mod files;
mod handshake;
mod keys;
mod packages;
mod reverse;
mod scrcpy;
mod screen;
mod server_file;
mod shell;
mod streams;
mod transcripts;
mod transfers;
mod versions;
#[path = "../transcripts/walk.rs"]
mod walk;
