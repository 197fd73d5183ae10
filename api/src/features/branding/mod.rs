//! Branding of the console, contacts and dictionaries.

mod agreements;
pub mod routes;
mod wire;
