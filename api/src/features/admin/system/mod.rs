//! The state of the server, read only.

pub mod routes;
mod wire;
