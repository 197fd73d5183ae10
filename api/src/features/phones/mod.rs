//! The list of my phones.

pub mod routes;
mod wire;
