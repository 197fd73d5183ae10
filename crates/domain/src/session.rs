//! How long the things of a session live, and what is lent of one.

mod scopes;
mod token;

pub use scopes::{Scope, Scopes};
pub use token::{
    NewToken, TOKEN_CALLS_A_MINUTE, TOKEN_DAYS_MAX, TOKEN_PHONES_MAX, TOKEN_PREFIX, TOKENS_MAX,
    TokenFault,
};

/// An access token: 15 minutes.
pub const ACCESS_MS: i64 = 15 * 60 * 1000;
/// A refresh token: 30 days.
pub const REFRESH_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// How long the token before the newest is answered with the same successor, for tabs that refresh at once.
pub const GRACE_MS: i64 = 10 * 1000;
/// A socket ticket: 30 seconds, once.
pub const TICKET_MS: i64 = 30 * 1000;
/// `startPhone` holds the phone for its caller until the socket opens.
pub const RESERVE_MS: i64 = 30 * 1000;
/// After a cut the controller keeps its epoch so long.
pub const RESUME_MS: i64 = 15 * 1000;
/// A play session without input is dropped after so long.
pub const IDLE_MS: i64 = 30 * 60 * 1000;
/// The warning before it.
pub const IDLE_WARNING_MS: i64 = 60 * 1000;
/// The last use of a session is noted to the minute.
pub const SEEN_EVERY_MS: i64 = 60 * 1000;
/// So long an ended session stays in the list.
pub const HISTORY_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// `version-code` of this web app.
pub const VERSION_CODE: u32 = 202_503_201;
/// `clientSource` of a browser.
pub const CLIENT_SOURCE: &str = "WEB";
/// Shown at sign-in.
pub const FRONT_VERSION: &str = "2.2.0";

/// An embedded player's ticket is opened within so long when its asker says nothing else.
pub const EMBED_OPEN_MS: i64 = 60 * 1000;
/// The shortest life of one that may be asked for.
pub const EMBED_OPEN_MIN_MS: i64 = 30 * 1000;
/// The longest: whoever sees the address later opens nothing.
pub const EMBED_OPEN_MAX_MS: i64 = 10 * 60 * 1000;
/// An embedded player may last so long when its asker says nothing else.
pub const EMBED_LASTS_MS: i64 = 60 * 60 * 1000;
/// The shortest that may be asked for.
pub const EMBED_LASTS_MIN_MS: i64 = 60 * 1000;
/// The longest.
pub const EMBED_LASTS_MAX_MS: i64 = 12 * 60 * 60 * 1000;
/// Embedded players of one member at the same time, opened or not.
pub const EMBEDS_MAX: i64 = 50;

const _: () = assert!(EMBED_OPEN_MIN_MS <= EMBED_OPEN_MS && EMBED_OPEN_MS <= EMBED_OPEN_MAX_MS);
const _: () = assert!(EMBED_LASTS_MIN_MS <= EMBED_LASTS_MS && EMBED_LASTS_MS <= EMBED_LASTS_MAX_MS);
const _: () = assert!(RESUME_MS < RESERVE_MS, "a cut never outlives a reservation");
const _: () = assert!(GRACE_MS < ACCESS_MS && ACCESS_MS < REFRESH_MS);
const _: () = assert!(IDLE_WARNING_MS < IDLE_MS);
