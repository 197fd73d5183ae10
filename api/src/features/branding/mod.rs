//! How the console is dressed.

mod agreements;
pub mod routes;
mod wire;
