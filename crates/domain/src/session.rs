//! Lifetimes of sessions, tokens and tickets, and the limits of delegated sessions.

mod scopes;
mod token;

use std::ops::RangeInclusive;

pub use scopes::{Scope, Scopes};
pub use token::{
    InvalidTokenForm, NewToken, TOKEN_CALLS_A_MINUTE, TOKEN_DAYS_MAX, TOKEN_PHONES_MAX,
    TOKEN_PREFIX, TOKENS_MAX,
};

/// Life of an access token unless an operator sets another: 15 minutes.
pub const ACCESS_MS: i64 = 15 * MINUTE_MS;
/// Life of a refresh token unless an operator sets another: 30 days.
pub const REFRESH_MS: i64 = 30 * DAY_MS;
/// Minutes that an operator may let an access token live.
pub const ACCESS_MINUTES: RangeInclusive<i64> = 5..=60;
/// Days that an operator may let a refresh token live.
pub const REFRESH_DAYS: RangeInclusive<i64> = 1..=90;
/// Minutes without input that an operator may allow a picture.
pub const IDLE_MINUTES: RangeInclusive<i64> = 5..=240;
const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// Time in which the token before the newest is answered with the same successor, for tabs that refresh at once.
pub const GRACE_MS: i64 = 10 * 1000;
/// Life of a socket ticket, which is used once: 30 seconds.
pub const TICKET_MS: i64 = 30 * 1000;
/// Time for which `startPhone` holds the phone for its caller until the socket opens.
pub const RESERVE_MS: i64 = 30 * 1000;
/// Time after a cut for which the controller keeps its epoch.
pub const RESUME_MS: i64 = 15 * 1000;
/// Time without input after which a play session is ended, unless an operator sets another.
pub const IDLE_MS: i64 = 30 * MINUTE_MS;
/// Time of the idle warning before the end.
pub const IDLE_WARNING_MS: i64 = 60 * 1000;
/// Resolution with which the last use of a session is noted: a minute.
pub const SEEN_EVERY_MS: i64 = 60 * 1000;
/// Time for which an ended session stays in the list.
pub const HISTORY_MS: i64 = 90 * 24 * 60 * 60 * 1000;
/// Time for which a proof of the password counts for what concerns money and rights: 15 minutes.
pub const PROOF_MS: i64 = 15 * 60 * 1000;

/// Longest time for which an operator sees the console as a member sees it: 15 minutes.
pub const VIEW_AS_MS: i64 = 15 * MINUTE_MS;

/// Whether a password that was proved then still counts for what concerns money and rights.
pub const fn is_proof_fresh(proved_ms: i64, now_ms: i64) -> bool {
    now_ms - proved_ms < PROOF_MS
}

/// Rules of sessions: lives of their tokens, and of pictures that nobody touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionRules {
    access_minutes: i64,
    refresh_days: i64,
    idle_minutes: i64,
}

impl Default for SessionRules {
    fn default() -> Self {
        Self::USUAL
    }
}

impl SessionRules {
    /// Rules where nobody set others.
    pub const USUAL: Self = Self {
        access_minutes: ACCESS_MS / MINUTE_MS,
        refresh_days: REFRESH_MS / DAY_MS,
        idle_minutes: IDLE_MS / MINUTE_MS,
    };

    /// Rules from an operator's settings; none when a value lies outside its range.
    pub fn of(access_minutes: i64, refresh_days: i64, idle_minutes: i64) -> Option<Self> {
        let fine = ACCESS_MINUTES.contains(&access_minutes)
            && REFRESH_DAYS.contains(&refresh_days)
            && IDLE_MINUTES.contains(&idle_minutes);
        fine.then_some(Self {
            access_minutes,
            refresh_days,
            idle_minutes,
        })
    }

    /// Life of an access token, in milliseconds.
    pub const fn access_ms(self) -> i64 {
        self.access_minutes * MINUTE_MS
    }

    /// Life of a refresh token, in milliseconds.
    pub const fn refresh_ms(self) -> i64 {
        self.refresh_days * DAY_MS
    }

    /// Time without input after which a play session is ended, in milliseconds.
    pub const fn idle_ms(self) -> i64 {
        self.idle_minutes * MINUTE_MS
    }
}

/// `version-code` of this web app.
pub const VERSION_CODE: u32 = 202_503_201;
/// `clientSource` of a browser.
pub const CLIENT_SOURCE: &str = "WEB";
/// Version of the web app by the specification, shown at sign-in; the server has its own.
pub const FRONT_VERSION: &str = "2.2.0";

/// Life of an embedded player's ticket when the caller names none.
pub const EMBED_OPEN_MS: i64 = 60 * 1000;
/// Shortest life of an embedded player's ticket.
pub const EMBED_OPEN_MIN_MS: i64 = 30 * 1000;
/// Longest life of an embedded player's ticket: the address opens nothing to people who see it later.
pub const EMBED_OPEN_MAX_MS: i64 = 10 * 60 * 1000;
/// Duration of an embedded player when the caller names none.
pub const EMBED_LASTS_MS: i64 = 60 * 60 * 1000;
/// Shortest duration of an embedded player.
pub const EMBED_LASTS_MIN_MS: i64 = 60 * 1000;
/// Longest duration of an embedded player.
pub const EMBED_LASTS_MAX_MS: i64 = 12 * 60 * 60 * 1000;
/// Embedded players of one member at the same time, opened or not.
pub const EMBEDS_MAX: i64 = 50;
/// Time for which the session of an embedded player, or of the page of a link, is kept after its end: for whoever looks into what happened.
pub const PAGE_KEPT_MS: i64 = 24 * 60 * 60 * 1000;

const _: () = assert!(EMBED_OPEN_MIN_MS <= EMBED_OPEN_MS && EMBED_OPEN_MS <= EMBED_OPEN_MAX_MS);
const _: () = assert!(EMBED_LASTS_MIN_MS <= EMBED_LASTS_MS && EMBED_LASTS_MS <= EMBED_LASTS_MAX_MS);
const _: () = assert!(RESUME_MS < RESERVE_MS, "a cut never outlives a reservation");
const _: () = assert!(GRACE_MS < *ACCESS_MINUTES.start() * MINUTE_MS);
const _: () = assert!(*ACCESS_MINUTES.end() * MINUTE_MS < *REFRESH_DAYS.start() * DAY_MS);
const _: () = assert!(IDLE_WARNING_MS < *IDLE_MINUTES.start() * MINUTE_MS);
