//! Files of a phone: list, make, move, delete, upload and download.

mod body;
pub mod routes;
pub mod upload;
mod wire;
