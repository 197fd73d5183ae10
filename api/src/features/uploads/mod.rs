//! What members send to the server, and bringing it to phones.

pub mod routes;
pub mod wire;
