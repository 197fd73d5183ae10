//! Receipts of what takes time.

pub mod routes;
mod sent;
pub mod wire;
