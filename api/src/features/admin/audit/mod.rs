//! The audit as operators read it and take it away. No call changes it.

pub mod routes;
mod wire;
