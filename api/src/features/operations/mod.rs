//! Receipts of operations.

pub mod routes;
pub mod wire;
