//! Every rule of Owldeck, written once: the server calls it natively, the browser as wasm.
//!
//! Nothing here reads a clock, chance, a database or a locale: `now` and the language are parameters.
//! Times are Unix milliseconds (`_ms`), money is integer fen (`_fen`), ids stay below 2^53.

pub mod access;
pub mod agreements;
pub mod apps;
pub mod audit;
pub mod auth;
pub mod backoff;
pub mod branding;
pub mod codes;
pub mod config;
pub mod device;
pub mod dictionary;
pub mod feedback;
pub mod identity;
pub mod keyaccount;
pub mod lang;
pub mod live;
pub mod maintenance;
pub mod member;
pub mod networks;
pub mod notices;
pub mod operations;
pub mod orders;
pub mod permissions;
pub mod phones;
pub mod play;
pub mod points;
pub mod proxy;
pub mod redeem;
pub mod roles;
pub mod session;
pub mod sharing;
pub mod subaccounts;
pub mod text;
pub mod tracking;
pub mod uploads;
pub mod zone;

/// Array of all variants of an enum, of the list that `strum` derives: as many as there are.
const fn every<T: Copy, const N: usize>(variants: &[T]) -> [T; N] {
    *variants.first_chunk().expect("as many as the enum has")
}
