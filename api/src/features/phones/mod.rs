//! List of a member's phones.

pub mod routes;
mod running;
mod wire;
