//! Files that members send to the server, and their delivery to phones.

mod library;
pub mod records;
pub mod routes;
pub mod wire;
