//! Dictionary data as operators change them.

pub mod routes;
mod wire;
