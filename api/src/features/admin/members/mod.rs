//! Members as operators find and help them.

pub mod routes;
mod view_as;
mod wire;
