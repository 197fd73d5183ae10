//! Accounts as operators list, create, change, delete, export and import them.

mod import;
pub mod routes;
pub mod wire;
