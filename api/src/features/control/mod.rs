//! Power, restart, density.

pub mod routes;
pub mod wire;
