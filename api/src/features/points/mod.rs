//! Points: their records, and what is there of them.

pub mod routes;
pub mod wire;
