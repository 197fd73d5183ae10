//! Configuration as operators change it.

pub mod routes;
mod wire;
