//! What members are told when something changes, beside their own sockets.

pub mod routes;
mod wire;
