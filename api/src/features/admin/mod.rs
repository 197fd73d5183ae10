//! What operators do to accounts.

pub mod routes;
mod wire;
