//! Storage of members, sessions, phones, rights and seats. The only crate that knows the database.
//!
//! Each use case is one function of a feature module: it takes the [`Store`], plain values and `now_ms` (Unix milliseconds), runs in one
//! transaction away from the asynchronous threads, and answers with a value, a refusal of its feature, or a [`StoreError`].

pub mod access;
pub mod agreements;
pub mod announcements;
pub mod audit;
pub mod auth;
pub mod branding;
pub mod check;
pub mod clock;
pub mod config;
pub mod console;
mod db;
pub mod dictionary;
mod error;
pub mod exports;
pub mod feedback;
pub mod groups;
pub mod imports;
pub mod keyaccount;
mod keys;
mod labels;
pub mod limits;
pub mod live;
pub mod maintenance;
pub mod market;
pub mod member;
pub mod notices;
pub mod operations;
pub mod orders;
pub mod phones;
pub mod pictures;
pub mod play;
pub mod points;
pub mod private;
pub mod proxies;
pub mod recycle;
pub mod redeem;
pub mod reminders;
mod secrets;
pub mod seed;
pub mod session;
pub mod sharing;
pub mod subaccounts;
pub mod tags;
mod tickets;
pub mod tracking;
pub mod uploads;

pub use db::conn::Kind;
pub use db::open::Store;
pub use db::stamp::{OpenError, Stamp};
pub use error::StoreError;
