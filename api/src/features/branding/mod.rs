//! How the sign-in page is dressed.

pub mod routes;
mod wire;
