//! Sub-accounts: `/app-api/member/paternity/**` and the allot calls.

pub mod routes;
mod views;
mod wire;
