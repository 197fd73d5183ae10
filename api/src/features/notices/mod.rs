//! Messages to the member, and announcements.

mod announcements;
pub mod routes;
mod wire;
