//! The member's own account.

pub mod routes;
mod wire;
