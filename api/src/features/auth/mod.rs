//! Signing in and out, and staying in.

pub mod routes;
mod wire;
