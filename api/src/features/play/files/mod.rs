//! Files of a phone: told, made, moved, removed, put there in pieces and fetched.

mod body;
pub mod routes;
mod wire;
