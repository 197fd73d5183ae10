//! Enterprise overview: `/app-api/member/keyaccount/**`.

pub mod routes;
pub(crate) mod wire;
