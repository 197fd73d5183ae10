//! Opened pages of the console, and their errors.

pub mod routes;
mod wire;
