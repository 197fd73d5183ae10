//! Links of an owner: calls, and their bodies and views.

mod clip;
pub mod routes;
mod wire;
