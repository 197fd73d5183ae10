//! Announcements: writing by operators, reading by members.

mod legacy;
mod picture;
pub mod routes;
mod wire;

pub(super) use wire::shown_message;
