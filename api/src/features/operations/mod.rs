//! Receipts of operations.

pub mod kinds;
pub mod routes;
pub mod sent;
pub mod wire;
