//! Everything that is kept: members, sessions, phones, rights, seats. The only crate that knows the database.
//!
//! Each use case is one function of a feature module: it takes the [`Store`], plain values and `now_ms` (Unix milliseconds),
//! runs in one transaction away from the asynchronous threads, and answers with a value, a refusal of its feature, or a [`Fault`].

pub mod access;
pub mod branding;
pub mod check;
mod conn;
mod fault;
pub mod member;
mod migrate;
mod open;
mod password;
pub mod phones;
pub mod play;
mod schema;
mod secrets;
pub mod seed;
pub mod session;
mod tickets;

pub use conn::Kind;
pub use fault::Fault;
pub use open::{OpenError, Stamp, Store};
