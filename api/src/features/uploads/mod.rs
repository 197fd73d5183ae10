//! Files that members send to the server, and their delivery to phones.

pub mod routes;
pub mod wire;
