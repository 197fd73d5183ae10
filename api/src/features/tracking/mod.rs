//! Which pages of the console are opened.

pub mod routes;
mod wire;
