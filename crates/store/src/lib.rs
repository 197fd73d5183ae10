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

/// Parts that are public for this crate's tests alone, which stand in `tests/it`: unit tests would have the whole crate compiled once more.
#[doc(hidden)]
pub mod internal {
    pub use crate::auth::password::{
        NOBODY, hash_password, is_costly_hash, is_hash, verify_password,
    };
    pub use crate::db::conn::{AnyConn, WAL_BYTES, establish, with_keepalive_params};
    pub use crate::db::migrate::{POSTGRES, SQLITE};
    pub use crate::db::open::{HASHES_AT_ONCE, hashing};
    pub use crate::phones::initials::{FAMILY_NAMES, WORD_MAX_CHARS, WORDS, sort_key};
    pub use crate::phones::list::answer;
    pub use crate::secrets::{Secret, hash_token, new_id, new_owl_id};
}
