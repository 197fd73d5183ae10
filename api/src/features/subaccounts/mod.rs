//! Sub-accounts: `/app-api/member/paternity/**` and the allot calls.

mod import;
pub mod routes;
mod views;
mod wire;
