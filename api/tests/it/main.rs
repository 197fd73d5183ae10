//! The server as its clients see it: real HTTP, on SQLite, and on PostgreSQL where `OWLDECK_TEST_PG_URL` names a server.
//! Parts whose every case would take many calls are tested by themselves, through `api::internal` where nothing else shows them.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test that cannot go on has failed"
)]

mod access;
mod admin;
mod apps;
mod auth;
mod branding;
mod db;
mod feedback;
mod groups;
mod http;
mod identity;
mod keyaccount;
mod live;
mod maintenance;
mod member;
mod notices;
mod payments;
mod phones;
mod play;
mod recycle;
mod redeem;
mod replacement;
mod server;
mod session;
mod sharing;
mod sockets;
mod subaccounts;
mod tags;
mod tracking;
mod uploads;
