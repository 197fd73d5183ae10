//! Branding and contacts as operators change them.

pub mod routes;
mod wire;
