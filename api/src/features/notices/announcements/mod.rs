//! Announcements: what operators do with them, and how they come to members.

mod legacy;
mod picture;
pub mod routes;
mod wire;

pub(super) use wire::shown_message;
