//! Operators' actions on accounts, and their view of the hosts of phones.

mod hosts;
pub mod routes;
mod wire;
