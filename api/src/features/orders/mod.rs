//! Orders: what is sold, bought, renewed and given back.

mod admin;
mod draft;
mod records;
pub mod routes;
mod shelf;
pub mod words;
