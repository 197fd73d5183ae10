//! Branding of the console, contacts and dictionaries.

mod agreements;
mod desk;
pub mod routes;
mod wire;
