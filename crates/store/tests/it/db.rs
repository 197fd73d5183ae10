//! The database below the features: how it is opened, and how many statements it is asked.

mod open;
pub mod statements;
