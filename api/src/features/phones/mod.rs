//! List of a member's phones.

pub mod routes;
mod running;
pub mod wire;
