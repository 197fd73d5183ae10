//! The recycle bin: phones whose rental is over, and the record of those wiped; the ends of rentals as a calendar.

pub mod routes;
mod wire;
