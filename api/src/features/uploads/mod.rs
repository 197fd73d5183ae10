//! Files that members send to the server, and their delivery to phones.

mod library;
mod records;
pub mod routes;
pub mod wire;
