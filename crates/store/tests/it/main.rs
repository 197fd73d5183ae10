//! The store through its public door, on SQLite, and on PostgreSQL where `OWLDECK_TEST_PG_URL` names a server.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test that cannot go on has failed"
)]

mod agreements;
mod announcements;
mod audit;
mod batches;
mod branding;
mod check;
mod clips;
mod company;
mod config;
mod console;
mod dictionary;
mod embeds;
mod feedback;
mod fixture;
mod groups;
mod keyaccount;
mod limits;
mod link_trials;
mod links;
mod live;
mod maintenance;
mod member;
mod notices;
mod open;
mod operations;
mod orders;
mod overview;
mod phones;
mod play;
mod points;
mod proxies;
mod recycle;
mod redeem;
mod register;
mod seed;
mod session;
mod sharing;
mod social;
mod statements;
mod subaccounts;
mod tickets;
mod together;
mod tokens;
mod trial;
mod uploads;
mod verification;
mod webhooks;
