//! Maintenance of phones: set and ended by operators.

pub mod routes;
mod wire;
