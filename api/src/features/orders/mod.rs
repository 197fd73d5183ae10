//! Orders: shelf, purchase, renewal, upgrade, refunds.

mod admin;
mod draft;
mod prices;
pub mod records;
pub mod routes;
mod shelf;
