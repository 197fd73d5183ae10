//! Receipts of what takes time.

pub mod routes;
pub mod wire;
