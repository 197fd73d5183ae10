//! Files of a phone: list, make, move, delete, upload in pieces and download.

mod body;
pub mod routes;
mod wire;
