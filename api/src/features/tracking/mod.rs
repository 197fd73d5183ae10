//! Which pages of the console are opened, and what goes wrong in them.

pub mod routes;
mod wire;
