//! Enterprise overview: `/app-api/member/keyaccount/**`.

pub mod routes;
mod wire;
