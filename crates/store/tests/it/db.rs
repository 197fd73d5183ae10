//! The database below the features: how it is opened and checked, and how many statements it is asked.

mod check;
mod open;
pub mod statements;
