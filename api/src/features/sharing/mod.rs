//! Authorizations of phones: given, changed, recalled, given up, and what guests did; links by which anybody sees a phone.

pub mod links;
mod requests;
pub mod routes;
mod wire;
