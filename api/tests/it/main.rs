//! The server as its clients see it: real HTTP, on SQLite, and on PostgreSQL where `OWLDECK_TEST_PG_URL` names a server.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test that cannot go on has failed"
)]

mod about;
mod access;
mod admin;
mod agreements;
mod announcements;
mod apps;
mod auth;
mod branding;
mod branding_desk;
mod clips;
mod contract;
mod embeds;
mod feedback;
mod groups;
mod http;
mod identity;
mod keyaccount;
mod links;
mod live;
mod log;
mod maintenance;
mod member;
mod members;
mod notices;
mod outage;
mod payments;
mod phones;
mod play;
mod prepares;
mod proof;
mod recycle;
mod redeem;
mod refusals;
mod replacement;
mod roles;
mod server;
mod session;
mod sharing;
mod social;
mod subaccounts;
mod tags;
mod tokens;
mod tracking;
mod upload_records;
mod uploads;
mod verification;
mod view_as;
mod webhooks;
