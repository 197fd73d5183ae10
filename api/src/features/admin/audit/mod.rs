//! The audit as operators read and export it. No call changes it.

pub mod routes;
mod wire;
