//! Links of an owner: calls, and their bodies and views.

mod clip;
mod offer;
mod opening;
pub mod routes;
mod trial;
mod wire;
