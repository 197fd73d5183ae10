//! Replacement of phones by others of the same configuration.

pub mod routes;
pub mod wire;
