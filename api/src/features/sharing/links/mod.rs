//! Links of an owner: calls, and their bodies and views.

pub mod routes;
mod trial;
mod wire;
