//! Accounts as operators list, make, change, delete, take away and bring them.

mod import;
pub mod routes;
pub mod wire;
