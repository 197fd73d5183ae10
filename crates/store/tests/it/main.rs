//! The store through its public door, on SQLite, and on PostgreSQL where `OWLDECK_TEST_PG_URL` names a server. Parts behind that door are tested
//! through `store::internal`.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test that cannot go on has failed"
)]

mod agreements;
mod audit;
mod auth;
mod branding;
mod config;
mod console;
mod db;
mod dictionary;
mod feedback;
mod fixture;
mod groups;
mod keyaccount;
mod live;
mod maintenance;
mod member;
mod notices;
mod operations;
mod orders;
mod phones;
mod play;
mod points;
mod proxies;
mod recycle;
mod redeem;
mod seed;
mod session;
mod sharing;
mod subaccounts;
mod uploads;
