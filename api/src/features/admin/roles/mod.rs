//! Roles and who has them.

pub mod routes;
mod wire;
