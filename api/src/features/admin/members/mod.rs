//! Members as operators find and help them.

pub mod routes;
mod wire;
