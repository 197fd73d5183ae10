//! The member's own account.

pub mod avatar;
pub mod routes;
pub mod wire;
