//! The database below a running server: it goes away and comes back, and its connections prepare each statement once.

mod outage;
mod prepares;
