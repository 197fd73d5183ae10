//! All phones as operators find them, add them, take them back and take them out of stock.

mod ask;
mod notes;
pub mod routes;
mod stock;
mod wire;
