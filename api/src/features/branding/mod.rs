//! How the console is dressed.

pub mod routes;
mod wire;
