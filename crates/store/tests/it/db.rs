//! The database below the features: how it is opened, kept from other users and checked, and how many statements it is asked.

mod check;
mod conn;
mod migrate;
mod open;
mod private;
pub mod statements;
