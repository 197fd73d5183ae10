//! Receipts of operations.

pub mod routes;
pub mod sent;
pub mod wire;
