//! Announcements: writing by operators, reading by members.

mod legacy;
mod picture;
pub mod routes;
mod wire;

use domain::notices::announcements::{READ, WRITE};

use crate::http::Permission;

pub(super) use wire::shown_message;

/// Permission to see announcements as operators do.
struct ReadAnnouncements;

impl Permission for ReadAnnouncements {
    const NAME: &str = READ;
}

/// Permission to write, publish and withdraw announcements.
struct WriteAnnouncements;

impl Permission for WriteAnnouncements {
    const NAME: &str = WRITE;
}
