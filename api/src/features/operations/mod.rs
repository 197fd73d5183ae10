//! Receipts of operations.

pub mod routes;
mod sent;
pub mod wire;
