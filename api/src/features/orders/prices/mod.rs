//! Configurations, packages and prices as operators keep them.

pub mod routes;
mod wire;
