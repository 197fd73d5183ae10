//! The member's own account.

mod avatar;
pub mod routes;
pub mod wire;
