//! The product's parts together, and the binary from outside.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod commands;
mod demo;
mod fleet;
mod sockets;
