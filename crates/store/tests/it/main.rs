//! The store through its public door, on SQLite, and on PostgreSQL where `OWLDECK_TEST_PG_URL` names a server.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test that cannot go on has failed"
)]

mod fixture;
mod open;
mod phones;
mod play;
mod seed;
mod session;
mod tickets;
