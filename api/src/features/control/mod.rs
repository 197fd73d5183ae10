//! Power, restart, density, health check and system image of phones.

pub mod routes;
pub mod wire;
