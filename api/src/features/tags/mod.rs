//! A member's own tags on phones.

pub mod routes;
mod wire;
