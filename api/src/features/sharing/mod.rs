//! Authorizations of phones: given, changed, recalled, given up, and what guests did.

mod requests;
pub mod routes;
mod wire;
